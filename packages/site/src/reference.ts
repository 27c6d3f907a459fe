import { LANGUAGES } from '@staking-agent/console/snippets';
import {
  BASE_PATH,
  getSlug,
  listCodes,
  MEDIA_TYPES,
  OPERATION_IDS,
  OPERATIONS,
  type OperationId,
} from '@staking-agent/wire';
import type { Document } from './documents.ts';

/** Path of the API reference. */
const REFERENCE_PATH = '/docs/api';

/** Below it, each named shape has a page. */
export const SHAPES_PATH = `${REFERENCE_PATH}/shapes`;

/** A schema of the OpenAPI document, as far as it is shown. */
type Schema = {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/** A parameter of the path, the query or the header. */
type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
};

/** A body with its examples, of a request or an answer. */
type Content = {
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema: Schema;
        readonly examples?: Readonly<Record<string, { summary?: string; value: unknown }>>;
      }
    >
  >;
};

/** An operation of the OpenAPI document. */
type Operation = {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
};

/** The OpenAPI document, as far as it is shown. */
type OpenApi = {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
};

/**
 * Prints the reference of the API: an index, a page for each operation and a page for each shape.
 *
 * @param openApi - the document of this deployment, as `printOpenApi` prints it.
 * @param origin - receives the requests of the examples.
 */
export function printReference(openApi: object, origin: string): Document[] {
  const api = openApi as OpenApi;
  return [
    toDocument(REFERENCE_PATH, 'API reference', printIndex(api)),
    ...OPERATION_IDS.map((id) =>
      toDocument(`${REFERENCE_PATH}/${id}`, readOperation(id, api).summary, printOperation(id, api, origin)),
    ),
    ...Object.entries(api.components.schemas).map(([name, schema]) =>
      toDocument(`${SHAPES_PATH}/${name}`, name, `# ${name}\n\n${printShape(schema)}`),
    ),
  ];
}

function toDocument(path: string, title: string, markdown: string): Document {
  return { path, title, summary: '', markdown, resolve: (target) => target };
}

function readOperation(id: OperationId, { paths }: OpenApi): Operation {
  const { method, path } = OPERATIONS[id];
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`The OpenAPI document lacks ${id}.`);
  return operation;
}

function printIndex(api: OpenApi): string {
  const sections = api.tags.map(({ name, description }) => {
    const rows = OPERATION_IDS.filter((id) => readOperation(id, api).tags.includes(name)).map((id) => {
      const { method, path } = OPERATIONS[id];
      return `| [${readOperation(id, api).summary}](${REFERENCE_PATH}/${id}) | \`${method} ${path}\` |`;
    });
    return `## ${description}\n\n| Operation | Request |\n|---|---|\n${rows.join('\n')}`;
  });
  return `# API reference

${api.info.description}

Paths are below \`${BASE_PATH}\`. Programs read the same as [OpenAPI](/openapi.json); every refusal has a [page](/errors).

${sections.join('\n\n')}
`;
}

function printOperation(id: OperationId, api: OpenApi, origin: string): string {
  const { summary, description, parameters = [], requestBody, responses } = readOperation(id, api);
  const { method, path } = OPERATIONS[id];
  const asked = parameters.map(({ $ref, ...own }) =>
    $ref === undefined ? own : (api.components.parameters[nameOf($ref)] ?? own),
  );
  const body = readContent(requestBody);
  const answer = readContent(responses['200']);
  const sections = [
    `# ${summary}`,
    `\`${method} ${BASE_PATH}${path}\``,
    description,
    ...(asked.length === 0 ? [] : ['## Parameters', printParameters(asked)]),
    ...(body === undefined ? [] : ['## Body', printShape(resolve(body.schema, api))]),
    '## Examples',
    ...printExamples(id, asked, body?.examples ?? {}, origin),
    ...(answer === undefined
      ? []
      : [
          '## Answer',
          printShape(resolve(answer.schema, api)),
          ...Object.values(answer.examples ?? {})
            .slice(0, 1)
            .map(({ value }) => printBlock('json', JSON.stringify(value, null, 2))),
        ]),
    '## Refusals',
    printCodes(id),
  ];
  return `${sections.join('\n\n')}\n`;
}

function readContent(body: Content | undefined) {
  return body?.content?.[MEDIA_TYPES.json];
}

function printParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required = false, schema, description = '' }) =>
      `| \`${name}\` | ${place}${required ? ', required' : ''} | ${printType(schema)} | ${toCell(description)} |`,
  );
  return `| Name | In | Type | Meaning |\n|---|---|---|---|\n${rows.join('\n')}`;
}

/** Prints each example as an HTTP message, which the page can send, as a command and as a program. */
function printExamples(
  id: OperationId,
  parameters: readonly Parameter[],
  examples: Readonly<Record<string, { summary?: string; value: unknown }>>,
  origin: string,
): string[] {
  const { method, path } = OPERATIONS[id];
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(findExample(parameters.find((each) => each.name === name)))),
  );
  const url = `${origin}${BASE_PATH}${filled}`;
  const print = (summary: string | undefined, body?: string) => {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const asked = { method, url, headers, body: body && JSON.stringify(JSON.parse(body)) };
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const message = [
      `${method} ${new URL(url).pathname}`,
      ...fields,
      ...(body === undefined ? [] : ['', body]),
    ];
    return [
      ...(summary === undefined ? [] : [`### ${summary}`]),
      printBlock('http', message.join('\n')),
      printBlock('sh', LANGUAGES.curl(asked)),
      printBlock('ts', LANGUAGES.TypeScript(asked)),
    ];
  };
  const bodies = Object.values(examples);
  if (bodies.length === 0) return print(undefined);
  return bodies.flatMap(({ summary, value }) => print(summary, JSON.stringify(value, null, 2)));
}

function findExample(parameter: Parameter | undefined): unknown {
  return parameter?.example ?? parameter?.schema.enum?.[0] ?? parameter?.name;
}

function printBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** Prints the codes of an operation, each with a link to its page. */
function printCodes(id: OperationId): string {
  const links = listCodes(OPERATIONS[id]).map(
    (code) => `[${code}](/errors/${getSlug(code, OPERATIONS[id])}/${code})`,
  );
  return links.join(', ');
}

/** Prints the members of an object as a table, or the alternatives of any other shape. */
function printShape({ properties, required = [], description, ...rest }: Schema): string {
  if (properties === undefined) return [printType(rest), description].filter(Boolean).join(': ');
  const rows = Object.entries(properties).map(([name, schema]) => {
    const must = required.includes(name) ? '' : ', optional';
    return `| \`${name}\` | ${printType(schema)}${must} | ${toCell(schema.description ?? '')} |`;
  });
  const table = `| Member | Type | Meaning |\n|---|---|---|\n${rows.join('\n')}`;
  return description === undefined ? table : `${toCell(description)}\n\n${table}`;
}

/** Prints the type of a member in words; named shapes are links. */
function printType({ $ref, type, items, anyOf, oneOf, enum: values, const: value }: Schema): string {
  if ($ref !== undefined) return `[${nameOf($ref)}](${SHAPES_PATH}/${nameOf($ref)})`;
  const parts = anyOf ?? oneOf;
  if (parts !== undefined) return parts.map(printType).join(' or ');
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values !== undefined) return values.map((each) => `\`${JSON.stringify(each)}\``).join(' or ');
  if (items !== undefined) return `list of ${printType(items)}`;
  return type ?? 'any';
}

function resolve(schema: Schema, { components }: OpenApi): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[nameOf(schema.$ref)] ?? schema);
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

import { BASE_PATH, ROUTES, type Route } from '@staking-agent/wire/light';
import { type Asked, type GuardedBody, guard, type Piece, type SnippetOptions, Variable } from './secrets.ts';

/**
 * Writes a request as a command for a POSIX shell.
 *
 * Nothing in it is read by the shell, nor by curl as a pattern or a file: the bytes that are sent are those of the request.
 */
function writeCurl(asked: Asked, options?: SnippetOptions): string {
  const { method, url, headers, body } = guard(asked, options);
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const words = [
    `curl -sS --globoff${isImplied ? '' : ` -X ${quoteWord([{ text: method }])}`} ${quoteWord(url)}`,
    ...headers.map(([name, value]) => `-H ${quoteWord(toHeader(name, value))}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteWord(body.pieces)}`]),
  ];
  return words.join(' \\\n  ');
}

/** With a colon curl would leave out a header that is empty. */
function toHeader(name: string, value: readonly Piece[]): Piece[] {
  return value.length === 0 ? [{ text: `${name};` }] : [{ text: `${name}: ` }, ...value];
}

/** Writes a word of a shell; variables are read within double quotes, where nothing splits them. */
function quoteWord(pieces: readonly Piece[]): string {
  let word = '';
  let plain = '';
  const close = () => {
    if (plain !== '') word += `'${plain.replaceAll("'", `'\\''`)}'`;
    plain = '';
  };
  for (const piece of pieces) {
    if ('text' in piece) {
      plain += piece.text;
    } else {
      close();
      word += `"$${piece.variable}"`;
    }
  }
  close();
  return word || "''";
}

/**
 * Writes a request as a module: a call of the client where the request is one of its operations, `fetch` otherwise. It
 * prints the answer.
 */
function writeTypeScript(asked: Asked, options?: SnippetOptions): string {
  const call = findCall(asked, options);
  return call === undefined ? writeFetch(asked, options) : writeCall(call);
}

/** A call of the client. */
type ClientCall = {
  readonly id: string;
  readonly origin: string;
  readonly members: object | undefined;
  readonly partnerKey: unknown;
  readonly idempotencyKey: string | undefined;
};

/** What the client sends of itself. */
const OF_THE_CLIENT = ['content-type', 'idempotency-key'];

function findCall(asked: Asked, options: SnippetOptions | undefined): ClientCall | undefined {
  const { url, headers, body } = guard(asked, options);
  const place = url.map((piece) => ('text' in piece ? piece.text : '')).join('');
  const at = place.indexOf(`${BASE_PATH}/`);
  if (at < 0 || url.length > 1) return undefined;
  const route = findRoute(asked.method, place.slice(at + BASE_PATH.length));
  if (route === undefined || headers.some(([name]) => !OF_THE_CLIENT.includes(name))) return undefined;
  const sent = asked.method === 'GET' ? {} : toMembers(body?.value);
  const key = headers.find(([name]) => name === 'idempotency-key')?.[1];
  // A key that is not kept apart would be sent again by other means.
  if (sent === undefined || (key !== undefined && !route.isKeyed)) return undefined;
  const { partner_api_key: partnerKey, ...members } = { ...route.members, ...sent };
  if (partnerKey !== undefined && route.id !== 'stake') return undefined;
  return {
    id: route.id,
    origin: place.slice(0, at),
    members: Object.keys(members).length === 0 ? undefined : members,
    partnerKey,
    idempotencyKey: key?.map((piece) => ('text' in piece ? piece.text : '')).join(''),
  };
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof Variable) ? { ...value } : undefined;
}

/** Finds the operation of a path below the base path, and what the path and its query say. */
function findRoute(method: string, place: string) {
  const [path = '', query = ''] = place.split('?');
  const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
  for (const [id, route] of routes) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const found = new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (found === null || route.method !== method) continue;
    const values = found.slice(1).map(decode);
    if (values.includes(undefined)) return undefined;
    const members = Object.fromEntries(names.map((name, i) => [name, values[i]]));
    return {
      id,
      isKeyed: route.isKeyed === true,
      members: { ...members, ...Object.fromEntries(new URLSearchParams(query)) },
    };
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function writeCall({ id, origin, members, partnerKey, idempotencyKey }: ClientCall): string {
  const client = { url: origin, ...(partnerKey !== undefined && { partnerKey }) };
  const given = [
    ...(members !== undefined || idempotencyKey !== undefined ? [writeLiteral(members ?? {})] : []),
    ...(idempotencyKey === undefined ? [] : [writeLiteral({ idempotencyKey })]),
  ];
  return `import { createStakingClient } from '@staking-agent/sdk';

const client = createStakingClient(${writeLiteral(client)});
const answer = await client.${id}(${given.join(', ')});
console.log(JSON.stringify(answer, null, 2));
`;
}

function writeFetch(asked: Asked, options: SnippetOptions | undefined): string {
  const { method, url, headers, body } = guard(asked, options);
  const members = headers.map(([name, value]) => `${writeMember(name)}: ${writeText(value)}`);
  const init = [
    ...(method === 'GET' ? [] : [`method: ${quote(method)}`]),
    ...(members.length === 0 ? [] : [`headers: ${wrap('{}', members, 1)}`]),
    ...(body === undefined ? [] : [`body: ${writeBody(body)}`]),
  ];
  const place = writeText(url);
  return `const response = await fetch(${place}${init.length === 0 ? '' : `, ${wrap('{}', init, 0)}`});
console.log(await response.text());
`;
}

function writeBody({ pieces, value }: GuardedBody): string {
  if (value !== undefined) return `JSON.stringify(${writeLiteral(value, 1)})`;
  return writeText(pieces);
}

/** The languages of the inspector, with what writes a request in each. */
export const LANGUAGES = {
  curl: writeCurl,
  TypeScript: writeTypeScript,
} as const satisfies Readonly<Record<string, (asked: Asked, options?: SnippetOptions) => string>>;

export type Language = keyof typeof LANGUAGES;

const NAME = /^[A-Za-z_$][\w$]*$/;
const WIDTH = 90;
const INDENT = '  ';

/**
 * Writes what JSON can say as a literal of TypeScript.
 *
 * @param depth - how far the line it begins in is indented.
 */
function writeLiteral(value: unknown, depth = 0): string {
  if (typeof value === 'string') return quote(value);
  if (value instanceof Variable) return readVariable(value.name);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const write = (each: unknown) => writeLiteral(each, depth + 1);
  if (Array.isArray(value)) return wrap('[]', value.map(write), depth);
  const members = Object.entries(value).map(([name, each]) => `${writeMember(name)}: ${write(each)}`);
  return wrap('{}', members, depth);
}

/** Puts parts between brackets, in one line where they fit. */
function wrap(brackets: '[]' | '{}', parts: readonly string[], depth: number): string {
  const [open, close] = [brackets.slice(0, 1), brackets.slice(1)];
  if (parts.length === 0) return brackets;
  const padding = open === '{' ? ' ' : '';
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (line.length <= WIDTH - depth * INDENT.length && !line.includes('\n')) return line;
  const inner = INDENT.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${INDENT.repeat(depth)}${close}`;
}

/** Writes an expression that joins texts and variables. */
function writeText(pieces: readonly Piece[]): string {
  if (pieces.length === 0) return quote('');
  return pieces
    .map((piece) => ('variable' in piece ? readVariable(piece.variable) : quote(piece.text)))
    .join(' + ');
}

/** Writes a text in single quotes. */
function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return `'${escaped.replace(/\\.|'/g, (each) => (each === '\\"' ? '"' : each === "'" ? "\\'" : each))}'`;
}

/** Writes the name of a member of an object. */
function writeMember(name: string): string {
  // Even in quotes this one would not be a member.
  if (name === '__proto__') return "['__proto__']";
  return NAME.test(name) ? name : quote(name);
}

function readVariable(name: string): string {
  return `(process.env['${name}'] ?? '')`;
}

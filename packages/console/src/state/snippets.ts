import { BASE_PATH, ROUTES, type Route } from '@staking-agent/wire/light';

/** A request as it was sent. */
type Asked = {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** Writes a request as a command for a POSIX shell; neither the shell nor curl interprets any part of it. */
function writeCurl({ method, url, headers, body }: Asked): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl -sS --globoff${isImplied ? '' : ` -X ${quote(method)}`} ${quote(new URL(url).href)}`,
    // With a colon curl would leave out a header that is empty.
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quote(value ? `${name}: ${value}` : `${name};`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Quotes a word for a shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Writes a request as a module that prints the answer: a call of the client for an operation of the contract, `fetch` for
 * any other request. JSON text is a literal of TypeScript.
 */
function writeTypeScript(asked: Asked): string {
  const call = findCall(asked);
  if (call === undefined) {
    const { url, method, headers, body } = asked;
    const init = JSON.stringify({ method, headers, body }, null, 2);
    return `const response = await fetch(${JSON.stringify(url)}, ${init});
console.log(await response.text());
`;
  }
  const { id, url, members, options } = call;
  const given = [members, ...(options === undefined ? [] : [options])];
  return `import { createStakingClient } from '@staking-agent/sdk';

const client = createStakingClient(${JSON.stringify({ url })});
const answer = await client.${id}(${given.map((each) => JSON.stringify(each, null, 2)).join(', ')});
console.log(JSON.stringify(answer, null, 2));
`;
}

/** Headers that the client sends by itself. */
const OF_THE_CLIENT = ['content-type', 'idempotency-key'];
/** A member with this name would set the prototype of a literal. */
const PROTOTYPE = '"__proto__"';

/** Returns the call of the client that sends a request; undefined if there is none. */
function findCall({ method, url, headers, body = '{}' }: Asked) {
  const { href, search, searchParams } = new URL(url);
  const at = href.indexOf(`${BASE_PATH}/`);
  const route =
    at < 0 ? undefined : findRoute(method, href.slice(at + BASE_PATH.length, href.length - search.length));
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (
    route === undefined ||
    named.some(([name]) => !OF_THE_CLIENT.includes(name)) ||
    body.includes(PROTOTYPE)
  )
    return undefined;
  const idempotencyKey = named.find(([name]) => name === 'idempotency-key')?.[1];
  if (idempotencyKey !== undefined && !route.isKeyed) return undefined;
  return {
    id: route.id,
    url: href.slice(0, at),
    members: { ...route.members, ...Object.fromEntries(searchParams), ...JSON.parse(body) },
    options: idempotencyKey === undefined ? undefined : { idempotencyKey },
  };
}

/** Finds the operation of a path below the base path, with the members that are named in the path. */
function findRoute(method: string, path: string) {
  const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
  for (const [id, route] of routes) {
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/%]+)')}$`);
    const found = pattern.exec(path);
    if (found !== null && route.method === method)
      return { id, isKeyed: route.isKeyed === true, members: { ...found.groups } };
  }
  return undefined;
}

/** The languages of the inspector, each with the function that writes a request in it. */
export const LANGUAGES = { curl: writeCurl, TypeScript: writeTypeScript };

export type Language = keyof typeof LANGUAGES;

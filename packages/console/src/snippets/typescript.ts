import { BASE_PATH, ROUTES, type Route } from '@staking-agent/wire/light';
import type { Asked, SnippetOptions } from './asked.ts';
import { quote, wrap, writeLiteral, writeMember, writeText } from './literal.ts';
import { type GuardedBody, guard, Variable } from './secrets.ts';

/**
 * Writes a request as a module: a call of the client where the request is one of its operations, `fetch` otherwise. It
 * prints the answer.
 */
export function writeTypeScript(asked: Asked, options?: SnippetOptions): string {
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

import { METHODS } from 'node:http';
import { OPERATIONS, type Operation, PREFLIGHT_HEADERS } from '@staking-agent/wire';
import type { Check } from '../check.ts';
import { memberAt } from '../exchange.ts';
import { expectEqual, expectOk, expectRefusal } from '../expect.ts';
import { forRows } from '../rows.ts';
import { SIGNATURE, WALLET } from '../samples.ts';
import type { Subject } from '../subject.ts';

const VALUES: Readonly<Record<string, string>> = {
  key: 'sol-native-stake',
  wallet: WALLET,
  signature: SIGNATURE,
};
const PATHS = Object.values(OPERATIONS).map(({ method, path }: Operation) => ({
  method,
  path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? ''),
}));
/** What HTTP knows of methods and the contract does not. */
const UNUSUAL = METHODS.filter((each) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(each));
const MAX_AGE = 'access-control-max-age';

/** Sends methods that a path does not accept. */
async function refuseMethods(
  { client }: Subject,
  methodsOf: (method: string) => readonly string[],
): Promise<void> {
  await forRows(PATHS, async ({ method, path }) => {
    const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
    for (const other of methodsOf(method)) {
      const exchange = await client.ask(path, { method: other });
      expectRefusal(exchange, 'METHOD_NOT_ALLOWED', allow);
      expectEqual(exchange, 'Allow', exchange.answer.headers['allow'], allow);
    }
  });
}

/** Headers, preflights and methods. */
export const HEADER_CHECKS: readonly Check[] = [
  {
    id: 'headers.preflight',
    level: 'read',
    section: 'Cross-cutting rules',
    proves: 'A preflight of any path is 204 without a body, and holds for a day.',
    run: ({ client }) =>
      forRows([...PATHS.map(({ path }) => path), '/nowhere', '/stake/'], async (path) => {
        const headers = {
          origin: 'https://wallet.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-partner-key',
        };
        const exchange = await client.ask(path, { method: 'OPTIONS', headers });
        expectEqual(exchange, 'The status', exchange.answer.status, 204);
        expectEqual(exchange, 'The body', exchange.answer.text, '');
        expectEqual(
          exchange,
          MAX_AGE,
          exchange.answer.headers[MAX_AGE],
          PREFLIGHT_HEADERS['Access-Control-Max-Age'],
        );
      }),
  },
  {
    id: 'headers.methods-read',
    level: 'read',
    section: 'Cross-cutting rules',
    proves: 'A path that accepts POST answers GET with 405, and Allow names the method.',
    run: (subject) => refuseMethods(subject, (method) => (method === 'POST' ? ['GET'] : [])),
  },
  {
    id: 'headers.methods-write',
    level: 'build',
    section: 'Cross-cutting rules',
    proves: 'PUT, PATCH and DELETE are 405, and so is POST on a path that is read; Allow names the method.',
    run: (subject) =>
      refuseMethods(subject, (method) => ['PUT', 'PATCH', 'DELETE', ...(method === 'GET' ? ['POST'] : [])]),
  },
  {
    id: 'headers.methods-unusual',
    level: 'build',
    section: 'Cross-cutting rules',
    proves: 'An unknown method is 405, whatever its headers and its body.',
    run: ({ client }) =>
      forRows(UNUSUAL, async (method) => {
        const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' };
        const exchange = await client.ask('/health', { method, headers, body: '{"a', isRaw: true });
        expectRefusal(exchange, 'METHOD_NOT_ALLOWED', 'GET, HEAD, OPTIONS');
      }),
  },
  {
    id: 'headers.head',
    level: 'read',
    section: 'Cross-cutting rules',
    proves: 'HEAD answers what GET would, without the body, and is 405 where there is no GET.',
    run: async ({ client }) => {
      const exchange = expectOk(await client.ask('/health', { method: 'HEAD' }));
      expectEqual(exchange, 'The body', exchange.answer.text, '');
      const posted = await client.ask('/stake', { method: 'HEAD' });
      expectEqual(posted, 'The status of HEAD /stake', posted.answer.status, 405);
    },
  },
  {
    id: 'headers.authorization',
    level: 'read',
    section: 'Authentication',
    proves: 'The Authorization header is reserved: no value of it changes an answer.',
    run: async ({ get }) => {
      const exchange = expectOk(await get('/health', { authorization: 'Bearer x' }));
      expectEqual(exchange, 'ok', memberAt(exchange.answer.body, 'ok'), true);
    },
  },
];

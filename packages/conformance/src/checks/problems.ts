import { METHODS } from 'node:http';
import { OPERATIONS, type Operation, PREFLIGHT_HEADERS } from '@staking-agent/wire';
import { type Check, checks, expectEqual, expectMember, expectOk, expectRefusal } from '../check.ts';
import requests from '../corpus/requests.json' with { type: 'json' };
import { expandText, forRows, SIGNATURE, WALLET } from '../corpus.ts';
import type { Subject } from '../subject.ts';

const VALUES: Readonly<Record<string, string>> = {
  key: 'sol-native-stake',
  wallet: WALLET,
  signature: SIGNATURE,
};
const HEADER_PATHS = Object.values(OPERATIONS).map(({ method, path }: Operation) => ({
  method,
  path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? ''),
}));
/** Methods of HTTP that the contract does not have. */
const UNUSUAL = METHODS.filter((each) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(each));
const MAX_AGE = 'access-control-max-age';

/** Sends methods that a path does not accept. */
async function refuseMethods(
  { client }: Subject,
  methodsOf: (method: string) => readonly string[],
): Promise<void> {
  await forRows(HEADER_PATHS, async ({ method, path }) => {
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
  ...checks('headers', 'read', 'Cross-cutting rules', {
    preflight: {
      proves: 'A preflight of any path is 204 without a body, and holds for a day.',
      run: ({ client }) =>
        forRows([...HEADER_PATHS.map(({ path }) => path), '/nowhere', '/stake/'], async (path) => {
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
    'methods-read': {
      proves: 'A path that accepts POST answers GET with 405, and Allow names the method.',
      run: (subject) => refuseMethods(subject, (method) => (method === 'POST' ? ['GET'] : [])),
    },
  }),
  ...checks('headers', 'build', 'Cross-cutting rules', {
    'methods-write': {
      proves: 'PUT, PATCH and DELETE are 405, and so is POST on a path that is read; Allow names the method.',
      run: (subject) =>
        refuseMethods(subject, (method) => ['PUT', 'PATCH', 'DELETE', ...(method === 'GET' ? ['POST'] : [])]),
    },
    'methods-unusual': {
      proves: 'An unknown method is 405, whatever its headers and its body.',
      run: ({ client }) =>
        forRows(UNUSUAL, async (method) => {
          const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' };
          const exchange = await client.ask('/health', { method, headers, body: '{"a' });
          expectRefusal(exchange, 'METHOD_NOT_ALLOWED', 'GET, HEAD, OPTIONS');
        }),
    },
  }),
  ...checks('headers', 'read', 'Cross-cutting rules', {
    head: {
      proves: 'HEAD answers what GET would, without the body, and is 405 where there is no GET.',
      run: async ({ client }) => {
        const exchange = expectOk(await client.ask('/health', { method: 'HEAD' }));
        expectEqual(exchange, 'The body', exchange.answer.text, '');
        const posted = await client.ask('/stake', { method: 'HEAD' });
        expectEqual(posted, 'The status of HEAD /stake', posted.answer.status, 405);
      },
    },
  }),
  ...checks('headers', 'read', 'Authentication', {
    authorization: {
      proves: 'The Authorization header is reserved: no value of it changes an answer.',
      run: async ({ get }) => {
        const exchange = expectOk(await get('/health', { authorization: 'Bearer x' }));
        expectMember(exchange, 'ok', true);
      },
    },
  }),
];

const SECTION = 'Errors';
/** A request that is answered without a wallet, unless something about it is wrong. */
const QUOTE = { strategy: 'usdc-earn', wallet: WALLET, amount: '1' };
/** The code of a quote that was read: there is nothing to quote. */
const READ = 'NOTHING_TO_QUOTE';

const PATHS: readonly Check[] = [
  ...checks('problems', 'read', SECTION, {
    'unknown-path': {
      proves: 'An unknown path is 404, also one with an extra slash.',
      run: ({ client }) =>
        forRows(requests.unknownPaths, async (path) => {
          expectRefusal(await client.ask(path), 'PATH_NOT_FOUND');
        }),
    },
  }),
  ...checks('problems', 'read', 'Versioning', {
    'outside-base': {
      proves: 'The version is part of the base path: outside it there is no operation.',
      run: ({ client, url }) =>
        forRows(requests.pathsOutside, async (path) => {
          expectRefusal(await client.ask(`${url}${path}`), 'PATH_NOT_FOUND');
        }),
    },
  }),
  ...checks('problems', 'read', SECTION, {
    'malformed-path': {
      proves: 'A path that cannot be decoded is 400.',
      run: ({ client }) =>
        forRows(requests.malformedPaths, async (path) => {
          expectRefusal(await client.ask(path), 'REQUEST_MALFORMED', 'percent-escape');
        }),
    },
  }),
  ...checks('problems', 'build', SECTION, {
    'unread-body': {
      proves: 'An unknown path is 404 for every method, whatever its body is.',
      run: ({ client }) =>
        forRows(['POST', 'PUT', 'DELETE', 'PATCH'], async (method) => {
          for (const { body, headers } of requests.unreadBodies) {
            const exchange = await client.ask('/nowhere', {
              method,
              body: expandText(body),
              headers: { ...headers },
            });
            expectRefusal(exchange, 'PATH_NOT_FOUND');
          }
        }),
    },
  }),
];

const BODIES: readonly Check[] = [
  ...checks('problems', 'read', 'Cross-cutting rules', {
    'media-type': {
      proves: 'A body that is labelled as anything but JSON in UTF-8 is 415.',
      run: ({ post }) =>
        forRows(requests.mediaTypesRefused, async (type) => {
          expectRefusal(
            await post('/quote', QUOTE, { 'content-type': type }),
            'MEDIA_TYPE_UNSUPPORTED',
            'application/json',
          );
        }),
    },
    'media-type-read': {
      proves: 'A body that is labelled as JSON in UTF-8 in any spelling, or not labelled, is read.',
      run: async ({ client, post }) => {
        await forRows(requests.mediaTypesRead, async (type) => {
          expectRefusal(await post('/quote', QUOTE, { 'content-type': type }), READ);
        });
        const body = JSON.stringify(QUOTE);
        expectRefusal(
          await client.ask('/quote', { method: 'POST', body, headers: { 'content-type': [] } }),
          READ,
        );
      },
    },
    encoding: {
      proves: 'A compressed body is 415; one with Content-Encoding identity is read.',
      run: async ({ post }) => {
        for (const encoding of ['gzip', 'br', 'identity, gzip', '']) {
          expectRefusal(
            await post('/quote', QUOTE, { 'content-encoding': encoding }),
            'MEDIA_TYPE_UNSUPPORTED',
          );
        }
        for (const encoding of ['identity', 'Identity', ' identity ']) {
          expectRefusal(await post('/quote', QUOTE, { 'content-encoding': encoding }), READ);
        }
      },
    },
  }),
  ...checks('problems', 'read', 'Errors', {
    'repeated-member': {
      proves:
        'A member that a body contains twice is 400, and the detail names it: two parsers could read different amounts.',
      run: async ({ post }) => {
        const text = `${JSON.stringify(QUOTE).slice(0, -1)},"amount":"1000000"}`;
        expectRefusal(await post('/quote', text), 'KEY_REPEATED', '"amount" twice');
      },
    },
  }),
  ...checks('problems', 'read', 'Limits', {
    payload: {
      proves: 'A body over the limit is 413, and the detail says the limit.',
      run: async ({ post }) => {
        expectRefusal(await post('/quote', `{"a":"${'x'.repeat(70_000)}"}`), 'BODY_TOO_LARGE', '65536 bytes');
      },
    },
  }),
  ...checks('problems', 'build', 'Errors', {
    'repeated-header': {
      proves: 'A header that the operation reads and that is sent twice is 400, and the detail names it.',
      run: ({ client }) =>
        forRows(['Idempotency-Key', 'X-Partner-Key', 'X-Referral-Code'], async (name) => {
          const body = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' };
          const exchange = await client.ask('/stake', {
            method: 'POST',
            body,
            headers: { [name]: ['a', 'b'] },
          });
          expectRefusal(exchange, 'HEADER_REPEATED', name.toLowerCase());
        }),
    },
  }),
  ...checks('problems', 'read', 'Errors', {
    several: {
      proves: 'The detail names all faults of a body together.',
      run: async ({ post }) => {
        const exchange = await post('/quote', { wallet: 5 });
        expectRefusal(
          exchange,
          ['FIELD_MISSING', 'FIELD_INVALID'],
          'Missing: strategy, amount',
          'wallet must be text',
        );
      },
    },
  }),
  ...checks('problems', 'build', 'Cross-cutting rules', {
    'unknown-member': {
      proves: 'An unknown member changes nothing.',
      run: async ({ post }) => {
        const body = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5', extra: true };
        const exchange = expectOk(await post('/stake', body));
        expectEqual(exchange, 'The status', exchange.answer.status, 200);
      },
    },
  }),
];

/** Refusals that are the same for every operation. */
export const PROBLEM_CHECKS: readonly Check[] = [...PATHS, ...BODIES];

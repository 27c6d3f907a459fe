import type { Check } from '../check.ts';
import { expandText } from '../corpus/expand-text.ts';
import requests from '../corpus/requests.json' with { type: 'json' };
import { expectEqual, expectOk, expectRefusal } from '../expect.ts';
import { forRows } from '../rows.ts';
import { WALLET } from '../samples.ts';

const SECTION = 'Errors';
/** A request that is answered without a wallet, unless something about it is wrong. */
const QUOTE = { strategy: 'usdc-earn', wallet: WALLET, amount: '1' };
/** What a good quote request is refused with: there is nothing to quote. */
const READ = 'NOTHING_TO_QUOTE';

const PATHS: readonly Check[] = [
  {
    id: 'problems.unknown-path',
    level: 'read',
    section: SECTION,
    proves: 'An unknown path is 404, also one with an extra slash.',
    run: ({ client }) =>
      forRows(requests.unknownPaths, async (path) => {
        expectRefusal(await client.ask(path, { isRaw: true }), 'PATH_NOT_FOUND');
      }),
  },
  {
    id: 'problems.outside-base',
    level: 'read',
    section: 'Versioning',
    proves: 'The version is part of the base path: outside it there is no operation.',
    run: ({ client, url }) =>
      forRows(requests.pathsOutside, async (path) => {
        expectRefusal(await client.ask(`${url}${path}`), 'PATH_NOT_FOUND');
      }),
  },
  {
    id: 'problems.malformed-path',
    level: 'read',
    section: SECTION,
    proves: 'A path that cannot be decoded is 400.',
    run: ({ client }) =>
      forRows(requests.malformedPaths, async (path) => {
        expectRefusal(await client.ask(path, { isRaw: true }), 'REQUEST_MALFORMED', 'percent-escape');
      }),
  },
  {
    id: 'problems.unread-body',
    level: 'build',
    section: SECTION,
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
];

const BODIES: readonly Check[] = [
  {
    id: 'problems.media-type',
    level: 'read',
    section: 'Cross-cutting rules',
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
  {
    id: 'problems.media-type-read',
    level: 'read',
    section: 'Cross-cutting rules',
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
  {
    id: 'problems.encoding',
    level: 'read',
    section: 'Cross-cutting rules',
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
  {
    id: 'problems.repeated-member',
    level: 'read',
    section: 'Errors',
    proves:
      'A member that a body contains twice is 400, and the detail names it: two parsers could read different amounts.',
    run: async ({ post }) => {
      const text = `${JSON.stringify(QUOTE).slice(0, -1)},"amount":"1000000"}`;
      expectRefusal(await post('/quote', text), 'KEY_REPEATED', '"amount" twice');
    },
  },
  {
    id: 'problems.payload',
    level: 'read',
    section: 'Limits',
    proves: 'A body over the limit is 413, and the detail says the limit.',
    run: async ({ post }) => {
      expectRefusal(await post('/quote', `{"a":"${'x'.repeat(70_000)}"}`), 'BODY_TOO_LARGE', '65536 bytes');
    },
  },
  {
    id: 'problems.repeated-header',
    level: 'build',
    section: 'Errors',
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
  {
    id: 'problems.several',
    level: 'read',
    section: 'Errors',
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
  {
    id: 'problems.unknown-member',
    level: 'build',
    section: 'Cross-cutting rules',
    proves: 'An unknown member changes nothing.',
    run: async ({ post }) => {
      const body = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5', extra: true };
      const exchange = expectOk(await post('/stake', body));
      expectEqual(exchange, 'The status', exchange.answer.status, 200);
    },
  },
];

/** Refusals that are the same for every operation. */
export const PROBLEM_CHECKS: readonly Check[] = [...PATHS, ...BODIES];

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Logger, pino } from 'pino';
import { listSecrets, loadConfig } from '../config/config.ts';
import { createLineCleaner, createRedactor } from './log.ts';

const TOKEN_KEY = Buffer.from('a key of service tokens, 32 long');
const PARTNER_SECRET = Buffer.from('what partner keys are hashed by!');
const ROUTER_KEY = 'router/key+with "odd" characters';
const PARTNER_KEY = `sapk_${'abc234'.repeat(7).slice(0, 39)}`;
const TOKEN = `st1.main.${'p'.repeat(34)}.${'m'.repeat(43)}`;
const CONFIG = loadConfig({
  DEPLOYMENT: new URL('../../../../deployments/sandbox.json', import.meta.url).pathname,
  LEDGER_RPC_URLS:
    'https://rpc.example/v2/rpc-path-key-0123456789,https://other.example/?api-key=rpc-query-key',
  ROUTER_URL: 'https://router.example/',
  ROUTER_API_KEY: ROUTER_KEY,
  VAULT_API_URL: 'https://vault:vault-password@vault.example/',
  APY_VALIDATOR_URL: 'https://apy.example/',
  DATABASE_URL: 'postgresql://staking:data%2Fbase-password@db.example/staking',
  SERVICE_TOKEN_KEYS: `main:${TOKEN_KEY.toString('base64')}`,
  PARTNER_KEY_SECRETS: `main:${PARTNER_SECRET.toString('base64')}`,
});

/** What no line may hold, in every spelling that an error may have it in. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  'a key of tokens': [
    TOKEN_KEY.toString('base64'),
    TOKEN_KEY.toString('base64url'),
    TOKEN_KEY.toString('hex'),
  ],
  'a secret of partner keys': [PARTNER_SECRET.toString('base64'), PARTNER_SECRET.toString('hex')],
  "the router's key": [ROUTER_KEY, encodeURIComponent(ROUTER_KEY)],
  'the password of the database': ['data/base-password', 'data%2Fbase-password'],
  'the password of an upstream': ['vault-password'],
  'a key in the path of a node': ['rpc-path-key-0123456789'],
  'a key in the query of a node': ['rpc-query-key'],
  "a partner's key": [PARTNER_KEY],
  'a token of a build': [TOKEN],
};

/** Every place of a line that a text may get into. */
const PLACES: Readonly<Record<string, (log: Logger, text: string) => void>> = {
  message: (log, text) => log.warn(`it said ${text} and no more`),
  field: (log, text) => log.warn({ fault: `Error: ${text}` }, 'failed'),
  'name of a field': (log, text) => log.warn({ [text]: 1 }, 'failed'),
  'deep field': (log, text) => log.warn({ a: { b: [{ c: `<${text}>` }] } }, 'failed'),
  error: (log, text) => log.error(new Error(text)),
  'cause of an error': (log, text) =>
    log.error({ err: new Error('outer', { cause: new Error('inner', { cause: new Error(text) }) }) }),
  'member of an error': (log, text) => log.error({ err: Object.assign(new Error('no'), { url: text }) }),
  'one of several errors': (log, text) => log.error({ err: new AggregateError([new Error(text)], 'all') }),
  'field of a child': (log, text) => log.child({ node: text }).info('child'),
  'text in a text': (log, text) => log.warn({ body: JSON.stringify({ error: text }) }),
  'end of a long text': (log, text) => log.warn({ fault: 'x'.repeat(1_000) + text + 'y'.repeat(9_000) }),
};

function start() {
  const lines: string[] = [];
  const clean = createLineCleaner(createRedactor(listSecrets(CONFIG)));
  const log = pino({ base: null, hooks: { streamWrite: clean } }, { write: (line) => void lines.push(line) });
  return { log, lines };
}

describe('a line of the log', () => {
  for (const [secret, spellings] of Object.entries(SECRETS)) {
    for (const [place, write] of Object.entries(PLACES)) {
      test(`has not ${secret} as ${place}`, () => {
        for (const spelling of spellings) {
          const { log, lines } = start();
          write(log, spelling);
          const [line = ''] = lines;
          const written = [line, JSON.stringify(JSON.parse(line))].join();
          const escaped = JSON.stringify(spelling).slice(1, -1);
          for (const form of [spelling, escaped, JSON.stringify(escaped).slice(1, -1)]) {
            assert.ok(!written.includes(form), written);
          }
          // Nor the first half of it, where a line is cut.
          assert.ok(!written.includes(spelling.slice(0, Math.ceil(spelling.length / 2))), written);
          assert.match(written, /\(removed\)/);
        }
      });
    }
  }

  test('that has no secret is written as it is', () => {
    const { log, lines } = start();
    log.info({ requestId: 'r', route: '/api/v1/stake', status: 200 }, 'answered');
    assert.match(
      lines[0] ?? '',
      /"requestId":"r","route":"\/api\/v1\/stake","status":200,"msg":"answered"\}\n$/,
    );
  });

  test('is cut, and is JSON still', () => {
    const { log, lines } = start();
    log.warn(
      { requestId: 'r', fault: 'x'.repeat(400_000), list: Array.from({ length: 900 }, (_, i) => i) },
      'failed',
    );
    log.warn(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, 'x'])), 'many');
    log.warn('z'.repeat(400_000));
    for (const line of lines) {
      assert.ok(line.length <= 8_193 && line.endsWith('}\n'), String(line.length));
      assert.equal(line.indexOf('\n'), line.length - 1);
    }
    const [long, many, message] = lines.map((line) => JSON.parse(line));
    assert.equal(long.requestId, 'r');
    assert.match(long.fault, /^x{1024} \(400000 characters\)$/);
    assert.equal(long.list.length, 20);
    assert.equal(many.msg, 'many');
    assert.ok(many.characters > 8_192);
    assert.match(message.msg, /^z{1024} \(400000 characters\)$/);
  });
});

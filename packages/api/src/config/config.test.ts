import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { VARIABLES } from './variables.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const DEPLOYMENT = join(ROOT, 'deployments/mainnet.json');
const files = {
  readText: (path: string) => readFileSync(path, 'utf8'),
  developmentKey: () => `dev:${randomBytes(32).toString('base64')}`,
};
const key = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`;
const SHARED = randomBytes(32).toString('base64');
const minimal = {
  LEDGER_RPC_URLS: 'http://127.0.0.1:8899',
  ROUTER_URL: 'http://127.0.0.1:8899/router',
  ROUTER_API_KEY: 'any',
  VAULT_API_URL: 'http://127.0.0.1:8899/vault',
  APY_VALIDATOR_URL: 'http://127.0.0.1:8899/apy',
  DEPLOYMENT,
};
const production = {
  NODE_ENV: 'production',
  LEDGER_RPC_URLS: 'https://rpc-one.example/secret,https://rpc-two.example',
  ROUTER_URL: 'https://router.example',
  ROUTER_API_KEY: 'canary-router',
  VAULT_API_URL: 'https://vault.example',
  APY_VALIDATOR_URL: 'https://apy.example/?key=canary-apy',
  DEPLOYMENT,
  SERVICE_TOKEN_KEYS: key('a'),
  PARTNER_KEY_SECRETS: key('p'),
  BASE_URL: 'https://stake.example',
};

/** The faults, as the operator is told them. */
function findFaults(environment: Record<string, string | undefined>): string {
  try {
    loadConfig(environment, files);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return '';
}

test('a ledger and a deployment are enough on a development machine', () => {
  const config = loadConfig(minimal, files);
  assert.equal(config.siteOrigin, 'http://127.0.0.1:3000');
  // Nobody else on the network reaches it unless told so.
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.deployment.name, 'mainnet');
  assert.equal(config.serviceTokenKeys[0]?.kid, 'dev');
  const ofAll = (price: bigint) => Object.fromEntries(STRATEGY_KEYS.map((key) => [key, price]));
  assert.deepEqual(config.priorityFee, { percentile: 75, floor: ofAll(20_000n), ceiling: ofAll(1_000_000n) });
});

test('production starts when everything real is given', () => {
  const config = loadConfig(production, files);
  assert.equal(config.siteOrigin, 'https://stake.example');
  assert.equal(config.ledgerRpcUrls.length, 2);
  assert.equal(config.usdcWindow, 'sevenDays');
});

for (const url of [
  'postgresql://user:canary@db.example/staking?sslmode=verify-full',
  'postgresql://user@/staking?host=/var/run/postgresql',
  'postgresql://user@localhost/staking?host=%2Fvar%2Frun%2Fpostgresql',
]) {
  test(`production takes the database ${url}`, () => {
    assert.equal(loadConfig({ ...production, DATABASE_URL: url }, files).databaseUrl, url);
  });
}

test('production takes upstreams on private networks, and on addresses of its own', () => {
  for (const host of ['10.0.0.7', '192.168.1.2', '[2001:db8::1]', 'localhost.example', 'fe80.example']) {
    loadConfig({ ...production, ROUTER_URL: `https://${host}` }, files);
  }
});

for (const name of [
  'LEDGER_RPC_URLS',
  'ROUTER_URL',
  'ROUTER_API_KEY',
  'VAULT_API_URL',
  'APY_VALIDATOR_URL',
  'DEPLOYMENT',
  'SERVICE_TOKEN_KEYS',
  'PARTNER_KEY_SECRETS',
  'BASE_URL',
]) {
  test(`production does not start without ${name}`, () => {
    assert.match(findFaults({ ...production, [name]: undefined }), new RegExp(`- ${name} `));
  });
}

type Fault = readonly [name: string, variables: Readonly<Record<string, string>>, expected: RegExp];
const keyOf = (bytes: Uint8Array) => `a:${Buffer.from(bytes).toString('base64')}`;
const words = (text: string) => text.trim().split(/\s+/);

const ANYWHERE: readonly Fault[] = [
  ['a short token key', { SERVICE_TOKEN_KEYS: keyOf(randomBytes(31)) }, /31 bytes/],
  ['a kid twice', { SERVICE_TOKEN_KEYS: `${key('a')},${key('a')}` }, /names a kid twice/],
  ['an RPC that is no URL', { LEDGER_RPC_URLS: 'localhost' }, /entry 1 must be an http/],
  ['an unknown dialect', { ROUTER_DIALECT: 'toString' }, /ROUTER_DIALECT must be one of sanctum/],
  ['an unknown window', { APY_USDC_WINDOW: 'week' }, /APY_USDC_WINDOW must be one of oneDay, seven/],
  ['a port above 65535', { PORT: '65536' }, /PORT must be a port number/],
  ['an admin port above 65535', { ADMIN_PORT: '65536' }, /ADMIN_PORT must be a port number/],
  ['a port that processes share without a database', { REUSE_PORT: 'on' }, /off without DATABASE_URL/],
  ['an admin port in words', { ADMIN_PORT: 'on' }, /ADMIN_PORT must be .* or off/],
  [
    'a short partner secret',
    { PARTNER_KEY_SECRETS: keyOf(randomBytes(31)) },
    /SECRETS holds a key of 31 bytes/,
  ],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
  ['an unknown strategy', { COMING_SOON: 'eth-stake' }, /COMING_SOON holds an unknown strategy/],
  ['an explorer without a place for the signature', { EXPLORER_URL: 'https://solscan.io' }, /\{signature\}/],
  [
    'a fee floor above the ceiling',
    { PRIORITY_FEE_FLOOR: '5,usdc-earn=8', PRIORITY_FEE_CEILING: '7' },
    /must not exceed/,
  ],
  ['a floor of no strategy', { PRIORITY_FEE_FLOOR: '5,earn=6' }, /must name strategies/],
  ['a ceiling no intent would let pass', { PRIORITY_FEE_CEILING: '3500001' }, /must not exceed/],
  [
    'a database that is not PostgreSQL',
    { DATABASE_URL: 'mysql://user:canary@db.example/staking' },
    /of a PostgreSQL/,
  ],
  ['header fields of traces that are none', { OTEL_EXPORTER_OTLP_HEADERS: 'key' }, /must be of the form/],
  ['a missing deployment file', { DEPLOYMENT: 'no-such-file.json' }, /DEPLOYMENT /],
  ...spread(
    'INSTANT_EXIT_LOSS_LIMIT',
    /must be a percentage from 0 to 100/,
    words('-1 100.1 3% 0.001 1e1 .5 03'),
  ),
  ...spread('BASE_URL', /must be .*without \/api\/v1: https:\/\/stake\.example$/, [
    ...words('stake.example https://stake.example/ https://proxy.example/stake/ https://stake.example/a?b'),
    ...words('https://stake.example#a https://stake.example/"> https://stake.example/api/v1'),
    'https://stake.example/a b',
  ]),
  ...spread(
    'RATE_LIMITS',
    /must be off, or requests a minute such as reads=/,
    words('on 5 reads reads= reads=0 reads=-1 reads=1.5 writes=5 reads=5;builds=5'),
  ),
  // Then anybody could be anybody.
  ...spread(
    'TRUST_PROXY',
    /must name the addresses or networks of the proxies/,
    words('true * 0 10 0.0.0.0/0 ::/0 10.0.0.0/33 10.0.0.0/8/8 proxy.example 10.0.0.0/'),
  ),
  ...spread('CONSOLE', /must be/, ['yes']),
  // Whatever could end the rule of a policy.
  ...spread('CONSOLE_RPC_URL', /must be/, [
    "https://rpc.example'; script-src *",
    'https://rpc.example https://evil.example',
    'wss://rpc.example',
  ]),
  ...spread('SANDBOX_URL', /must be/, words('http://127.0.0.1:8899 http://127.0.0.1:8899/x/sandbox')),
];

const FEW_BYTES = Uint8Array.from({ length: 45 }, (_, i) => i % 15);
const LOCAL = words(`
  localhost rpc.localhost localhost. 127.0.0.1 127.1 0x7f000001 0.0.0.0 169.254.169.254 [::1] [::] [fe80::1]
  [::ffff:127.0.0.1] [::ffff:a9fe:a9fe]`);
const UNVERIFIED = words(`
  canary@db.example/staking canary@db.example/staking?sslmode=require canary@localhost/staking
  canary@db.example/staking?sslmode=no-verify canary@db.example/staking?sslmode=verify-full&sslmode=disable
  canary@db.example/staking?sslmode=prefer&uselibpqcompat=true canary@db.example/staking?ssl=true
  canary@db.example/staking?sslmode=verify-full&sslrootcert=/no/such/file`);
const IN_PRODUCTION: readonly Fault[] = [
  ['an RPC without TLS', { LEDGER_RPC_URLS: 'http://rpc.example' }, /entry 1 must be https/],
  ['a router without TLS', { ROUTER_URL: 'http://router.example' }, /ROUTER_URL must be https/],
  ['a NODE_ENV nobody knows', { NODE_ENV: 'prod' }, /NODE_ENV must be one of production/],
  [
    'a token key of one byte',
    { SERVICE_TOKEN_KEYS: keyOf(new Uint8Array(32).fill(7)) },
    /SERVICE_TOKEN_KEYS holds a key of fewer than 16 different bytes/,
  ],
  [
    'a partner secret of 15 different bytes',
    { PARTNER_KEY_SECRETS: keyOf(FEW_BYTES) },
    /PARTNER_KEY_SECRETS holds a key of fewer than 16 different bytes/,
  ],
  [
    'one key in two places',
    { SERVICE_TOKEN_KEYS: `a:${SHARED}`, PARTNER_KEY_SECRETS: `${key('p')},b:${SHARED}` },
    /PARTNER_KEY_SECRETS holds a key of SERVICE_TOKEN_KEYS/,
  ],
  ['one key under two names', { SERVICE_TOKEN_KEYS: `a:${SHARED},b:${SHARED}` }, /KEYS holds one key twice/],
  [
    'a public origin without TLS',
    { BASE_URL: 'http://stake.example' },
    /BASE_URL must be https in production/,
  ],
  ['certificates that nobody verifies', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /UNAUTHORIZED must not be 0/],
  [
    'the controls of a sandbox',
    { SANDBOX_URL: 'http://127.0.0.1:8899/sandbox' },
    /SANDBOX_URL must not be set/,
  ],
  [
    'a node that browsers ask in the clear',
    { CONSOLE_RPC_URL: 'http://rpc.example' },
    /RPC_URL must be https/,
  ],
  ...LOCAL.flatMap((host): readonly Fault[] => [
    [
      `an RPC endpoint at ${host}`,
      { LEDGER_RPC_URLS: `https://rpc.example,https://${host}:8899/canary` },
      /LEDGER_RPC_URLS entry 2 must not be a loopback or link-local address/,
    ],
    [`a router at ${host}`, { ROUTER_URL: `https://${host}` }, /ROUTER_URL must not be a loopback/],
  ]),
  ...spread(
    'DATABASE_URL',
    /must have sslmode=verify-full in production/,
    UNVERIFIED.map((place) => `postgresql://user:${place}`),
  ),
];

/** One variable with each of these values. */
function spread(name: string, rule: RegExp, values: readonly string[]): readonly Fault[] {
  const expected = new RegExp(`${name} ${rule.source}`);
  return values.map((value): Fault => [`${name} as ${value}`, { [name]: value }, expected]);
}

for (const [where, environment, faults] of [
  ['anywhere', minimal, ANYWHERE],
  ['in production', production, IN_PRODUCTION],
] as const) {
  for (const [name, variables, expected] of faults) {
    test(`does not start with ${name} ${where}`, () => {
      assert.match(findFaults({ ...environment, ...variables }), expected);
    });
  }
}

test('a base URL may have a path, as a proxy puts it before', () => {
  for (const url of ['https://stake.example', 'http://127.0.0.1:3000', 'https://proxy.example/a/stake']) {
    assert.equal(loadConfig({ ...minimal, BASE_URL: url }, files).siteOrigin, url);
  }
});

test('the console is on with a sandbox, off without one, and as its variable says', () => {
  const SANDBOX_URL = 'http://127.0.0.1:8899/sandbox';
  const read = (variables: object) => loadConfig({ ...minimal, ...variables }, files).hasConsole;
  assert.equal(read({}), false);
  assert.equal(read({ SANDBOX_URL, CONSOLE: 'off' }), false);
  assert.equal(read({ SANDBOX_URL }), true);
});

test('callers have no limit, or budgets of which some may be left out', () => {
  const read = (RATE_LIMITS: string) => loadConfig({ ...minimal, RATE_LIMITS }, files).quotas;
  assert.equal(read('off'), undefined);
  assert.deepEqual(read('reads=5, builds=7'), { reads: 5, builds: 7, keyed: 120, broadcasts: 300 });
});

test('proxies are addresses and networks, or so many in a row', () => {
  const read = (TRUST_PROXY?: string) => loadConfig({ ...minimal, TRUST_PROXY }, files).trustProxy;
  assert.equal(read(), false);
  assert.deepEqual(read('10.0.0.0/8, loopback,fd00::/8'), ['10.0.0.0/8', 'loopback', 'fd00::/8']);
  const trusts = read('2');
  assert.ok(typeof trusts === 'function');
  assert.deepEqual(
    [0, 1, 2].map((place) => trusts('192.0.2.1', place)),
    [true, true, false],
  );
});

test('readiness and metrics are served where asked for, and nowhere else', () => {
  assert.equal(loadConfig(minimal, files).adminPort, undefined);
  const { adminHost, adminPort } = loadConfig({ ...minimal, ADMIN_PORT: '1' }, files);
  assert.deepEqual([adminHost, adminPort], ['127.0.0.1', 1]);
});

test('the loss an instant exit may bring is 3 % unless another is named, in hundredths of a percent', () => {
  assert.equal(loadConfig(minimal, files).instantExitLossBps, 300);
  for (const [text, bps] of [
    ['0', 0],
    ['0.29', 29],
    ['1.5', 150],
    ['100', 10_000],
  ] as const) {
    const { instantExitLossBps } = loadConfig({ ...minimal, INSTANT_EXIT_LOSS_LIMIT: text }, files);
    assert.equal(instantExitLossBps, bps);
  }
});

test('the store is a file in the data directory unless a database is named', () => {
  const url = 'postgresql://user@db.example/staking';
  const read = ({ databaseUrl, dataDirectory }: Config) => [databaseUrl, dataDirectory];
  assert.deepEqual(read(loadConfig(minimal, files)), [undefined, 'data']);
  assert.deepEqual(read(loadConfig({ ...minimal, DATABASE_URL: url, DATA_DIR: '/d' }, files)), [url, '/d']);
});

test('reports all faults together, and no value that may be secret', () => {
  const message = findFaults({
    ...production,
    APY_USDC_WINDOW: 'x',
    PORT: 'x',
    DATABASE_URL: 'http://c2VjcmV0@db',
    SERVICE_TOKEN_KEYS: 'a:c2VjcmV0',
    COMING_SOON: 'y',
  });
  assert.match(message, /5 fault\(s\)/);
  assert.doesNotMatch(message, /c2VjcmV0|canary/);
});

test('.env.example lists every variable with its default, and no other', () => {
  const lines = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n');
  const shown = new Map(
    lines.flatMap((line) => {
      const match = /^(#?)([A-Z_]+)=(.*)$/.exec(line);
      return match ? [[match[2], { isSet: match[1] === '', text: match[3] }] as const] : [];
    }),
  );
  const variables = Object.values(VARIABLES);
  assert.deepEqual([...shown.keys()].toSorted(), variables.map(({ name }) => name).toSorted());
  for (const { name, fallback } of variables) {
    assert.deepEqual(shown.get(name)?.isSet ? shown.get(name)?.text : undefined, fallback, name);
  }
});

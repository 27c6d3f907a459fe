import { BlockList, isIP } from 'node:net';
import { type Deployment, parseDeployment } from '@staking-agent/chain/deployment';
import { canServeConsole } from '@staking-agent/console';
import { BASE_PATH, isStrategyKey, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { TIP_SERVICES } from '../builds/budget.ts';
import { createTokenKey, type TokenKey } from '../builds/token.ts';
import { parseValueLimits } from '../builds/value-limits.ts';
import { BUDGETS, type Quotas, type TrustProxy } from '../http/callers.ts';
import { isVerifiedConnection } from '../store/postgres.ts';
import type { OpenRouter } from '../upstreams/router.ts';
import { openSanctum } from '../upstreams/sanctum.ts';

/** The dialects of routers, by the values of `ROUTER_DIALECT`. */
export const ROUTER_DIALECTS = { sanctum: openSanctum } satisfies Readonly<Record<string, OpenRouter>>;

/** The files that settings are read from. */
export type Machine = {
  readText(path: string): string;
  /** Reads a key of a development machine, making one on first use; `file` is its name in the data directory. */
  developmentKey(dataDirectory: string, file: string): string;
};

/** The circumstances that a variable is read in. */
export type Place = Machine & { readonly isProduction: boolean; readonly dataDirectory: string };

/**
 * Reads the text of one variable, undefined where it is not set.
 *
 * @throws {Error} saying what would be right, as the end of a sentence that begins with the name; never with the value, which
 *   may be secret.
 */
type Read<Value> = (text: string | undefined, place: Place) => Value;

/** One variable: its name, its reader, and the text unless it is set. */
export type Variable<Value> = ReturnType<typeof variable<Value>>;

function variable<Value>(name: string, read: Read<Value>, fallback?: string) {
  return { name, read, fallback };
}

function optional<Value>(read: Read<Value>): Read<Value | undefined> {
  return (text, place) => (text === undefined ? undefined : read(text, place));
}

const readText: Read<string> = (text) => {
  if (text === undefined) throw new Error('must be set');
  return text;
};

function matching(pattern: RegExp, description: string): Read<string> {
  return (text = '') => {
    if (!pattern.test(text)) throw new Error(`must be ${description}`);
    return text;
  };
}

function oneOf<const Word extends string>(words: readonly Word[]): Read<Word> {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return word;
  };
}

function matchingNumber(description: string, pattern = /^(0|[1-9][0-9]{0,14})$/): Read<number> {
  const read = matching(pattern, description);
  return (text, place) => Number(read(text, place));
}

const readSeconds: Read<number> = (text, place) =>
  matchingNumber('a whole number of seconds')(text, place) * 1_000;

/** Reads a price for all strategies, and others for some: `20000,sol-leveraged-stake=50000`. */
const readUnitPrices: Read<Readonly<Record<StrategyKey, bigint>>> = (text = '') => {
  const [first = '', ...others] = text.split(',');
  const prices = Object.fromEntries(STRATEGY_KEYS.map((key) => [key, first]));
  for (const other of others) {
    const [key = '', price = ''] = other.split('=');
    if (!isStrategyKey(key)) throw new Error('must name strategies behind the first price');
    prices[key] = price;
  }
  if (!Object.values(prices).every((price) => /^(0|[1-9][0-9]{0,14})$/.test(price)))
    throw new Error('must be micro-lamports per compute unit, a whole number; others by strategy may follow');
  return Object.fromEntries(STRATEGY_KEYS.map((key) => [key, BigInt(prices[key] ?? 0)])) as Record<
    StrategyKey,
    bigint
  >;
};

const readSwitch: Read<boolean> = (text, place) => matching(/^(on|off)$/, 'on or off')(text, place) === 'on';

/** @param rest - what else may stand there. */
function portOr(rest: string): Read<number> {
  return (text = '') => {
    const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(port <= 65_535)) throw new Error(`must be a port number from 0 to 65535${rest}`);
    return port;
  };
}

const readBaseUrl: Read<string | undefined> = (text, { isProduction }) => {
  if (text === undefined) {
    if (!isProduction) return undefined;
    throw new Error('must be set in production: the public https origin, such as https://stake.example');
  }
  if (!/^https?:\/\/[^/?#\s"<>]+(\/[^/?#\s"<>]+)*$/.test(text) || text.includes(BASE_PATH)) {
    throw new Error(
      'must be the public scheme and host, with the path that a proxy puts before ours, if any, without /api/v1: https://stake.example',
    );
  }
  if (isProduction && !text.startsWith('https://')) throw new Error('must be https in production');
  return text;
};

const readDatabaseUrl: Read<string> = (text = '', { isProduction }) => {
  if (!/^postgres(ql)?:\/\/\S+$/.test(text)) {
    throw new Error(
      'must be the connection URL of a PostgreSQL database: postgresql://user:password@host/database',
    );
  }
  if (isProduction) assertVerified(text);
  return text;
};

function assertVerified(url: string): void {
  let rule = 'must have sslmode=verify-full in production (sslrootcert names a CA of your own), or a socket';
  try {
    if (isVerifiedConnection(url)) return;
  } catch (error) {
    // The code of a file that cannot be read says enough; a text of the driver's might quote the URL.
    const { code }: { code?: unknown } = Object(error);
    if (typeof code === 'string') rule += `; it cannot be used: ${code}`;
  }
  throw new Error(rule);
}

const readDeployment: Read<Deployment> = (path, { readText }) => {
  if (path === undefined) throw new Error('must name a deployment file, such as deployments/mainnet.json');
  return parseDeployment(JSON.parse(readText(path)));
};

/** Different bytes that a key of production has; what a person types or a program fills in has fewer. */
const LEAST_DISTINCT = 16;

/** Reads a list of keys, `kid:base64` comma-separated. @param file - of the key of a development machine. */
function keysOr(file: string): Read<readonly TokenKey[]> {
  return (text, { isProduction, dataDirectory, developmentKey }) => {
    if (text === undefined && isProduction) {
      throw new Error('must be set in production: kid:base64 of 32 random bytes, comma-separated');
    }
    const rule = { leastDistinct: isProduction ? LEAST_DISTINCT : 0 };
    const entries = (text ?? developmentKey(dataDirectory, file)).split(',');
    const keys = entries.map((entry) => createTokenKey(entry.trim(), rule));
    if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw new Error('names a kid twice');
    return keys;
  };
}

function splitList(text = ''): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}

const readStrategyKeys: Read<ReadonlySet<StrategyKey>> = (text) => {
  const keys = splitList(text);
  if (keys.every(isStrategyKey)) return new Set(keys);
  throw new Error(`holds an unknown strategy; strategies: ${STRATEGY_KEYS.join(', ')}`);
};

const DEFAULT_QUOTAS: Quotas = { reads: 1_200, builds: 600, keyed: 120, broadcasts: 300 };
const DEFAULT_RATE_LIMITS = BUDGETS.map((budget) => `${budget}=${DEFAULT_QUOTAS[budget]}`).join();

/** Reads `off`, or budgets a minute such as `reads=1200,builds=600`; one that is left out has its default. */
const readRateLimits: Read<Quotas | undefined> = (text = '') => {
  if (text.trim() === 'off') return undefined;
  const entries = text.split(',').map((entry) => {
    const [, name, count] = /^([a-z]+)=([1-9][0-9]{0,8})$/.exec(entry.trim()) ?? [];
    const budget = BUDGETS.find((each) => each === name);
    if (budget === undefined)
      throw new Error(`must be off, or requests a minute such as ${DEFAULT_RATE_LIMITS}`);
    return [budget, Number(count)] as const;
  });
  return { ...DEFAULT_QUOTAS, ...Object.fromEntries(entries) };
};

const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Reads the addresses and networks of the proxies that may name the client, or the number of proxies in a row. */
const readTrustProxy: Read<TrustProxy> = (text) => {
  if (text === undefined) return false;
  if (/^[1-9]$/.test(text.trim())) return (_address, place) => place < Number(text);
  const networks = text.split(',').map((each) => each.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error(
    'must name the addresses or networks of the proxies, such as 10.0.0.0/8 or loopback, or how many stand in a row',
  );
};

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // All addresses there are cannot be proxies of ours: then anybody could be anybody.
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const readConsole: Read<boolean | undefined> = optional((text, place) => {
  const isOn = readSwitch(text, place);
  if (!isOn || canServeConsole()) return isOn;
  throw new Error('must be off until its files are built: npm run build -w packages/console');
});

const readConsoleRpc: Read<string> = (text = '', place) => {
  const url = matching(
    /^https?:\/\/[^\s"';,]+$/,
    'the URL of a ledger node that browsers may ask: https://rpc.example',
  );
  if (place.isProduction && text.startsWith('http:')) throw new Error('must be https in production');
  return url(text, place);
};

const readSandboxUrl: Read<string> = (text, place) => {
  if (place.isProduction) {
    throw new Error('must not be set in production: the console would show the controls of a sandbox');
  }
  const url = matching(
    /^https?:\/\/[^/?#\s"';,]+\/sandbox$/,
    'where the sandbox is controlled: http://127.0.0.1:8899/sandbox',
  );
  return url(text, place);
};

/** Addresses of this machine and of its link: no upstream of a production service is there. */
const NEAR = new BlockList();
NEAR.addSubnet('0.0.0.0', 8, 'ipv4');
NEAR.addSubnet('127.0.0.0', 8, 'ipv4');
NEAR.addSubnet('169.254.0.0', 16, 'ipv4');
NEAR.addAddress('::', 'ipv6');
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

/** Reads the URL of an upstream; in production it is https and its host is another machine. */
const readUpstream: Read<string> = (text = '', { isProduction }) => {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('must be an http(s) URL');
  if (!isProduction) return text;
  if (url.protocol !== 'https:') throw new Error('must be https in production');
  if (isNear(url.hostname)) throw new Error('must not be a loopback or link-local address in production');
  return text;
};

// The URL parser has brought every way of writing an IPv4 address into the usual one.
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return NEAR.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Reads the URLs of RPC endpoints, comma-separated; a fault names the entry by its place. */
const readUpstreams: Read<readonly string[]> = (text, place) => {
  const urls = splitList(text);
  if (urls.length === 0) throw new Error('must name at least one Solana RPC endpoint, comma-separated');
  return urls.map((url, i) => {
    try {
      return readUpstream(url, place);
    } catch (error) {
      throw new Error(`entry ${i + 1} ${error instanceof Error ? error.message : ''}`);
    }
  });
};

const readCollector: Read<string> = (text = '') => {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (isWeb && [url.username, url.password, url.search, url.hash].every((part) => part === '')) return text;
  throw new Error('must be the http or https URL of a collector, such as http://127.0.0.1:4318');
};

const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})=([\x21-\x7e][\x20-\x7e]*)$/;

/** Reads header fields in the form of OpenTelemetry: values may be percent-encoded. */
const readHeaders: Read<Readonly<Record<string, string>>> = (text) =>
  Object.fromEntries(
    splitList(text).map((entry) => {
      const [, name, value] = FIELD.exec(entry) ?? [];
      try {
        if (name !== undefined && value !== undefined) return [name, decodeURIComponent(value)];
      } catch {
        // A % sign that begins no escape.
      }
      throw new Error('must be of the form name=value, comma-separated, with % signs only in escapes');
    }),
  );

/** Every variable that the service reads, by the setting that it becomes. Blank counts as not set. */
export const VARIABLES = {
  nodeEnv: variable('NODE_ENV', optional(oneOf(['production', 'development', 'test']))),
  host: variable('HOST', readText, '127.0.0.1'),
  port: variable('PORT', portOr(''), '3000'),
  /** True if other processes may listen on the same port; the system then deals connections out. */
  isPortShared: variable('REUSE_PORT', readSwitch, 'off'),
  baseUrl: variable('BASE_URL', readBaseUrl),
  commit: variable('COMMIT', readText, 'unknown'),
  logLevel: variable(
    'LOG_LEVEL',
    oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'info',
  ),
  /** How long it serves on after it was told to stop, for load balancers to notice. */
  drainMilliseconds: variable('DRAIN_SECONDS', readSeconds, '0'),
  shutdownMilliseconds: variable('SHUTDOWN_SECONDS', readSeconds, '25'),
  /** How many requests a caller may send in a minute; undefined without a limit. */
  quotas: variable('RATE_LIMITS', readRateLimits, DEFAULT_RATE_LIMITS),
  /** The proxies that may name callers. */
  trustProxy: variable('TRUST_PROXY', readTrustProxy),
  /** Limits of stakes, unless the operator's commands set others. */
  valueLimits: variable('VALUE_LIMITS', (text = '') => parseValueLimits(text)),
  dataDirectory: variable('DATA_DIR', readText, 'data'),
  databaseUrl: variable('DATABASE_URL', optional(readDatabaseUrl)),
  deployment: variable('DEPLOYMENT', readDeployment),
  /** The first key signs, all verify. */
  serviceTokenKeys: variable('SERVICE_TOKEN_KEYS', keysOr('service-token-key')),
  /** Partner keys are hashed under the first one; those hashed under another still hold. */
  partnerKeySecrets: variable('PARTNER_KEY_SECRETS', keysOr('partner-key-secret')),
  ledgerRpcUrls: variable('LEDGER_RPC_URLS', readUpstreams),
  /** Endpoints that only take transactions. */
  ledgerSendUrls: variable('LEDGER_SEND_URLS', optional(readUpstreams)),
  routerUrl: variable('ROUTER_URL', readUpstream),
  routerApiKey: variable('ROUTER_API_KEY', readText),
  routerDialect: variable(
    'ROUTER_DIALECT',
    oneOf(Object.keys(ROUTER_DIALECTS) as (keyof typeof ROUTER_DIALECTS)[]),
    'sanctum',
  ),
  vaultApiUrl: variable('VAULT_API_URL', readUpstream),
  validatorApyUrl: variable('APY_VALIDATOR_URL', readUpstream),
  /** The window of a vault's yield that is its APY. */
  usdcWindow: variable(
    'APY_USDC_WINDOW',
    oneOf(['oneDay', 'sevenDays', 'thirtyDays', 'allTime']),
    'sevenDays',
  ),
  /** Where traces are sent, if anywhere. */
  collectorUrl: variable('OTEL_EXPORTER_OTLP_ENDPOINT', optional(readCollector)),
  collectorHeaders: variable('OTEL_EXPORTER_OTLP_HEADERS', readHeaders),
  tracedName: variable(
    'OTEL_SERVICE_NAME',
    matching(/^[ -~]{1,100}$/, 'at most 100 characters of ASCII'),
    'staking-agent-api',
  ),
  tracedRatio: variable(
    'OTEL_TRACES_SAMPLER_ARG',
    matchingNumber(
      'the share of traces that is recorded, from 0 to 1, such as 0.05',
      /^(1(\.0{1,6})?|0(\.[0-9]{1,6})?)$/,
    ),
    '1',
  ),
  adminHost: variable('ADMIN_HOST', readText, '127.0.0.1'),
  /** Where readiness and metrics are served, if anywhere. */
  adminPort: variable(
    'ADMIN_PORT',
    (text, place) => (text === 'off' ? undefined : portOr(', or off')(text, place)),
    'off',
  ),
  /** Holds `{signature}` where the signature goes. */
  explorerUrl: variable(
    'EXPLORER_URL',
    matching(/^https?:\/\/\S*\{signature\}\S*$/, 'a URL with {signature} in it'),
    'https://solscan.io/tx/{signature}',
  ),
  comingSoon: variable('COMING_SOON', readStrategyKeys, ''),
  hasConsole: variable('CONSOLE', readConsole),
  /** The ledger node that browsers prove transactions with. */
  consoleRpcUrl: variable('CONSOLE_RPC_URL', optional(readConsoleRpc)),
  /** Where the sandbox is controlled; undefined wherever anything has value. */
  sandboxUrl: variable('SANDBOX_URL', optional(readSandboxUrl)),
  /** Most that an instant exit may bring less than its value, in percent with two places at most. */
  instantExitLossLimit: variable(
    'INSTANT_EXIT_LOSS_LIMIT',
    matchingNumber(
      'a percentage from 0 to 100 with at most two decimal places, such as 3 or 0.75',
      /^(100|[1-9]?[0-9](\.[0-9]{1,2})?)$/,
    ),
    '3',
  ),
  tipService: variable('TIP_SERVICE', oneOf(TIP_SERVICES), 'jito'),
  feePercentile: variable(
    'PRIORITY_FEE_PERCENTILE',
    matchingNumber('a whole number from 0 to 100', /^(100|[1-9]?[0-9])$/),
    '75',
  ),
  /** Prices in micro-lamports per compute unit. */
  feeFloor: variable('PRIORITY_FEE_FLOOR', readUnitPrices, '20000'),
  feeCeiling: variable('PRIORITY_FEE_CEILING', readUnitPrices, '1000000'),
};

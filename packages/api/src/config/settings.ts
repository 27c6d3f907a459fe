import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { canServeConsole } from '@staking-agent/console';
import { type Static, Type } from 'typebox';
import { createTokenKey, type TokenKey } from '../builds/token.ts';
import { BUDGETS, type Budget, type Quotas, type TrustProxy } from '../http/callers.ts';
import type { TracingSettings } from '../runtime/open-telemetry.ts';
import type { OpenRouter } from '../upstreams/router.ts';
import { openSanctum } from '../upstreams/sanctum.ts';
import type { ApyWindow } from '../upstreams/vault.ts';

/** Reads one variable, and notes the fault of one that cannot be read: the configuration that it is part of is not used. */
export type Attempt = <T>(name: string, read: () => T) => T;

/** Collects the faults of a configuration, to report all of them at once. */
export function collectFaults(): { readonly faults: string[]; readonly attempt: Attempt } {
  const faults: string[] = [];
  return {
    faults,
    attempt<T>(name: string, read: () => T): T {
      try {
        return read();
      } catch (error) {
        faults.push(`${name} ${error instanceof Error ? error.message : 'is unreadable'}`);
        // Stands for the value until all faults are found; then they are thrown.
        return undefined as T;
      }
    },
  };
}

const DEFAULT_QUOTAS: Quotas = { reads: 1_200, builds: 600, keyed: 120, broadcasts: 300 };

/** Requests a minute that one address may make unless the environment says otherwise. */
export const DEFAULT_RATE_LIMITS = BUDGETS.map((budget) => `${budget}=${DEFAULT_QUOTAS[budget]}`).join();

const ENTRY = /^([a-z]+)=([1-9][0-9]{0,8})$/;
const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Reads the budgets of a caller.
 *
 * @param text - `off`, or budgets a minute such as `reads=1200,builds=600`; one that is left out has its default.
 * @returns undefined without a limit.
 * @throws {Error} for anything else, as the end of a sentence.
 */
export function parseRateLimits(text: string): Quotas | undefined {
  if (text.trim() === 'off') return undefined;
  return { ...DEFAULT_QUOTAS, ...parseQuotas(text) };
}

function parseQuotas(text: string): Partial<Record<Budget, number>> {
  const entries = text.split(',').map((entry) => {
    const [, name, count] = ENTRY.exec(entry.trim()) ?? [];
    const budget = BUDGETS.find((each) => each === name);
    if (budget === undefined) {
      throw new Error(`must be off, or requests a minute such as ${DEFAULT_RATE_LIMITS}`);
    }
    return [budget, Number(count)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Reads which proxies are trusted to name the client.
 *
 * @param text - addresses and networks, comma-separated, or the number of proxies in a row; blank for none.
 * @returns false where nobody is believed.
 * @throws {Error} for anything else, as the end of a sentence.
 */
export function parseTrustProxy(text: string | undefined): TrustProxy {
  if (text === undefined) return false;
  if (/^[1-9]$/.test(text.trim())) return (_address, place) => place < Number(text);
  const networks = text.split(',').map((each) => each.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error(
    'must name the addresses or networks of the proxies, such as 10.0.0.0/8 or loopback, or how many stand in a row',
  );
}

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // All addresses there are cannot be proxies of ours: then anybody could be anybody.
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The variables of the page at the root. */
export const CONSOLE_VARIABLES = {
  CONSOLE: Type.Optional(Type.String({ pattern: '^(on|off)$', description: 'on or off' })),
  CONSOLE_RPC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s"\';,]+$',
      description: 'the URL of a ledger node that browsers may ask: https://rpc.example',
    }),
  ),
  SANDBOX_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#\\s"\';,]+/sandbox$',
      description: 'where the sandbox is controlled: http://127.0.0.1:8899/sandbox',
    }),
  ),
};

/** The console of a deployment. */
export type ConsoleSettings = {
  /** The ledger node that browsers prove transactions with. */
  readonly rpcUrl: string | undefined;
};

type ConsoleEnv = Static<Type.TObject<typeof CONSOLE_VARIABLES>>;

/** Reads whether there is a console, and on what: with the sandbox unless it is off, elsewhere only where it is on. */
export function readConsole(env: ConsoleEnv): ConsoleSettings | undefined {
  const { CONSOLE: word, CONSOLE_RPC_URL: rpcUrl, SANDBOX_URL: sandboxUrl } = env;
  const isOn = (word ?? (sandboxUrl === undefined ? 'off' : 'on')) === 'on';
  return isOn ? { rpcUrl } : undefined;
}

/** Finds settings of a console that could not be served, or would show the controls of a sandbox in production. */
export function consoleFaults(env: ConsoleEnv, isProduction: boolean): string[] {
  const faults: string[] = [];
  if (isProduction && env['SANDBOX_URL'] !== undefined) {
    faults.push(
      'SANDBOX_URL must not be set in production: the console would show the controls of a sandbox',
    );
  }
  if (isProduction && env['CONSOLE_RPC_URL']?.startsWith('http:')) {
    faults.push('CONSOLE_RPC_URL must be https in production');
  }
  if (env['CONSOLE'] === 'on' && !canServeConsole()) {
    faults.push('CONSOLE must be off until its files are built: npm run build -w packages/console');
  }
  return faults;
}

/** Addresses of this machine and of its link: no upstream of a production service is there. */
const NEAR = new BlockList();
NEAR.addSubnet('0.0.0.0', 8, 'ipv4');
NEAR.addSubnet('127.0.0.0', 8, 'ipv4');
NEAR.addSubnet('169.254.0.0', 16, 'ipv4');
NEAR.addAddress('::', 'ipv6');
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

/**
 * Reads the URLs of RPC endpoints, comma-separated.
 *
 * @throws {Error} naming the entry by its place, never showing it.
 */
function parseUpstreamUrls(text: string | undefined, isProduction: boolean): readonly string[] {
  const urls = (text ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean);
  if (urls.length === 0) throw new Error('must name at least one Solana RPC endpoint, comma-separated');
  return urls.map((url, i) => {
    try {
      return parseUpstreamUrl(url, isProduction);
    } catch (error) {
      throw new Error(`entry ${i + 1} ${error instanceof Error ? error.message : ''}`);
    }
  });
}

/**
 * Reads the URL of an upstream; in production it is https and its host is another machine.
 *
 * @throws {Error} saying what would be right. The URL is never shown, because it may hold a key.
 */
function parseUpstreamUrl(text: string, isProduction: boolean): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('must be an http(s) URL');
  if (!isProduction) return text;
  if (url.protocol !== 'https:') throw new Error('must be https in production');
  if (isNear(url.hostname)) {
    throw new Error('must not be a loopback or link-local address in production');
  }
  return text;
}

// The URL parser has brought every way of writing an IPv4 address into the usual one.
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return NEAR.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** The variables of OpenTelemetry that are read; names and forms are its own. */
type OpenTelemetryVariables = {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: string;
};

const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})=([\x21-\x7e][\x20-\x7e]*)$/;

/**
 * Reads where traces go, from the variables that OpenTelemetry has names for.
 *
 * @returns undefined where they go nowhere.
 * @throws {Error} as the end of a sentence; never with a value, which may be secret.
 */
export function parseTracing(env: OpenTelemetryVariables): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('must be the http or https URL of a collector, such as http://127.0.0.1:4318');
  }
  return {
    endpoint,
    headers: parseHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: Number(env.OTEL_TRACES_SAMPLER_ARG),
  };
}

function parseHeaders(text: string): Readonly<Record<string, string>> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = FIELD.exec(entry.trim()) ?? [];
      if (name === undefined || value === undefined) {
        throw new Error('needs OTEL_EXPORTER_OTLP_HEADERS of the form name=value, comma-separated');
      }
      return [name, decode(value)];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Error('needs OTEL_EXPORTER_OTLP_HEADERS whose % signs begin an escape');
  }
}

/** The dialects of routers, by the values of `ROUTER_DIALECT`. */
export const ROUTER_DIALECTS = { sanctum: openSanctum } satisfies Readonly<Record<string, OpenRouter>>;
const DIALECTS = Object.keys(ROUTER_DIALECTS);

/** The variables of upstreams. */
export const UPSTREAM_VARIABLES = {
  LEDGER_RPC_URLS: Type.Optional(Type.String()),
  LEDGER_SEND_URLS: Type.Optional(Type.String()),
  ROUTER_URL: Type.Optional(Type.String()),
  ROUTER_API_KEY: Type.Optional(Type.String()),
  ROUTER_DIALECT: Type.String({
    pattern: `^(${DIALECTS.join('|')})$`,
    default: 'sanctum',
    description: `one of ${DIALECTS.join(', ')}`,
  }),
  VAULT_API_URL: Type.Optional(Type.String()),
  APY_VALIDATOR_URL: Type.Optional(Type.String()),
  APY_USDC_WINDOW: Type.String({
    pattern: '^(oneDay|sevenDays|thirtyDays|allTime)$',
    default: 'sevenDays',
    description: 'one of oneDay, sevenDays, thirtyDays, allTime',
  }),
};

/**
 * Reads the settings of upstreams.
 *
 * @param isProduction - whether plain http is refused.
 */
export function readUpstreams(
  env: Static<Type.TObject<typeof UPSTREAM_VARIABLES>>,
  isProduction: boolean,
  attempt: Attempt,
) {
  const readUrl = (name: 'ROUTER_URL' | 'VAULT_API_URL' | 'APY_VALIDATOR_URL') =>
    attempt(name, () => parseUpstreamUrl(env[name] ?? '', isProduction));
  return {
    ledgerRpcUrls: attempt('LEDGER_RPC_URLS', () => parseUpstreamUrls(env['LEDGER_RPC_URLS'], isProduction)),
    /** Endpoints that only take transactions; may be none. */
    ledgerSendUrls: attempt('LEDGER_SEND_URLS', () =>
      env['LEDGER_SEND_URLS'] === undefined ? [] : parseUpstreamUrls(env['LEDGER_SEND_URLS'], isProduction),
    ),
    routerUrl: readUrl('ROUTER_URL'),
    routerApiKey: attempt('ROUTER_API_KEY', () => requireText(env['ROUTER_API_KEY'])),
    routerDialect: env['ROUTER_DIALECT'] as keyof typeof ROUTER_DIALECTS,
    vaultApiUrl: readUrl('VAULT_API_URL'),
    /** Where validators' yields come from, and the window of a vault's that is its APY. */
    apy: { validatorUrl: readUrl('APY_VALIDATOR_URL'), usdcWindow: env['APY_USDC_WINDOW'] as ApyWindow },
  };
}

function requireText(text: string | undefined): string {
  if (text === undefined) throw new Error('must be set');
  return text;
}

/** Files in the data directory that keep the keys of a development machine. */
export const DEVELOPMENT_KEY_FILES = {
  serviceToken: 'service-token-key',
  partnerKeySecret: 'partner-key-secret',
} as const;

/**
 * Reads a key of a development machine, making one on first use, readable by its owner only.
 *
 * @param file - name of its file; one of {@link DEVELOPMENT_KEY_FILES}.
 */
export function developmentKey(dataDirectory: string, file: string): string {
  const path = join(dataDirectory, file);
  mkdirSync(dataDirectory, { recursive: true });
  try {
    // Of two processes that find none, one makes it and the other reads what the first has made.
    writeFileSync(path, `dev:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

/** Different bytes that a key of production has; what a person types or a program fills in has fewer. */
const LEAST_DISTINCT = 16;

/**
 * Reads a list of keys, `kid:base64` comma-separated; the first one is the one in use.
 *
 * @param developmentKey - gives the key of a machine where none is set.
 * @throws {Error} saying what would be right, never showing a key.
 */
export function parseKeys(
  text: string | undefined,
  isProduction: boolean,
  developmentKey: () => string,
): readonly TokenKey[] {
  if (text === undefined && isProduction) {
    throw new Error('must be set in production: kid:base64 of 32 random bytes, comma-separated');
  }
  const rule = { leastDistinct: isProduction ? LEAST_DISTINCT : 0 };
  const keys = (text ?? developmentKey()).split(',').map((entry) => createTokenKey(entry.trim(), rule));
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw new Error('names a kid twice');
  return keys;
}

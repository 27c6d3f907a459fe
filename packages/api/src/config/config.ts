import { type Deployment, parseDeployment } from '@staking-agent/chain/deployment';
import { isStrategyKey, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { Check } from 'typebox/schema';
import type { TokenKey } from '../builds/token.ts';
import { parseValueLimits, type ValueLimits } from '../builds/value-limits.ts';
import type { TracingSettings } from '../runtime/open-telemetry.ts';
import type { StoreLocation } from '../store/open.ts';
import { isVerifiedConnection } from '../store/postgres.ts';
import {
  DEFAULT_DATA_DIRECTORY,
  type Env,
  Environment,
  formFaults,
  ruleFaults,
  withDefaults,
} from './environment.ts';
import {
  type Attempt,
  type CallerSettings,
  type ConsoleSettings,
  collectFaults,
  consoleFaults,
  DEVELOPMENT_KEY_FILES,
  developmentKey,
  parseKeys,
  parseRateLimits,
  parseTracing,
  parseTrustProxy,
  parseUpstreams,
  readConsole,
  type UpstreamSettings,
} from './settings.ts';

/** The configuration of one running service, parsed once and frozen. */
export type Config = UpstreamSettings & {
  readonly host: string;
  readonly port: number;
  /** True if other processes may listen on the same port; the system then deals connections out. */
  readonly isPortShared: boolean;
  /** The public origin: scheme, host, and the path of a proxy where there is one. */
  readonly siteOrigin: string;
  readonly commit: string;
  readonly logLevel: string;
  /** How long it serves on after it was told to stop, for load balancers to notice. */
  readonly drainMilliseconds: number;
  readonly callers: CallerSettings;
  /** Limits of stakes, unless the operator's commands set others. */
  readonly valueLimits: ValueLimits;
  readonly shutdownMilliseconds: number;
  readonly store: StoreLocation;
  readonly deployment: Deployment;
  /** The first key signs, all verify. */
  readonly serviceTokenKeys: readonly TokenKey[];
  /** Partner keys are hashed under the first one; those hashed under another still hold. */
  readonly partnerKeySecrets: readonly TokenKey[];
  /** Where readiness and metrics are served, if anywhere. */
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  /** Where traces are sent, if anywhere. */
  readonly tracing: TracingSettings | undefined;
  /** Holds `{signature}` where the signature goes. */
  readonly explorerUrl: string;
  /** Where the sandbox is controlled; undefined wherever anything has value. */
  readonly sandboxUrl: string | undefined;
  /** The page at the root, if any. */
  readonly console: ConsoleSettings | undefined;
  readonly comingSoon: ReadonlySet<StrategyKey>;
  /** Most that an instant exit may bring less than its value, in hundredths of a percent. */
  readonly instantExitLossBps: number;
  /** Prices in micro-lamports per compute unit. */
  readonly priorityFee: { readonly percentile: number; readonly floor: bigint; readonly ceiling: bigint };
};

/** All faults of a configuration at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration from environment variables.
 *
 * @param environment - names and texts, as `process.env` has them.
 * @param files - reads the deployment file, and the development keys kept in `DATA_DIR`.
 * @throws {ConfigError} listing every variable at fault with what would be right; never a value, which may be secret.
 */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  files: { readText(path: string): string; developmentKey(dataDirectory: string, file: string): string },
): Config {
  const env = withDefaults(environment);
  const isProduction = env['NODE_ENV'] === 'production';
  const { faults, add, attempt } = collectFaults();
  add([...formFaults(env), ...ruleFaults(env), ...consoleFaults(env, isProduction)]);
  if (isProduction) add(productionFaults(env, environment['NODE_TLS_REJECT_UNAUTHORIZED']));
  const upstreams = parseUpstreams(env, isProduction, attempt);
  const deployment = attempt('DEPLOYMENT', () => parseDeploymentFile(env['DEPLOYMENT'], files.readText));
  const attemptKeys = (name: 'SERVICE_TOKEN_KEYS' | 'PARTNER_KEY_SECRETS', file: string) =>
    attempt(name, () =>
      parseKeys(env[name], isProduction, () => files.developmentKey(env['DATA_DIR'], file)),
    );
  const tokenKeys = attemptKeys('SERVICE_TOKEN_KEYS', DEVELOPMENT_KEY_FILES.serviceToken);
  const partnerSecrets = attemptKeys('PARTNER_KEY_SECRETS', DEVELOPMENT_KEY_FILES.partnerKeySecret);
  add(sharedKeyFaults({ SERVICE_TOKEN_KEYS: tokenKeys.value, PARTNER_KEY_SECRETS: partnerSecrets.value }));
  const policies = parsePolicies(env, attempt);
  if (faults.length > 0) {
    throw new ConfigError(`The configuration has ${faults.length} fault(s):\n- ${faults.join('\n- ')}`);
  }
  return Object.freeze({
    ...readProcess(env),
    ...upstreams(),
    deployment: deployment.get(),
    serviceTokenKeys: tokenKeys.get(),
    partnerKeySecrets: partnerSecrets.get(),
    ...policies(),
  });
}

function parsePolicies(env: Env, attempt: Attempt) {
  const comingSoon = attempt('COMING_SOON', () => parseStrategyKeys(env['COMING_SOON']));
  const quotas = attempt('RATE_LIMITS', () => parseRateLimits(env['RATE_LIMITS']));
  const trustProxy = attempt('TRUST_PROXY', () => parseTrustProxy(env['TRUST_PROXY']));
  const tracing = attempt('OTEL_EXPORTER_OTLP_ENDPOINT', () => parseTracing(env));
  const valueLimits = attempt('VALUE_LIMITS', () => parseValueLimits(env['VALUE_LIMITS'] ?? ''));
  return () => ({
    comingSoon: comingSoon.get(),
    callers: { quotas: quotas.get(), trustProxy: trustProxy.get() },
    tracing: tracing.get(),
    valueLimits: valueLimits.get(),
  });
}

/** Reads the settings that their patterns fully check. */
function readProcess(env: Env) {
  return {
    host: env['HOST'],
    port: Number(env['PORT']),
    isPortShared: env['REUSE_PORT'] === 'on',
    siteOrigin: env['BASE_URL'] ?? `http://${env['HOST']}:${env['PORT']}`,
    commit: env['COMMIT'],
    logLevel: env['LOG_LEVEL'],
    drainMilliseconds: Number(env['DRAIN_SECONDS']) * 1_000,
    shutdownMilliseconds: Number(env['SHUTDOWN_SECONDS']) * 1_000,
    store: { databaseUrl: env['DATABASE_URL'], dataDirectory: env['DATA_DIR'] },
    admin: readAdmin(env),
    explorerUrl: env['EXPLORER_URL'],
    sandboxUrl: env['SANDBOX_URL'],
    console: readConsole(env),
    // Two places: exact as hundredths.
    instantExitLossBps: Math.round(Number(env['INSTANT_EXIT_LOSS_LIMIT']) * 100),
    priorityFee: {
      percentile: Number(env['PRIORITY_FEE_PERCENTILE']),
      floor: BigInt(env['PRIORITY_FEE_FLOOR']),
      ceiling: BigInt(env['PRIORITY_FEE_CEILING']),
    },
  };
}

function parseDeploymentFile(path: string | undefined, readText: (path: string) => string): Deployment {
  if (path === undefined) throw new Error('must name a deployment file, such as deployments/mainnet.json');
  return parseDeployment(JSON.parse(readText(path)));
}

function readAdmin(env: Env): Config['admin'] {
  const { ADMIN_HOST: host, ADMIN_PORT: port } = env;
  return port === 'off' ? undefined : { host, port: Number(port) };
}

function parseStrategyKeys(text: string): ReadonlySet<StrategyKey> {
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  return new Set(
    keys.map((key) => {
      if (!isStrategyKey(key))
        throw new Error(`holds an unknown strategy; strategies: ${STRATEGY_KEYS.join(', ')}`);
      return key;
    }),
  );
}

/**
 * Finds settings that are allowed in development only.
 *
 * @param tlsRejection - `NODE_TLS_REJECT_UNAUTHORIZED`, which Node itself reads.
 * @returns a line for each, beginning with the name of the variable and showing no value.
 */
function productionFaults(env: Env, tlsRejection: string | undefined): string[] {
  const faults: string[] = [];
  const { BASE_URL: baseUrl, DATABASE_URL: databaseUrl } = env;
  if (baseUrl === undefined) {
    faults.push('BASE_URL must be set in production: the public https origin, such as https://stake.example');
  } else if (!baseUrl.startsWith('https://')) {
    faults.push('BASE_URL must be https in production');
  }
  if (databaseUrl !== undefined) faults.push(...databaseFaults(databaseUrl));
  if (tlsRejection === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production: no certificate would be verified');
  }
  return faults;
}

function databaseFaults(url: string): string[] {
  // What is no such URL at all is said elsewhere.
  if (!/^postgres(ql)?:/.test(url)) return [];
  const rule =
    'must have sslmode=verify-full in production (sslrootcert names a CA of your own), or a socket';
  try {
    return isVerifiedConnection(url) ? [] : [`DATABASE_URL ${rule}`];
  } catch (error) {
    // The code of a file that cannot be read says enough; a text of the driver's might quote the URL.
    const { code }: { code?: unknown } = Object(error);
    return [`DATABASE_URL ${rule}${typeof code === 'string' ? `; it cannot be used: ${code}` : ''}`];
  }
}

/** Finds keys that are used for two purposes: a key that leaks must not open the other. */
function sharedKeyFaults(keys: Readonly<Record<string, readonly TokenKey[] | undefined>>): readonly string[] {
  const places = new Map<string, string>();
  const faults = new Set<string>();
  for (const [name, entries = []] of Object.entries(keys)) {
    for (const { secret } of entries) {
      const text = secret.toString('base64');
      const other = places.get(text);
      if (other === name) faults.add(`${name} holds one key twice`);
      else if (other !== undefined) faults.add(`${name} holds a key of ${other}; each must be its own`);
      places.set(text, name);
    }
  }
  return [...faults];
}

/** Path segments of this length are keys, as RPC providers put them there; shorter ones are words. */
const SEGMENT_CHARACTERS = 16;

/** Collects the secrets of a configuration: keys, passwords, and the parts of URLs that may be keys. */
export function listSecrets(config: Config): readonly string[] {
  const { routerApiKey, routerUrl, vaultApiUrl, ledgerRpcUrls, apy, store } = config;
  const urls = [routerUrl, vaultApiUrl, ...ledgerRpcUrls, apy.validatorUrl, store.databaseUrl];
  const keys = [...config.serviceTokenKeys, ...config.partnerKeySecrets].flatMap(({ secret, base64 }) =>
    [secret, Buffer.from(base64, 'base64')].flatMap(listEncodings),
  );
  const headers = Object.values(config.tracing?.headers ?? {});
  return [
    routerApiKey,
    ...keys,
    ...headers,
    ...urls.flatMap((url) => (url === undefined ? [] : listParts(url))),
  ];
}

function listEncodings(bytes: Uint8Array): string[] {
  return (['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(bytes).toString(encoding));
}

function listParts(text: string): string[] {
  const url = URL.parse(text);
  if (url === null) return [];
  const segments = url.pathname.split('/').filter((segment) => segment.length >= SEGMENT_CHARACTERS);
  return [url.password, decodeURIComponent(url.password), ...url.searchParams.values(), ...segments];
}

/**
 * Reads the variables that the operator's commands need, as the service does, and none of the others.
 *
 * @returns the location of the store; `secrets` and `valueLimits` throw {ConfigError} where they are faulty.
 * @throws {ConfigError} when the database's URL is none.
 */
export function loadAdminConfig(environment: Readonly<Record<string, string | undefined>>) {
  const readText = (name: string) => environment[name]?.trim() || undefined;
  const read = <T>(name: string, parse: (text: string | undefined) => T) => {
    try {
      return parse(readText(name));
    } catch (error) {
      throw new ConfigError(`${name} ${error instanceof Error ? error.message : 'is unreadable'}.`);
    }
  };
  const databaseUrl = readText('DATABASE_URL');
  if (databaseUrl !== undefined && !Check(Environment.properties.DATABASE_URL, databaseUrl)) {
    throw new ConfigError('DATABASE_URL must be the connection URL of a PostgreSQL database.');
  }
  const dataDirectory = readText('DATA_DIR') ?? DEFAULT_DATA_DIRECTORY;
  const makeKey = () => developmentKey(dataDirectory, DEVELOPMENT_KEY_FILES.partnerKeySecret);
  return {
    store: { databaseUrl, dataDirectory },
    valueLimits: () => read('VALUE_LIMITS', (text) => parseValueLimits(text ?? '')),
    secrets: () =>
      read('PARTNER_KEY_SECRETS', (text) =>
        parseKeys(text, environment['NODE_ENV'] === 'production', makeKey),
      ),
  };
}

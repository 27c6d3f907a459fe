import { type Deployment, parseDeployment } from '@staking-agent/chain/deployment';
import { isStrategyKey, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { Check } from 'typebox/schema';
import type { TokenKey } from '../builds/token.ts';
import { parseValueLimits } from '../builds/value-limits.ts';
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
  collectFaults,
  consoleFaults,
  DEVELOPMENT_KEY_FILES,
  developmentKey,
  parseKeys,
  parseRateLimits,
  parseTracing,
  parseTrustProxy,
  readConsole,
  readUpstreams,
} from './settings.ts';

/** The configuration of one running service, parsed once and frozen. */
export type Config = ReturnType<typeof loadConfig>;

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
) {
  const env = withDefaults(environment);
  const isProduction = env['NODE_ENV'] === 'production';
  const { faults, attempt } = collectFaults();
  faults.push(...formFaults(env), ...ruleFaults(env), ...consoleFaults(env, isProduction));
  if (isProduction) faults.push(...productionFaults(env, environment['NODE_TLS_REJECT_UNAUTHORIZED']));
  const upstreams = readUpstreams(env, isProduction, attempt);
  const deployment = attempt('DEPLOYMENT', () => parseDeploymentFile(env['DEPLOYMENT'], files.readText));
  const keys = readKeys(env, isProduction, files.developmentKey, attempt);
  faults.push(
    ...sharedKeyFaults({
      SERVICE_TOKEN_KEYS: keys.serviceTokenKeys,
      PARTNER_KEY_SECRETS: keys.partnerKeySecrets,
    }),
  );
  const policies = readPolicies(env, attempt);
  if (faults.length > 0) {
    throw new ConfigError(`The configuration has ${faults.length} fault(s):\n- ${faults.join('\n- ')}`);
  }
  return Object.freeze({ ...readProcess(env), ...upstreams, deployment, ...keys, ...policies });
}

function readKeys(
  env: Env,
  isProduction: boolean,
  developmentKey: (dataDirectory: string, file: string) => string,
  attempt: Attempt,
) {
  const read = (name: 'SERVICE_TOKEN_KEYS' | 'PARTNER_KEY_SECRETS', file: string) =>
    attempt(name, () => parseKeys(env[name], isProduction, () => developmentKey(env['DATA_DIR'], file)));
  return {
    /** The first key signs, all verify. */
    serviceTokenKeys: read('SERVICE_TOKEN_KEYS', DEVELOPMENT_KEY_FILES.serviceToken),
    /** Partner keys are hashed under the first one; those hashed under another still hold. */
    partnerKeySecrets: read('PARTNER_KEY_SECRETS', DEVELOPMENT_KEY_FILES.partnerKeySecret),
  };
}

function readPolicies(env: Env, attempt: Attempt) {
  return {
    comingSoon: attempt('COMING_SOON', () => parseStrategyKeys(env['COMING_SOON'])),
    callers: {
      /** How many requests a caller may send in a minute; undefined without a limit. */
      quotas: attempt('RATE_LIMITS', () => parseRateLimits(env['RATE_LIMITS'])),
      trustProxy: attempt('TRUST_PROXY', () => parseTrustProxy(env['TRUST_PROXY'])),
    },
    /** Where traces are sent, if anywhere. */
    tracing: attempt('OTEL_EXPORTER_OTLP_ENDPOINT', () => parseTracing(env)),
    /** Limits of stakes, unless the operator's commands set others. */
    valueLimits: attempt('VALUE_LIMITS', () => parseValueLimits(env['VALUE_LIMITS'] ?? '')),
  };
}

/** Reads the settings that their patterns fully check. */
function readProcess(env: Env) {
  const { ADMIN_HOST: adminHost, ADMIN_PORT: adminPort } = env;
  return {
    host: env['HOST'],
    port: Number(env['PORT']),
    /** True if other processes may listen on the same port; the system then deals connections out. */
    isPortShared: env['REUSE_PORT'] === 'on',
    /** The public origin: scheme, host, and the path of a proxy where there is one. */
    siteOrigin: env['BASE_URL'] ?? `http://${env['HOST']}:${env['PORT']}`,
    commit: env['COMMIT'],
    logLevel: env['LOG_LEVEL'],
    /** How long it serves on after it was told to stop, for load balancers to notice. */
    drainMilliseconds: Number(env['DRAIN_SECONDS']) * 1_000,
    shutdownMilliseconds: Number(env['SHUTDOWN_SECONDS']) * 1_000,
    store: { databaseUrl: env['DATABASE_URL'], dataDirectory: env['DATA_DIR'] },
    /** Where readiness and metrics are served, if anywhere. */
    admin: adminPort === 'off' ? undefined : { host: adminHost, port: Number(adminPort) },
    /** Holds `{signature}` where the signature goes. */
    explorerUrl: env['EXPLORER_URL'],
    /** Where the sandbox is controlled; undefined wherever anything has value. */
    sandboxUrl: env['SANDBOX_URL'],
    /** The page at the root, if any. */
    console: readConsole(env),
    /** Most that an instant exit may bring less than its value, in hundredths of a percent: two places are exact. */
    instantExitLossBps: Math.round(Number(env['INSTANT_EXIT_LOSS_LIMIT']) * 100),
    /** Prices in micro-lamports per compute unit. */
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

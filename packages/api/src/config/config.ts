import { STRATEGY_KEYS } from '@staking-agent/wire';
import type { TokenKey } from '../builds/token.ts';
import { MACHINE, type Machine, type Place, VARIABLES } from './variables.ts';

/** The configuration of one running service, parsed once and frozen. */
export type Config = ReturnType<typeof loadConfig>;

/** All faults of a configuration at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;
type Name = keyof typeof VARIABLES;
type Settings = { readonly [Each in Name]: ReturnType<(typeof VARIABLES)[Each]['read']> };

/**
 * Reads the configuration from environment variables.
 *
 * @param environment - names and texts, as `process.env` has them.
 * @throws {ConfigError} listing every variable at fault with what would be right; never a value, which may be secret.
 */
export function loadConfig(environment: Environment, machine: Machine = MACHINE) {
  const { settings, faults } = readSettings(environment, machine);
  faults.push(...findConflicts(settings));
  if (settings.NODE_ENV === 'production' && environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production: no certificate would be verified');
  }
  if (faults.length > 0) {
    throw new ConfigError(`The configuration has ${faults.length} fault(s):\n- ${faults.join('\n- ')}`);
  }
  return Object.freeze({ ...nameProcess(settings), ...nameUpstreams(settings), ...namePolicies(settings) });
}

/** Reads all variables. A setting that is at fault is undefined; the faults are thrown before it is used. */
function readSettings(environment: Environment, machine: Machine) {
  const place = createPlace(environment, machine);
  const faults: string[] = [];
  const entries = Object.entries(VARIABLES).map(([name, { read, fallback }]) => {
    try {
      return [name, read(findText(environment, name) ?? fallback, place)];
    } catch (error) {
      faults.push(describeFault(name, error));
      return [name, undefined];
    }
  });
  return { settings: Object.fromEntries(entries) as Settings, faults };
}

function createPlace(environment: Environment, machine: Machine): Place {
  return {
    ...machine,
    isProduction: environment['NODE_ENV'] === 'production',
    dataDirectory: findText(environment, 'DATA_DIR') ?? VARIABLES.DATA_DIR.fallback ?? '',
  };
}

function findText(environment: Environment, name: string): string | undefined {
  const text = environment[name];
  return text?.trim() ? text : undefined;
}

function describeFault(name: string, error: unknown): string {
  return `${name} ${error instanceof Error ? error.message : 'is unreadable'}`;
}

/** At this price and the most compute units a transaction may ask for, the fee just fits the limit of every intent. */
const UNIT_PRICE_LIMIT = 3_500_000n;

/** Finds settings that do not go together. */
function findConflicts(settings: Settings): readonly string[] {
  const faults: string[] = [];
  // Undefined where it cannot be read.
  const { PRIORITY_FEE_FLOOR: floor, PRIORITY_FEE_CEILING: ceiling }: Partial<Settings> = settings;
  const isOdd = (least: bigint, most: bigint) => least > most || most > UNIT_PRICE_LIMIT;
  if (floor && ceiling && STRATEGY_KEYS.some((key) => isOdd(floor[key], ceiling[key]))) {
    faults.push(`PRIORITY_FEE_FLOOR must not exceed PRIORITY_FEE_CEILING, nor that ${UNIT_PRICE_LIMIT}`);
  }
  if (settings.REUSE_PORT && settings.DATABASE_URL === undefined) {
    faults.push('REUSE_PORT must be off without DATABASE_URL: a database file serves one process');
  }
  const { SERVICE_TOKEN_KEYS, PARTNER_KEY_SECRETS } = settings;
  return [...faults, ...findSharedKeys({ SERVICE_TOKEN_KEYS, PARTNER_KEY_SECRETS })];
}

/** Finds keys that are used for two purposes: a key that leaks must not open the other. */
function findSharedKeys(keys: Readonly<Record<string, readonly TokenKey[] | undefined>>): readonly string[] {
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

function nameProcess(settings: Settings) {
  const { SANDBOX_URL: sandboxUrl, ADMIN_PORT: adminPort, HOST: host, PORT: port } = settings;
  return {
    host,
    port,
    /** True if other processes may listen on the same port; the system then deals connections out. */
    isPortShared: settings.REUSE_PORT,
    /** The public origin: scheme, host, and the path of a proxy where there is one. */
    siteOrigin: settings.BASE_URL ?? `http://${host}:${port}`,
    commit: settings.COMMIT,
    logLevel: settings.LOG_LEVEL,
    /** How long it serves on after it was told to stop, for load balancers to notice. */
    drainMilliseconds: settings.DRAIN_SECONDS * 1_000,
    shutdownMilliseconds: settings.SHUTDOWN_SECONDS * 1_000,
    store: { databaseUrl: settings.DATABASE_URL, dataDirectory: settings.DATA_DIR },
    /** Where readiness and metrics are served, if anywhere. */
    admin: adminPort === undefined ? undefined : { host: settings.ADMIN_HOST, port: adminPort },
    /** Where the sandbox is controlled; undefined wherever anything has value. */
    sandboxUrl,
    /** The page at the root, if any: with the sandbox unless it is off, elsewhere only where it is on. */
    console:
      (settings.CONSOLE ?? sandboxUrl !== undefined)
        ? // The ledger node that browsers prove transactions with.
          { rpcUrl: settings.CONSOLE_RPC_URL }
        : undefined,
    /** Where traces are sent, if anywhere. */
    tracing:
      settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: settings.OTEL_SERVICE_NAME,
            ratio: settings.OTEL_TRACES_SAMPLER_ARG,
          },
  };
}

function nameUpstreams(settings: Settings) {
  return {
    ledgerRpcUrls: settings.LEDGER_RPC_URLS,
    /** Endpoints that only take transactions; may be none. */
    ledgerSendUrls: settings.LEDGER_SEND_URLS ?? [],
    routerUrl: settings.ROUTER_URL,
    routerApiKey: settings.ROUTER_API_KEY,
    routerDialect: settings.ROUTER_DIALECT,
    vaultApiUrl: settings.VAULT_API_URL,
    /** Where validators' yields come from, and the window of a vault's that is its APY. */
    apy: { validatorUrl: settings.APY_VALIDATOR_URL, usdcWindow: settings.APY_USDC_WINDOW },
    deployment: settings.DEPLOYMENT,
  };
}

function namePolicies(settings: Settings) {
  return {
    /** The first key signs, all verify. */
    serviceTokenKeys: settings.SERVICE_TOKEN_KEYS,
    /** Partner keys are hashed under the first one; those hashed under another still hold. */
    partnerKeySecrets: settings.PARTNER_KEY_SECRETS,
    comingSoon: settings.COMING_SOON,
    /** How many requests a caller may send in a minute, undefined without a limit; and the proxies that may name callers. */
    callers: { quotas: settings.RATE_LIMITS, trustProxy: settings.TRUST_PROXY },
    /** Limits of stakes, unless the operator's commands set others. */
    valueLimits: settings.VALUE_LIMITS,
    /** Holds `{signature}` where the signature goes. */
    explorerUrl: settings.EXPLORER_URL,
    /** Most that an instant exit may bring less than its value, in hundredths of a percent: two places are exact. */
    instantExitLossBps: Math.round(settings.INSTANT_EXIT_LOSS_LIMIT * 100),
    /** Prices in micro-lamports per compute unit. */
    tipService: settings.TIP_SERVICE,
    priorityFee: {
      percentile: settings.PRIORITY_FEE_PERCENTILE,
      floor: settings.PRIORITY_FEE_FLOOR,
      ceiling: settings.PRIORITY_FEE_CEILING,
    },
  };
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
export function loadAdminConfig(environment: Environment) {
  const place = createPlace(environment, MACHINE);
  const read = <Value>(
    name: Name,
    { read: parse }: { read(text: string | undefined, at: Place): Value },
    at = place,
  ) => {
    try {
      return parse(findText(environment, name), at);
    } catch (error) {
      throw new ConfigError(`${describeFault(name, error)}.`);
    }
  };
  return {
    store: {
      databaseUrl: read('DATABASE_URL', VARIABLES.DATABASE_URL, { ...place, isProduction: false }),
      dataDirectory: place.dataDirectory,
    },
    valueLimits: () => read('VALUE_LIMITS', VARIABLES.VALUE_LIMITS),
    secrets: () => read('PARTNER_KEY_SECRETS', VARIABLES.PARTNER_KEY_SECRETS),
  };
}

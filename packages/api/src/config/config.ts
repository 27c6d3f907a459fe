import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import type { TokenKey } from '../builds/token.ts';
import { type Machine, type Place, VARIABLES, type Variable } from './variables.ts';

/** The configuration of one running service, parsed once and frozen. */
export type Config = ReturnType<typeof loadConfig>;

/** All faults of a configuration at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The files of this machine. */
const MACHINE: Machine = {
  readText: (path) => readFileSync(path, 'utf8'),
  developmentKey(dataDirectory, file) {
    const path = join(dataDirectory, file);
    mkdirSync(dataDirectory, { recursive: true });
    try {
      // Of two processes that find none, one makes it and the other reads what the first has made.
      writeFileSync(path, `dev:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (Object(error).code !== 'EEXIST') throw error;
    }
    return readFileSync(path, 'utf8').trim();
  },
};

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = {
  readonly [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]['read']>;
};

/**
 * Reads the configuration from environment variables.
 *
 * @param environment - names and texts, as `process.env` has them.
 * @throws {ConfigError} listing every variable at fault with what would be right; never a value, which may be secret.
 */
export function loadConfig(environment: Environment, machine: Machine = MACHINE) {
  const { settings, faults } = readSettings(environment, machine);
  faults.push(...findConflicts(settings));
  if (settings.nodeEnv === 'production' && environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production: no certificate would be verified');
  }
  if (faults.length > 0) {
    throw new ConfigError(`The configuration has ${faults.length} fault(s):\n- ${faults.join('\n- ')}`);
  }
  const { baseUrl, host, port, hasConsole, sandboxUrl, feePercentile, feeFloor, feeCeiling } = settings;
  return Object.freeze({
    ...settings,
    /** The public origin: scheme, host, and the path of a proxy where there is one. */
    siteOrigin: baseUrl ?? `http://${host}:${port}`,
    /** With the sandbox the page at the root is on unless it is off, elsewhere only where it is on. */
    hasConsole: hasConsole ?? sandboxUrl !== undefined,
    /** In hundredths of a percent: two places are exact. */
    instantExitLossBps: Math.round(settings.instantExitLossLimit * 100),
    priorityFee: { percentile: feePercentile, floor: feeFloor, ceiling: feeCeiling },
  });
}

/** Reads all variables. A setting that is at fault is undefined; the faults are thrown before it is used. */
function readSettings(environment: Environment, machine: Machine) {
  const place = createPlace(environment, machine);
  const faults: string[] = [];
  const entries = Object.entries(VARIABLES).map(([setting, each]) => {
    try {
      return [setting, readVariable<unknown>(each, environment, place)];
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      return [setting, undefined];
    }
  });
  return { settings: Object.fromEntries(entries) as Settings, faults };
}

function createPlace(environment: Environment, machine: Machine): Place {
  return {
    ...machine,
    isProduction: environment['NODE_ENV'] === 'production',
    dataDirectory: findText(environment, VARIABLES.dataDirectory) ?? '',
  };
}

function findText<Value>(environment: Environment, { name, fallback }: Variable<Value>): string | undefined {
  const text = environment[name];
  return text?.trim() ? text : fallback;
}

/** @throws {ConfigError} naming the variable. */
function readVariable<Value>(each: Variable<Value>, environment: Environment, place: Place): Value {
  try {
    return each.read(findText(environment, each), place);
  } catch (error) {
    throw new ConfigError(`${each.name} ${error instanceof Error ? error.message : 'is unreadable'}`);
  }
}

/** At this price and the most compute units a transaction may ask for, the fee just fits the limit of every intent. */
const UNIT_PRICE_LIMIT = 3_500_000n;

/** Finds settings that do not go together; those that could not be read are undefined. */
function findConflicts({
  feeFloor,
  feeCeiling,
  isPortShared,
  databaseUrl,
  ...keys
}: Partial<Settings>): readonly string[] {
  const faults: string[] = [];
  const isOdd = (least: bigint, most: bigint) => least > most || most > UNIT_PRICE_LIMIT;
  if (feeFloor && feeCeiling && STRATEGY_KEYS.some((key) => isOdd(feeFloor[key], feeCeiling[key]))) {
    faults.push(`PRIORITY_FEE_FLOOR must not exceed PRIORITY_FEE_CEILING, nor that ${UNIT_PRICE_LIMIT}`);
  }
  if (isPortShared && databaseUrl === undefined) {
    faults.push('REUSE_PORT must be off without DATABASE_URL: a database file serves one process');
  }
  const { serviceTokenKeys: SERVICE_TOKEN_KEYS, partnerKeySecrets: PARTNER_KEY_SECRETS } = keys;
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

/** Path segments of this length are keys, as RPC providers put them there; shorter ones are words. */
const SEGMENT_CHARACTERS = 16;

/** Collects the secrets of a configuration: keys, passwords, and the parts of URLs that may be keys. */
export function listSecrets(config: Config): readonly string[] {
  const { routerApiKey, routerUrl, vaultApiUrl, ledgerRpcUrls, validatorApyUrl, databaseUrl } = config;
  const urls = [routerUrl, vaultApiUrl, ...ledgerRpcUrls, validatorApyUrl, databaseUrl];
  const keys = [...config.serviceTokenKeys, ...config.partnerKeySecrets].flatMap(({ secret, base64 }) =>
    [secret, Buffer.from(base64, 'base64')].flatMap(listEncodings),
  );
  return [
    routerApiKey,
    ...keys,
    ...Object.values(config.collectorHeaders),
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
  const place = { ...createPlace(environment, MACHINE), isProduction: false };
  return {
    databaseUrl: readVariable(VARIABLES.databaseUrl, environment, place),
    dataDirectory: place.dataDirectory,
    valueLimits: () => readVariable(VARIABLES.valueLimits, environment, place),
    secrets: () => readVariable(VARIABLES.partnerKeySecrets, environment, createPlace(environment, MACHINE)),
  };
}

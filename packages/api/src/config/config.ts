import { type Deployment, parseDeployment } from '@staking-agent/chain/deployment';
import { isStrategyKey, STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import { type Static, Type } from 'typebox';
import { Errors } from 'typebox/value';
import { DEVELOPMENT_KEY_FILES } from '../keys/development-key.ts';
import { parseKeys } from '../keys/parse-keys.ts';
import type { TokenKey } from '../keys/token-key.ts';
import { parseValueLimits, UNLIMITED, type ValueLimits } from '../operator/value-limits.ts';
import type { StoreLocation } from '../store/index.ts';
import type { TracingSettings } from '../tracing/open-telemetry.ts';
import type { ApyWindow } from '../upstreams/vault-api/vault-record-client.ts';
import {
  type CallerSettings,
  DEFAULT_RATE_LIMITS,
  parseRateLimits,
  parseTrustProxy,
} from './caller-settings.ts';
import { parseUpstreamUrl, parseUpstreamUrls } from './parse-upstream-urls.ts';
import { productionFaults, sharedKeyFaults } from './production-faults.ts';
import { parseTracing } from './tracing-settings.ts';

/** At this price and the most compute units a transaction may ask for, the fee just fits the limit of every intent. */
const UNIT_PRICE_LIMIT = 3_500_000;

const WHOLE = '^(0|[1-9][0-9]{0,14})$';

/** Where state is kept unless the environment says otherwise. */
export const DEFAULT_DATA_DIRECTORY = 'data';

/** Every variable the service reads. Values are text; blank counts as absent. */
export const Environment = Type.Object({
  NODE_ENV: Type.Optional(Type.String({ pattern: '^(production|development|test)$' })),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.String({ pattern: '^[0-9]{1,5}$', default: '3000' }),
  BASE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/?#\\s]+$' })),
  COMMIT: Type.String({ default: 'unknown' }),
  LOG_LEVEL: Type.String({ pattern: '^(silent|fatal|error|warn|info|debug|trace)$', default: 'info' }),
  DRAIN_SECONDS: Type.String({ pattern: WHOLE, default: '0' }),
  RATE_LIMITS: Type.String({ default: DEFAULT_RATE_LIMITS }),
  TRUST_PROXY: Type.Optional(Type.String()),
  VALUE_LIMITS: Type.Optional(Type.String()),
  SHUTDOWN_SECONDS: Type.String({ pattern: WHOLE, default: '25' }),
  DATA_DIR: Type.String({ default: DEFAULT_DATA_DIRECTORY }),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://\\S+$' })),
  DEPLOYMENT: Type.Optional(Type.String()),
  LEDGER_RPC_URLS: Type.Optional(Type.String()),
  LEDGER_SEND_URLS: Type.Optional(Type.String()),
  ROUTER_URL: Type.Optional(Type.String()),
  ROUTER_API_KEY: Type.Optional(Type.String()),
  VAULT_API_URL: Type.Optional(Type.String()),
  APY_VALIDATOR_URL: Type.Optional(Type.String()),
  APY_USDC_WINDOW: Type.String({ pattern: '^(oneDay|sevenDays|thirtyDays|allTime)$', default: 'sevenDays' }),
  SERVICE_TOKEN_KEYS: Type.Optional(Type.String()),
  PARTNER_KEY_SECRETS: Type.Optional(Type.String()),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String()),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(Type.String()),
  OTEL_SERVICE_NAME: Type.String({ pattern: '^[ -~]{1,100}$', default: 'staking-agent-api' }),
  OTEL_TRACES_SAMPLER_ARG: Type.String({ pattern: '^(1(\\.0{1,6})?|0(\\.[0-9]{1,6})?)$', default: '1' }),
  ADMIN_HOST: Type.String({ default: '127.0.0.1' }),
  ADMIN_PORT: Type.String({ pattern: '^([0-9]{1,5}|off)$', default: 'off' }),
  EXPLORER_URL: Type.String({
    pattern: '^https?://\\S*\\{signature\\}\\S*$',
    default: 'https://solscan.io/tx/{signature}',
  }),
  COMING_SOON: Type.String({ default: '' }),
  INSTANT_EXIT_LOSS_LIMIT: Type.String({ pattern: '^(100|[1-9]?[0-9](\\.[0-9]{1,2})?)$', default: '3' }),
  PRIORITY_FEE_PERCENTILE: Type.String({ pattern: '^(100|[1-9]?[0-9])$', default: '75' }),
  PRIORITY_FEE_FLOOR: Type.String({ pattern: WHOLE, default: '20000' }),
  PRIORITY_FEE_CEILING: Type.String({ pattern: WHOLE, default: '1000000' }),
});

/** What a variable must look like, in words, where the pattern alone would be a riddle. */
const RULES: Readonly<Record<string, string>> = {
  NODE_ENV: 'one of production, development, test',
  PORT: 'a port number from 0 to 65535',
  ADMIN_PORT: 'a port number from 0 to 65535, or off',
  BASE_URL: 'the public scheme and host, without a path: https://stake.example',
  LOG_LEVEL: 'one of silent, fatal, error, warn, info, debug, trace',
  DRAIN_SECONDS: 'a whole number of seconds',
  SHUTDOWN_SECONDS: 'a whole number of seconds',
  APY_USDC_WINDOW: 'one of oneDay, sevenDays, thirtyDays, allTime',
  DATABASE_URL: 'the connection URL of a PostgreSQL database: postgresql://user:password@host/database',
  OTEL_SERVICE_NAME: 'at most 100 characters of ASCII',
  OTEL_TRACES_SAMPLER_ARG: 'the share of traces that is recorded, from 0 to 1, such as 0.05',
  EXPLORER_URL: 'a URL with {signature} in it',
  INSTANT_EXIT_LOSS_LIMIT: 'a percentage from 0 to 100 with at most two decimal places, such as 3 or 0.75',
  PRIORITY_FEE_PERCENTILE: 'a whole number from 0 to 100',
  PRIORITY_FEE_FLOOR: 'micro-lamports per compute unit, a whole number',
  PRIORITY_FEE_CEILING: 'micro-lamports per compute unit, a whole number',
};

/** The configuration of one running service, parsed once and frozen. */
export type Config = {
  readonly host: string;
  readonly port: number;
  /** Scheme and host that problem types are printed under. */
  readonly siteOrigin: string;
  readonly commit: string;
  readonly logLevel: string;
  /** How long it serves on after it was told to stop, for load balancers to notice. */
  readonly drainMilliseconds: number;
  readonly callers: CallerSettings;
  /** What may go into strategies, where the operator's commands say nothing else. */
  readonly valueLimits: ValueLimits;
  readonly shutdownMilliseconds: number;
  readonly store: StoreLocation;
  readonly deployment: Deployment;
  readonly ledgerRpcUrls: readonly string[];
  /** Endpoints that only take transactions; may be none. */
  readonly ledgerSendUrls: readonly string[];
  readonly routerUrl: string;
  readonly routerApiKey: string;
  readonly vaultApiUrl: string;
  /** Where validators' yields come from, and the window of a vault's that is its APY. */
  readonly apy: { readonly validatorUrl: string; readonly usdcWindow: ApyWindow };
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
  const faults = [...formFaults(env), ...ruleFaults(env)];
  if (isProduction) faults.push(...productionFaults(env, environment['NODE_TLS_REJECT_UNAUTHORIZED']));
  const attempt = <T>(name: string, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : 'is unreadable'}`);
      return undefined;
    }
  };
  const ledgerRpcUrls = attempt('LEDGER_RPC_URLS', () =>
    parseUpstreamUrls(env['LEDGER_RPC_URLS'], isProduction),
  );
  const ledgerSendUrls = attempt('LEDGER_SEND_URLS', () =>
    env['LEDGER_SEND_URLS'] === undefined ? [] : parseUpstreamUrls(env['LEDGER_SEND_URLS'], isProduction),
  );
  const routerUrl = attempt('ROUTER_URL', () => parseUpstreamUrl(env['ROUTER_URL'] ?? '', isProduction));
  const routerApiKey = attempt('ROUTER_API_KEY', () => requireText(env['ROUTER_API_KEY']));
  const vaultApiUrl = attempt('VAULT_API_URL', () =>
    parseUpstreamUrl(env['VAULT_API_URL'] ?? '', isProduction),
  );
  const validatorUrl = attempt('APY_VALIDATOR_URL', () =>
    parseUpstreamUrl(env['APY_VALIDATOR_URL'] ?? '', isProduction),
  );
  const deployment = attempt('DEPLOYMENT', () => parseDeploymentFile(env['DEPLOYMENT'], files.readText));
  const attemptKeys = (name: 'SERVICE_TOKEN_KEYS' | 'PARTNER_KEY_SECRETS', file: string) =>
    attempt(name, () =>
      parseKeys(env[name], isProduction, () => files.developmentKey(env['DATA_DIR'], file)),
    );
  const serviceTokenKeys = attemptKeys('SERVICE_TOKEN_KEYS', DEVELOPMENT_KEY_FILES.serviceToken);
  const partnerKeySecrets = attemptKeys('PARTNER_KEY_SECRETS', DEVELOPMENT_KEY_FILES.partnerKeySecret);
  faults.push(
    ...sharedKeyFaults({ SERVICE_TOKEN_KEYS: serviceTokenKeys, PARTNER_KEY_SECRETS: partnerKeySecrets }),
  );
  const comingSoon = attempt('COMING_SOON', () => parseStrategyKeys(env['COMING_SOON']));
  const callers = {
    quotas: attempt('RATE_LIMITS', () => parseRateLimits(env['RATE_LIMITS'])),
    trustProxy: attempt('TRUST_PROXY', () => parseTrustProxy(env['TRUST_PROXY'])) ?? false,
  };
  const tracing = attempt('OTEL_EXPORTER_OTLP_ENDPOINT', () => parseTracing(env));
  const valueLimits = attempt('VALUE_LIMITS', () => parseValueLimits(env['VALUE_LIMITS'] ?? '')) ?? UNLIMITED;
  if (
    !ledgerRpcUrls ||
    !ledgerSendUrls ||
    !routerUrl ||
    !routerApiKey ||
    !vaultApiUrl ||
    !validatorUrl ||
    !deployment ||
    !serviceTokenKeys ||
    !partnerKeySecrets ||
    !comingSoon ||
    faults.length > 0
  ) {
    throw new ConfigError(`The configuration has ${faults.length} fault(s):\n- ${faults.join('\n- ')}`);
  }
  return Object.freeze({
    host: env['HOST'],
    port: Number(env['PORT']),
    siteOrigin: env['BASE_URL'] ?? `http://${env['HOST']}:${env['PORT']}`,
    commit: env['COMMIT'],
    logLevel: env['LOG_LEVEL'],
    drainMilliseconds: Number(env['DRAIN_SECONDS']) * 1_000,
    callers,
    valueLimits,
    shutdownMilliseconds: Number(env['SHUTDOWN_SECONDS']) * 1_000,
    store: { databaseUrl: env['DATABASE_URL'], dataDirectory: env['DATA_DIR'] },
    deployment,
    ledgerRpcUrls,
    ledgerSendUrls,
    routerUrl,
    routerApiKey,
    vaultApiUrl,
    apy: { validatorUrl, usdcWindow: env['APY_USDC_WINDOW'] as ApyWindow },
    serviceTokenKeys,
    partnerKeySecrets,
    admin: readAdmin(env),
    tracing,
    explorerUrl: env['EXPLORER_URL'],
    comingSoon,
    // Two places: exact as hundredths.
    instantExitLossBps: Math.round(Number(env['INSTANT_EXIT_LOSS_LIMIT']) * 100),
    priorityFee: {
      percentile: Number(env['PRIORITY_FEE_PERCENTILE']),
      floor: BigInt(env['PRIORITY_FEE_FLOOR']),
      ceiling: BigInt(env['PRIORITY_FEE_CEILING']),
    },
  });
}

type Env = Static<typeof Environment>;

function withDefaults(environment: Readonly<Record<string, string | undefined>>): Env {
  const defaults = Object.entries(Environment.properties).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default]] : [],
  );
  const given = Object.entries(environment).filter(([, text]) => text?.trim());
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given) };
}

function formFaults(env: Env): string[] {
  return Errors(Environment, env).map(({ instancePath }) => {
    const name = instancePath.slice(1);
    return `${name} must be ${RULES[name] ?? 'text'}`;
  });
}

function ruleFaults(env: Env): string[] {
  const faults: string[] = [];
  const [floor, ceiling] = [Number(env['PRIORITY_FEE_FLOOR']), Number(env['PRIORITY_FEE_CEILING'])];
  if (floor > ceiling || ceiling > UNIT_PRICE_LIMIT) {
    faults.push(`PRIORITY_FEE_FLOOR must not exceed PRIORITY_FEE_CEILING, nor that ${UNIT_PRICE_LIMIT}`);
  }
  for (const name of ['PORT', 'ADMIN_PORT'] as const) {
    if (Number(env[name]) > 65_535) faults.push(`${name} must be ${RULES[name]}`);
  }
  return faults;
}

function requireText(text: string | undefined): string {
  if (text === undefined) throw new Error('must be set');
  return text;
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

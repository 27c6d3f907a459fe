import { BASE_PATH } from '@staking-agent/wire';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { CONSOLE_VARIABLES, DEFAULT_RATE_LIMITS, UPSTREAM_VARIABLES } from './settings.ts';

/** At this price and the most compute units a transaction may ask for, the fee just fits the limit of every intent. */
const UNIT_PRICE_LIMIT = 3_500_000;

const WHOLE = '^(0|[1-9][0-9]{0,14})$';

/** Where state is kept unless the environment says otherwise. */
export const DEFAULT_DATA_DIRECTORY = 'data';

/** Every variable the service reads. Values are text; blank counts as absent. A description ends “NAME must be”. */
export const Environment = Type.Object({
  ...UPSTREAM_VARIABLES,
  ...CONSOLE_VARIABLES,
  NODE_ENV: Type.Optional(
    Type.String({
      pattern: '^(production|development|test)$',
      description: 'one of production, development, test',
    }),
  ),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.String({
    pattern: '^[0-9]{1,5}$',
    default: '3000',
    description: 'a port number from 0 to 65535',
  }),
  REUSE_PORT: Type.String({ pattern: '^(on|off)$', default: 'off', description: 'on or off' }),
  BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#\\s"<>]+(/[^/?#\\s"<>]+)*$',
      description:
        'the public scheme and host, with the path that a proxy puts before ours, if any, without /api/v1: https://stake.example',
    }),
  ),
  COMMIT: Type.String({ default: 'unknown' }),
  LOG_LEVEL: Type.String({
    pattern: '^(silent|fatal|error|warn|info|debug|trace)$',
    default: 'info',
    description: 'one of silent, fatal, error, warn, info, debug, trace',
  }),
  DRAIN_SECONDS: Type.String({ pattern: WHOLE, default: '0', description: 'a whole number of seconds' }),
  RATE_LIMITS: Type.String({ default: DEFAULT_RATE_LIMITS }),
  TRUST_PROXY: Type.Optional(Type.String()),
  VALUE_LIMITS: Type.Optional(Type.String()),
  SHUTDOWN_SECONDS: Type.String({ pattern: WHOLE, default: '25', description: 'a whole number of seconds' }),
  DATA_DIR: Type.String({ default: DEFAULT_DATA_DIRECTORY }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://\\S+$',
      description: 'the connection URL of a PostgreSQL database: postgresql://user:password@host/database',
    }),
  ),
  DEPLOYMENT: Type.Optional(Type.String()),
  SERVICE_TOKEN_KEYS: Type.Optional(Type.String()),
  PARTNER_KEY_SECRETS: Type.Optional(Type.String()),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String()),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(Type.String()),
  OTEL_SERVICE_NAME: Type.String({
    pattern: '^[ -~]{1,100}$',
    default: 'staking-agent-api',
    description: 'at most 100 characters of ASCII',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    pattern: '^(1(\\.0{1,6})?|0(\\.[0-9]{1,6})?)$',
    default: '1',
    description: 'the share of traces that is recorded, from 0 to 1, such as 0.05',
  }),
  ADMIN_HOST: Type.String({ default: '127.0.0.1' }),
  ADMIN_PORT: Type.String({
    pattern: '^([0-9]{1,5}|off)$',
    default: 'off',
    description: 'a port number from 0 to 65535, or off',
  }),
  EXPLORER_URL: Type.String({
    pattern: '^https?://\\S*\\{signature\\}\\S*$',
    default: 'https://solscan.io/tx/{signature}',
    description: 'a URL with {signature} in it',
  }),
  COMING_SOON: Type.String({ default: '' }),
  INSTANT_EXIT_LOSS_LIMIT: Type.String({
    pattern: '^(100|[1-9]?[0-9](\\.[0-9]{1,2})?)$',
    default: '3',
    description: 'a percentage from 0 to 100 with at most two decimal places, such as 3 or 0.75',
  }),
  PRIORITY_FEE_PERCENTILE: Type.String({
    pattern: '^(100|[1-9]?[0-9])$',
    default: '75',
    description: 'a whole number from 0 to 100',
  }),
  PRIORITY_FEE_FLOOR: Type.String({
    pattern: WHOLE,
    default: '20000',
    description: 'micro-lamports per compute unit, a whole number',
  }),
  PRIORITY_FEE_CEILING: Type.String({
    pattern: WHOLE,
    default: '1000000',
    description: 'micro-lamports per compute unit, a whole number',
  }),
});

const VALIDATOR = Compile(Environment);

/** The variables with their defaults. */
export type Env = Static<typeof Environment>;

/** Adds the defaults; a blank text counts as absent. */
export function withDefaults(environment: Readonly<Record<string, string | undefined>>): Env {
  const defaults = Object.entries(Environment.properties).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default]] : [],
  );
  const given = Object.entries(environment).filter(([, text]) => text?.trim());
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given) };
}

/** Finds the variables whose text does not match its pattern. */
export function formFaults(env: Env): string[] {
  const [, faults] = VALIDATOR.Errors(env);
  return faults.map(({ instancePath }) => {
    const name = instancePath.slice(1);
    return `${name} must be ${describe(name)}`;
  });
}

/** Finds well-formed values that are invalid: numbers that are too large, a base URL that is the API's. */
export function ruleFaults(env: Env): string[] {
  const faults: string[] = [];
  const [floor, ceiling] = [Number(env['PRIORITY_FEE_FLOOR']), Number(env['PRIORITY_FEE_CEILING'])];
  if (floor > ceiling || ceiling > UNIT_PRICE_LIMIT) {
    faults.push(`PRIORITY_FEE_FLOOR must not exceed PRIORITY_FEE_CEILING, nor that ${UNIT_PRICE_LIMIT}`);
  }
  if (env['BASE_URL']?.includes(BASE_PATH)) faults.push(`BASE_URL must be ${describe('BASE_URL')}`);
  if (env['REUSE_PORT'] === 'on' && env['DATABASE_URL'] === undefined) {
    faults.push('REUSE_PORT must be off without DATABASE_URL: a database file serves one process');
  }
  for (const name of ['PORT', 'ADMIN_PORT'] as const) {
    if (Number(env[name]) > 65_535) faults.push(`${name} must be ${describe(name)}`);
  }
  return faults;
}

function describe(name: string): string {
  const schema: unknown = Object.entries(Environment.properties).find(([each]) => each === name)?.[1];
  const { description }: { readonly description?: unknown } = Object(schema);
  return typeof description === 'string' ? description : 'text';
}

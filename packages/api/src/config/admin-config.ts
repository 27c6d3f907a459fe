import { Check } from 'typebox/schema';
import type { PartnerKeySecret } from '../attribution/partner-key.ts';
import { parseValueLimits, type ValueLimits } from '../builds/value-limits.ts';
import type { StoreLocation } from '../store/open.ts';
import { ConfigError } from './config.ts';
import { DEFAULT_DATA_DIRECTORY, Environment } from './environment.ts';
import { DEVELOPMENT_KEY_FILES, developmentKey, parseKeys } from './keys.ts';

/** The part of the service's configuration that its operator's commands need. */
export type AdminConfig = {
  readonly store: StoreLocation;
  /** @throws {ConfigError} */
  readonly secrets: () => readonly PartnerKeySecret[];
  /** @throws {ConfigError} */
  readonly valueLimits: () => ValueLimits;
};

/**
 * Reads the variables that say where the store is, as the service does, and none of the others.
 *
 * @throws {ConfigError} when the database's URL is none.
 */
export function loadAdminConfig(environment: Readonly<Record<string, string | undefined>>): AdminConfig {
  const readText = (name: string) => environment[name]?.trim() || undefined;
  const databaseUrl = readText('DATABASE_URL');
  if (databaseUrl !== undefined && !Check(Environment.properties.DATABASE_URL, databaseUrl)) {
    throw new ConfigError('DATABASE_URL must be the connection URL of a PostgreSQL database.');
  }
  const dataDirectory = readText('DATA_DIR') ?? DEFAULT_DATA_DIRECTORY;
  return {
    store: { databaseUrl, dataDirectory },
    valueLimits: () => {
      try {
        return parseValueLimits(readText('VALUE_LIMITS') ?? '');
      } catch (error) {
        throw new ConfigError(`VALUE_LIMITS ${error instanceof Error ? error.message : 'is unreadable'}.`);
      }
    },
    secrets: () => {
      try {
        return parseKeys(readText('PARTNER_KEY_SECRETS'), environment['NODE_ENV'] === 'production', () =>
          developmentKey(dataDirectory, DEVELOPMENT_KEY_FILES.partnerKeySecret),
        );
      } catch (error) {
        throw new ConfigError(
          `PARTNER_KEY_SECRETS ${error instanceof Error ? error.message : 'is unreadable'}.`,
        );
      }
    },
  };
}

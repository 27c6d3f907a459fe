import { type Logger, pino } from 'pino';
import type { Clock } from '../runtime/clock.ts';
import { createLineCleaner, createRedactor, type LogWriter } from '../runtime/log.ts';
import { nameTrace } from '../runtime/trace.ts';
import type { Config } from './config.ts';

/** Path segments of this length are keys, as RPC providers put them there; shorter ones are words. */
const SEGMENT_CHARACTERS = 16;

/** Collects the secrets of a configuration: keys, passwords, and the parts of URLs that may be keys. */
export function listSecrets(
  config: Pick<
    Config,
    | 'routerApiKey'
    | 'routerUrl'
    | 'vaultApiUrl'
    | 'ledgerRpcUrls'
    | 'apy'
    | 'store'
    | 'serviceTokenKeys'
    | 'partnerKeySecrets'
    | 'tracing'
  >,
): readonly string[] {
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

/** Opens the log: what it writes has no secret of the configuration in it. */
export function openLog(config: Config, writer: LogWriter, clock: Clock): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: () => `,"time":${clock.now()}`,
      mixin: nameTrace,
      hooks: { streamWrite: createLineCleaner(createRedactor(listSecrets(config))) },
    },
    writer,
  );
}

import { type Static, Type } from 'typebox';
import { ROUTER_DIALECTS, type RouterDialect } from '../upstreams/router/router-dialects.ts';
import type { ApyWindow } from '../upstreams/vault-api/vault-record-client.ts';
import type { Attempt } from './collect-faults.ts';
import { parseUpstreamUrl, parseUpstreamUrls } from './parse-upstream-urls.ts';

const DIALECTS = Object.keys(ROUTER_DIALECTS);

/** The variables that say whom the service calls. */
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

/** Whom the service calls. */
export type UpstreamSettings = {
  readonly ledgerRpcUrls: readonly string[];
  /** Endpoints that only take transactions; may be none. */
  readonly ledgerSendUrls: readonly string[];
  readonly routerUrl: string;
  readonly routerApiKey: string;
  readonly routerDialect: RouterDialect;
  readonly vaultApiUrl: string;
  /** Where validators' yields come from, and the window of a vault's that is its APY. */
  readonly apy: { readonly validatorUrl: string; readonly usdcWindow: ApyWindow };
};

/**
 * Reads the settings of upstreams.
 *
 * @param isProduction - whether plain http is refused.
 * @returns a function that returns the settings; call it only when no fault was noted.
 */
export function parseUpstreams(
  env: Static<Type.TObject<typeof UPSTREAM_VARIABLES>>,
  isProduction: boolean,
  attempt: Attempt,
): () => UpstreamSettings {
  const ledgerRpcUrls = attempt('LEDGER_RPC_URLS', () =>
    parseUpstreamUrls(env['LEDGER_RPC_URLS'], isProduction),
  );
  const ledgerSendUrls = attempt('LEDGER_SEND_URLS', () =>
    env['LEDGER_SEND_URLS'] === undefined ? [] : parseUpstreamUrls(env['LEDGER_SEND_URLS'], isProduction),
  );
  const attemptUrl = (name: 'ROUTER_URL' | 'VAULT_API_URL' | 'APY_VALIDATOR_URL') =>
    attempt(name, () => parseUpstreamUrl(env[name] ?? '', isProduction));
  const routerUrl = attemptUrl('ROUTER_URL');
  const routerApiKey = attempt('ROUTER_API_KEY', () => requireText(env['ROUTER_API_KEY']));
  const vaultApiUrl = attemptUrl('VAULT_API_URL');
  const validatorUrl = attemptUrl('APY_VALIDATOR_URL');
  return () => ({
    ledgerRpcUrls: ledgerRpcUrls.get(),
    ledgerSendUrls: ledgerSendUrls.get(),
    routerUrl: routerUrl.get(),
    routerApiKey: routerApiKey.get(),
    routerDialect: env['ROUTER_DIALECT'] as RouterDialect,
    vaultApiUrl: vaultApiUrl.get(),
    apy: { validatorUrl: validatorUrl.get(), usdcWindow: env['APY_USDC_WINDOW'] as ApyWindow },
  });
}

function requireText(text: string | undefined): string {
  if (text === undefined) throw new Error('must be set');
  return text;
}

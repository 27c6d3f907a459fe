import { isAddress } from '@solana/kit';
import type { FastifyInstance } from 'fastify';
import type { Fault, Faults } from '../../faults.ts';
import { LENDING_ADAPTOR_ADDRESS } from '../../programs/lending-adaptor.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import { EPOCH_MILLISECONDS } from '../../vm/blocks.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { EPOCH_YIELD } from '../../world/usdc-vault.ts';
import {
  badRequest,
  distort,
  mountStandIn,
  type RequestLog,
  type StandIn,
  StandInError,
} from '../stand-in.ts';
import {
  createDirectWithdrawals,
  getSharePrice,
  readVaultView,
  requireBody,
  type VaultView,
} from './vault-builds.ts';

const VAULT: StandIn = {
  prefix: '/vault',
  redirectTarget: '/vault/redirected',
  redirected: '{"success":true,"transaction":"redirected"}',
  tooManyRequests: '{"success":false,"error":"Too many requests"}',
  printError: (_status, error) => JSON.stringify({ success: false, error }),
};

/**
 * Mounts the stand-in of the vault provider, as far as the service asks it: `POST /vault/{vault}/direct-withdraw` and
 * `GET /vault/{vault}`.
 *
 * A fault may be narrowed to an operation, `direct-withdraw` or `vault`, or to `build` or `read`.
 */
export function mountVaultRoutes(
  app: FastifyInstance,
  node: NodeView,
  faults: Faults,
  requests: RequestLog,
): void {
  const { ledger } = node;
  const withdraw = createDirectWithdrawals(node);
  mountStandIn(app, VAULT, faults, requests, (scope, answer) => {
    scope.post<{ Params: Params }>('/:vault/direct-withdraw', ({ params, body, headers }, reply) =>
      answer(['direct-withdraw', 'build'], { ...Object(body) }, reply, async (fault) => {
        requireVault(params.vault, ledger);
        return { success: true, ...(await withdraw(requireBody(body), fault, headers.referer)) };
      }),
    );
    scope.get<{ Params: Params }>('/:vault', ({ params, query }, reply) =>
      answer(['vault', 'read'], { ...Object(query) }, reply, (fault) => {
        requireVault(params.vault, ledger);
        return { success: true, vault: describeVault(ledger, readVaultView(ledger), fault) };
      }),
    );
  });
}

type Params = { readonly vault: string };

function requireVault(given: string, { vault }: SandboxLedger): void {
  if (!isAddress(given)) badRequest('Invalid public key: vault');
  if (given !== vault.vault) throw new StandInError(404, 'Vault not found');
}

const DAY = 86_400;
/** Days of history the vault is given: more than any range asks for. */
const DAYS = 400;

const EPOCH_SECONDS = Number(EPOCH_MILLISECONDS) / 1_000;
const GROWTH = 1 + Number(EPOCH_YIELD.numerator) / Number(EPOCH_YIELD.denominator);

/**
 * The share price at a moment, as a float.
 *
 * The price grows by the same rate each epoch, whatever is deposited or withdrawn, so the present one tells the past.
 *
 * @param ts - Unix seconds, not after the ledger's clock.
 */
function sharePriceAt(view: VaultView, ts: number): number {
  return getSharePrice(view) * GROWTH ** ((ts - Number(view.now)) / EPOCH_SECONDS);
}

/** The yield of a year, in percent: the same over every window, since the rate never changes. */
function annualYield(): number {
  return Math.round((GROWTH ** ((365 * DAY) / EPOCH_SECONDS) - 1) * 1e6) / 1e4;
}

/** Lists the days of the vault, oldest first: yields in percent, amounts in raw units. Past deposits and withdrawals are unknown, so every day has today's LP. */
function getDailyStats(view: VaultView) {
  const lp = Number(view.state.lpMintSupply);
  const days = Array.from({ length: DAYS }, (_, index) => Number(view.now) - (DAYS - 1 - index) * DAY);
  const apy = annualYield();
  return {
    dateLabels: days.map((ts) => new Date(ts * 1000).toISOString().slice(0, 10)),
    apyData: days.map(() => apy),
    tvlData: days.map((ts, index) =>
      index === DAYS - 1 ? Number(view.state.totalValue) : Math.floor((sharePriceAt(view, ts) * lp) / 1000),
    ),
    lpData: days.map(() => lp),
  };
}

/** The record `GET /vault/{vault}` answers. Numbers are floats, as the provider's are: not to compute with. */
function describeVault(ledger: SandboxLedger, view: VaultView, fault?: Fault): object {
  const { vault, strategies } = ledger.vault;
  const { account, state } = view;
  const { vaultConfiguration: configuration, feeConfiguration: fees } = account;
  return {
    pubkey: vault,
    name: decodeText(account.name),
    description: decodeText(account.description),
    externalUri: '',
    icon: '',
    riskDisclaimer: '',
    totalValue: Number(state.totalValue),
    withdrawalWaitingPeriod: Number(configuration.withdrawalWaitingPeriod),
    maxCap: Number(configuration.maxCap),
    feeConfiguration: {
      performanceFee: fees.managerPerformanceFee + fees.adminPerformanceFee + fees.protocolPerformanceFee,
      managementFee: fees.managerManagementFee + fees.adminManagementFee + fees.protocolManagementFee,
      issuanceFee: fees.issuanceFee,
      redemptionFee: fees.redemptionFee,
    },
    org: { name: 'Sandbox', description: '', web: '', logo: '', social: '' },
    token: {
      name: 'USDC',
      decimals: 6,
      icon: '',
      mint: account.asset.mint,
      programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      pythFeedId: '',
      price: 1,
    },
    apy: describeApy(fault),
    dailyStats: describeDays(view, fault),
    allocations: view.lentTo.map((positionValue) => ({
      orgName: 'Sandbox',
      strategyDescription: 'USDC lent to a market of the sandbox',
      tokenName: 'USDC',
      positionValue: Number(positionValue),
    })),
    integrations: [{ adaptorPk: LENDING_ADAPTOR_ADDRESS, whitelisted: true, feature: 'lending' }],
    strategies: strategies.map(({ strategy, strategyReceipt }) => ({
      pubkey: strategy,
      strategyInitReceipt: strategyReceipt,
    })),
  };
}

/** The yields of the record, in percent. */
function describeApy(fault?: Fault): object {
  const [apy = null] = distort(fault, [annualYield()], (_apy, value) => value);
  return { oneDay: apy, sevenDays: apy, thirtyDays: apy, allTime: apy };
}

function describeDays(view: VaultView, fault: Fault | undefined): object {
  const days = getDailyStats(view);
  if (fault?.mode === 'empty') return { dateLabels: [], apyData: [], tvlData: [], lpData: [] };
  return { ...days, apyData: distort(fault, days.apyData, (_apy, value) => value) };
}

function decodeText(bytes: ArrayLike<number>): string {
  return new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\0+$/, '');
}

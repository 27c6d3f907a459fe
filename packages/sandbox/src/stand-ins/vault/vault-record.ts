import type { Fault } from '../../faults/faults.ts';
import { LENDING_ADAPTOR_ADDRESS } from '../../programs/lending-adaptor/program.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { distort } from '../apy/distort.ts';
import { annualYield, type DailyStats, getDailyStats } from './vault-history.ts';
import type { VaultView } from './vault-view.ts';

/** The record `GET /vault/{vault}` answers. Numbers are floats, as the provider's are: not to compute with. */
export function describeVault(ledger: SandboxLedger, view: VaultView, fault?: Fault): object {
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
export function describeApy(fault?: Fault): object {
  const [apy = null] = distort(fault, [annualYield()], (_apy, value) => value);
  return { oneDay: apy, sevenDays: apy, thirtyDays: apy, allTime: apy };
}

function describeDays(view: VaultView, fault: Fault | undefined): DailyStats {
  const days = getDailyStats(view);
  if (fault?.mode === 'empty') return { dateLabels: [], apyData: [], tvlData: [], lpData: [] };
  return { ...days, apyData: distort(fault, days.apyData, (_apy, value) => value) };
}

/** What `GET /vaults` lists. */
export function summarizeVault(ledger: SandboxLedger, view: VaultView): object {
  return {
    pubkey: ledger.vault.vault,
    name: decodeText(view.account.name),
    theme: 'lending',
    org: { name: 'Sandbox' },
    asset: { name: 'USDC', icon: '', decimals: 6, price: 1 },
    allocations: view.lentTo.map((value) => ({ orgName: 'Sandbox', positionValue: Number(value) })),
    age: getDailyStats(view).dateLabels.length,
    capacity: Number(view.account.vaultConfiguration.maxCap),
    tvl: Number(view.state.totalValue),
    apy: annualYield(),
  };
}

function decodeText(bytes: ArrayLike<number>): string {
  return new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\0+$/, '');
}

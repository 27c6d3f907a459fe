import type { AddressesByLookupTableAddress, FixedSizeDecoder } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import type { Deployment } from '@staking-agent/chain/deployment';
import { decodeLookupTable } from '@staking-agent/chain/ledger';
import {
  ADAPTOR_WAITING_EPOCHS,
  decodeKaminoReserve,
  decodeKaminoVault,
  getAdaptorAddReceiptDecoder,
  getStrategyInitReceiptDecoder,
  pickKaminoReserve,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { NoLookupTable } from '../../problems/faults.ts';
import { isProblemError } from '../../problems/problem.ts';
import {
  type LedgerClient,
  type ReadAccount,
  type ReadAccounts,
  readAccounts,
} from '../../upstreams/ledger/client.ts';
import { findStrategyAccounts, type NamedVault, type StrategyAccounts } from '../vault.ts';

export function getUsdcVault({ usdcVault, usdcMint, rausdcMint }: Deployment): NamedVault {
  return { vault: usdcVault, assetMint: usdcMint, lpMint: rausdcMint };
}

/** Derives the accounts of the strategies that a deployment lists; none where it lists none. */
export function findStrategies(deployment: Deployment): readonly StrategyAccounts[] {
  const adaptors = deployment.usdcStrategies?.adaptors ?? [];
  return adaptors.map((adaptor) => findStrategyAccounts(getUsdcVault(deployment), adaptor));
}

/** A strategy that can pay; amounts in base units of USDC. */
export type SourcePosition = {
  readonly from: StrategyAccounts;
  /** Its worth at its last report to the vault. */
  readonly reportedValue: bigint;
  /** The most that is taken from it: what it has reported, or less where it shows what can be had at once. */
  readonly holds: bigint;
  /** Epoch in which the vault was allowed the adaptor. */
  readonly adaptorEpoch: bigint;
};

// Made once: making a decoder costs as much as decoding.
const STRATEGY = getStrategyInitReceiptDecoder();
const ADAPTOR = getAdaptorAddReceiptDecoder();

/** Decodes an account of the vault's program; undefined for any other. */
export function decodeOwn<T>(decoder: FixedSizeDecoder<T>, account: ReadAccount | undefined): T | undefined {
  const isThere = account?.owner === VOLTR_VAULT_PROGRAM_ADDRESS && account.data.length >= decoder.fixedSize;
  return isThere ? decoder.decode(account.data) : undefined;
}

/** Lists what must be read for {@link decodePositions}. */
export function positionAddresses(strategies: readonly StrategyAccounts[]) {
  return strategies.flatMap((each) => [
    each.adaptorAddReceipt,
    each.strategyInitReceipt,
    each.directWithdrawInitReceipt,
  ]);
}

/** Decodes the strategies that can pay, largest first: open, allowed long enough, and with direct withdrawals. */
export function decodePositions(
  read: ReadAccounts,
  strategies: readonly StrategyAccounts[],
  epoch: bigint,
): SourcePosition[] {
  return strategies
    .flatMap((from) => {
      const strategy = decodeOwn(STRATEGY, read(from.strategyInitReceipt));
      const adaptorEpoch = decodeOwn(ADAPTOR, read(from.adaptorAddReceipt))?.lastUpdatedEpoch;
      const isDirect = read(from.directWithdrawInitReceipt)?.owner === VOLTR_VAULT_PROGRAM_ADDRESS;
      if (strategy === undefined || adaptorEpoch === undefined || !isDirect) return [];
      if (epoch < adaptorEpoch + ADAPTOR_WAITING_EPOCHS) return [];
      const reportedValue = strategy.positionValue;
      return [{ from, reportedValue, holds: reportedValue, adaptorEpoch }];
    })
    .toSorted((a, b) => (a.reportedValue < b.reportedValue ? 1 : -1));
}

/**
 * Finds the strategies that pay an amount, largest first, until they can. Those that pick accounts by the ledger are read for
 * that: two reads each, which the payment does not rest on, as the programs check every account.
 *
 * @param asset - base units of USDC.
 * @returns all that can pay anything, where together they cannot pay the amount.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findSources(
  asset: bigint,
  positions: readonly SourcePosition[],
  ports: { readonly ledger: LedgerClient },
): Promise<readonly SourcePosition[]> {
  const sources: SourcePosition[] = [];
  let lacking = asset;
  for (const position of positions) {
    if (lacking <= 0n) break;
    if (position.holds === 0n) continue;
    const isFixed = position.from.adaptor.picks === undefined;
    const source = isFixed ? position : await pickAccounts(position, ports);
    if (source === undefined) continue;
    sources.push(source);
    lacking -= source.holds;
  }
  return sources;
}

/** Adds the accounts that a Kamino vault is withdrawn from with now; undefined where the strategy is none, or cannot pay. */
async function pickAccounts(
  position: SourcePosition,
  ports: { readonly ledger: LedgerClient },
): Promise<SourcePosition | undefined> {
  const { from, reportedValue } = position;
  const { strategy, adaptor, vaultStrategyAuth } = from;
  const vault = decodeKaminoVault((await readAccounts([strategy], ports))(strategy));
  if (vault === undefined) return undefined;
  const reserves = vault.lent.map(({ reserve }) => reserve);
  const read = await readAccounts([...reserves, vault.lookupTable], ports);
  const decoded = reserves.map((reserve) => decodeKaminoReserve(read(reserve)));
  const pick = pickKaminoReserve(strategy, vault, vaultStrategyAuth, decoded);
  if (pick === undefined) return undefined;
  const table = decodeLookupTable(read(vault.lookupTable));
  const furtherTables: AddressesByLookupTableAddress =
    table === undefined || table.deactivationSlot !== undefined
      ? {}
      : { [vault.lookupTable]: table.keys.map(toAddress) };
  return {
    ...position,
    holds: pick.holds < reportedValue ? pick.holds : reportedValue,
    from: {
      ...from,
      adaptor: { ...adaptor, accounts: [...adaptor.accounts, ...pick.accounts] },
      furtherTables,
    },
  };
}

/** Refusals of a simulated exit that may come from the programs, accounts or tables of a strategy alone. */
const OF_STRATEGIES: ReadonlySet<string> = new Set([
  'SIMULATION_FAILED',
  'VAULT_REFUSED',
  'PROGRAM_CHANGED',
  'LOOKUP_TABLE_TOO_SHORT',
]);

/** Checks whether an exit was refused for what its strategies are paid with. */
export function tellsOfStrategies(error: unknown): boolean {
  return error instanceof NoLookupTable || (isProblemError(error) && OF_STRATEGIES.has(error.code));
}

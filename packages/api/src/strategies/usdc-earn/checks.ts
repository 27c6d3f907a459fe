import type { Address, AddressesByLookupTableAddress, FixedSizeDecoder } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import type { Deployment } from '@staking-agent/chain/deployment';
import { decodeLookupTable, findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import {
  ADAPTOR_WAITING_EPOCHS,
  type ClaimInput,
  decodeKaminoReserve,
  decodeKaminoVault,
  FRACTION_BITS,
  findRequestWithdrawVaultReceiptPda,
  getAdaptorAddReceiptDecoder,
  getRequestWithdrawVaultReceiptDecoder,
  getStrategyInitReceiptDecoder,
  type InstantWithdrawal,
  pickKaminoReserve,
  previewCost,
  previewInstantWithdraw,
  previewInstantWithdrawStrategy,
  previewRequest,
  type VaultRefusal,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import type { UnstakeBody } from '@staking-agent/wire';
import { BOUNDLESS } from '../../builds/ranges.ts';
import { NoLookupTable } from '../../problems/faults.ts';
import { insufficientFunds, isProblemError, type ProblemError, problem } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import {
  type LedgerClient,
  type ReadAccount,
  type ReadAccounts,
  readAccounts,
  readAgreed,
} from '../../upstreams/ledger/client.ts';
import { requireExitAmount } from '../prepare.ts';
import type { StrategyServices } from '../strategy.ts';
import {
  decodeVaultReading,
  findStrategyAccounts,
  findVaultAccounts,
  type NamedVault,
  type StrategyAccounts,
  type VaultReading,
  vaultAddresses,
  vaultRefused,
  type WithdrawalTerms,
} from '../vault.ts';

/** A withdrawal that a wallet has requested; amounts in base units, the time in Unix seconds. */
export type WithdrawalRequest = Omit<ClaimInput, 'now' | 'operationalState'>;

/** The accounts of a wallet in the vault, and those of its one request of a withdrawal. */
export type UsdcAccounts = ReturnType<typeof findUsdcAccounts>;

/** Derives the accounts of a wallet; the token account of a request stays when the request is paid. */
export function findUsdcAccounts(deployment: Deployment, wallet: Address) {
  const named = getUsdcVault(deployment);
  const [receipt] = findRequestWithdrawVaultReceiptPda({ vault: named.vault, user: wallet });
  return {
    ...findVaultAccounts(named, wallet),
    requestWithdrawVaultReceipt: receipt,
    requestWithdrawLpAta: findAssociatedTokenAddress(receipt, named.lpMint),
  };
}

/** The ledger at one slot, as far as an exit of a wallet depends on it. */
export type ExitReading = {
  readonly accounts: UsdcAccounts;
  readonly reading: VaultReading;
  readonly request: WithdrawalRequest | undefined;
  /** The strategies that can pay. */
  readonly positions: readonly SourcePosition[];
};

/**
 * Reads everything that an exit of a wallet depends on, as {@link readAgreed} reads.
 *
 * @throws {ProblemError} `upstream_error` when the ledger has no such vault.
 */
export async function readExit(wallet: Address, services: StrategyServices): Promise<ExitReading> {
  const { deployment } = services.config;
  const accounts = findUsdcAccounts(deployment, wallet);
  const strategies = findStrategies(deployment);
  const requested = [accounts.requestWithdrawVaultReceipt, accounts.requestWithdrawLpAta];
  const receipts = positionAddresses(strategies);
  const read = await readAgreed([...vaultAddresses(accounts), ...requested, ...receipts], services);
  const { evidence, ...reading } = decodeVaultReading(read, accounts, 'usdc-earn');
  const before = new Map([...evidence.before, ...requested.map((each) => [each, read(each)] as const)]);
  return {
    accounts,
    reading: { ...reading, evidence: { ...evidence, before } },
    request: decodeRequest(read, accounts.requestWithdrawVaultReceipt),
    positions: decodePositions(read, strategies, reading.epoch),
  };
}

/** Decodes a wallet's request; undefined where it has made none, or it was paid. */
export function decodeRequest(read: ReadAccounts, receipt: Address): WithdrawalRequest | undefined {
  const decoded = decodeOwn(getRequestWithdrawVaultReceiptDecoder(), read(receipt));
  return (
    decoded && {
      lpEscrowed: decoded.amountLpEscrowed,
      assetBits: decoded.amountAssetToWithdrawDecimalBits,
      withdrawableFrom: decoded.withdrawableFromTs,
    }
  );
}

const LEAST = { amount: 1n, isWithdrawAll: false };

/** Finds why the vault pays nothing now, or takes no request where it has a waiting period, whatever the amount. */
export function findClosure(reading: VaultReading, request?: WithdrawalRequest): ProblemError | undefined {
  const { state, now, operationalState } = reading;
  const isRequested = state.withdrawalWaitingPeriod !== 0n;
  const asked = isRequested
    ? previewRequest(state, { ...LEAST, userLp: BOUNDLESS, now, operationalState })
    : priceExit(LEAST, { ...reading, userLp: BOUNDLESS });
  if (!asked.ok) return vaultRefused(asked);
  return isRequested && request !== undefined ? requestPending(request) : undefined;
}

/** Finds why no exit is paid at once: {@link findClosure}, or the waiting period of the vault. */
export function refuseAtOnce(reading: VaultReading, request?: WithdrawalRequest): ProblemError | undefined {
  const seconds = String(reading.state.withdrawalWaitingPeriod);
  const closure = findClosure(reading, request);
  return closure ?? (seconds === '0' ? undefined : problem('EXIT_NEEDS_REQUEST', { seconds }));
}

/** Creates the problem of a pending request, with the end of its waiting period. */
export function requestPending({ assetBits, withdrawableFrom }: WithdrawalRequest): ProblemError {
  return problem('WITHDRAWAL_PENDING', {
    requested: toQuantity('USDC', assetBits >> FRACTION_BITS).amount,
    claimableAt: printMoment(withdrawableFrom),
  });
}

/** The size of an exit: base units of USDC, or everything, and then every raUSDC of the wallet. */
export type AskedExit = { readonly amount: bigint; readonly isWithdrawAll: boolean };

/** Reads the size of an exit: `amount` counts only without `isWithdrawAll`. */
export function requireExit({ amount, isWithdrawAll = false }: UnstakeBody): AskedExit {
  if (isWithdrawAll) return { amount: 0n, isWithdrawAll };
  const rule = 'usdc-earn needs the USDC to withdraw, as decimal text, or isWithdrawAll=true.';
  return { amount: requireExitAmount(amount, 'USDC', rule), isWithdrawAll };
}

/** One payment of an exit, out of a strategy or the idle funds. */
export type ExitLeg = { readonly from: StrategyAccounts | 'idle'; readonly terms: WithdrawalTerms };

/** How an exit is paid; amounts in base units. */
export type ExitPlan = {
  readonly ok: true;
  readonly legs: readonly ExitLeg[];
  readonly assetPaid: bigint;
  readonly lpBurned: bigint;
};

type Source = { readonly from: 'idle' } | Omit<SourcePosition, 'from'>;
const ANY_STRATEGY = { reportedValue: BOUNDLESS, holds: BOUNDLESS, adaptorEpoch: 0n };

/** Previews a payment; earnings of a strategy since its last report change the vault, not the payment. */
function previewLeg(
  source: Source,
  { state, userLp = 0n, now, operationalState, epoch, idle }: VaultReading,
  { amount, isWithdrawAll }: AskedExit,
): InstantWithdrawal | VaultRefusal {
  const terms = { amount, isAmountInLp: false, isWithdrawAll, userLp, now, operationalState };
  if (!('reportedValue' in source)) return previewInstantWithdraw(state, { ...terms, idle });
  const { reportedValue, adaptorEpoch } = source;
  const position = { reportedValue, actualValue: reportedValue, adaptorEpoch, epoch };
  return previewInstantWithdrawStrategy(state, { ...terms, position });
}

/**
 * Prices an exit as if the vault had all funds at hand.
 *
 * Withdrawals from idle funds may be switched off alone; then it is priced as one from a strategy.
 */
export function priceExit(exit: AskedExit, reading: VaultReading): InstantWithdrawal | VaultRefusal {
  const fromIdle = previewLeg({ from: 'idle' }, { ...reading, idle: BOUNDLESS }, exit);
  return fromIdle.ok || fromIdle.by === 'token' ? fromIdle : previewLeg(ANY_STRATEGY, reading, exit);
}

/** Returns the idle funds that can pay: none while withdrawals from them are switched off. */
export function findIdle(reading: VaultReading): bigint {
  const probe = previewLeg({ from: 'idle' }, { ...reading, userLp: BOUNDLESS, idle: BOUNDLESS }, LEAST);
  return probe.ok || probe.by === 'token' ? reading.idle : 0n;
}

/**
 * Decides the sources of an exit: the idle funds if they suffice, otherwise as few strategies as possible, largest first,
 * and the idle funds for the remainder.
 *
 * An exit of everything ends with a payment for every raUSDC that is left, so that none stays behind.
 *
 * @param assetPaid - what the exit is worth, as {@link priceExit} says.
 * @returns undefined when all of them together hold too little, the refusal when the roundings of several payments cost more
 *   raUSDC than the wallet has.
 */
export function planExit(
  exit: AskedExit,
  assetPaid: bigint,
  reading: VaultReading,
  positions: readonly SourcePosition[],
): ExitPlan | VaultRefusal | undefined {
  const idle = { from: 'idle', holds: findIdle(reading) } as const;
  const taken = [];
  let lacking = assetPaid;
  for (const source of idle.holds >= assetPaid ? [idle] : [...positions, idle]) {
    if (lacking <= 0n) break;
    if (source.holds === 0n) continue;
    taken.push(source);
    lacking -= source.holds;
  }
  return lacking > 0n ? undefined : runLegs(exit, assetPaid, reading, taken);
}

function runLegs(
  exit: AskedExit,
  assetPaid: bigint,
  reading: VaultReading,
  sources: readonly (Source & { readonly from: ExitLeg['from']; readonly holds: bigint })[],
): ExitPlan | VaultRefusal {
  const legs: ExitLeg[] = [];
  let at = reading;
  let [paid, burned] = [0n, 0n];
  for (const [index, source] of sources.entries()) {
    const isLast = index === sources.length - 1;
    const asked = isLast && exit.isWithdrawAll ? { ...exit, amount: at.userLp ?? 0n } : undefined;
    const part = asked ?? { amount: isLast ? assetPaid - paid : source.holds, isWithdrawAll: false };
    const done = previewLeg(source, at, part);
    if (!done.ok) return done;
    legs.push({ from: source.from, terms: { ...part, isAmountInLp: false } });
    paid += done.assetPaid;
    burned += done.lpBurned;
    at = { ...at, state: done.vault, userLp: (at.userLp ?? 0n) - done.lpBurned };
  }
  return { ok: true, legs, assetPaid: paid, lpBurned: burned };
}

/**
 * Creates the problem of an exit that the vault would refuse. With too little raUSDC in the wallet, it states how much the
 * exit takes, whatever else the vault would refuse it for.
 */
export function refuseExit(
  refusal: VaultRefusal,
  { state, now, userLp: holds = 0n }: VaultReading,
  { amount, isWithdrawAll }: AskedExit,
): ProblemError {
  const cost = isWithdrawAll ? undefined : previewCost(state, { amount, now });
  const lacks = cost?.ok && cost.lp > holds ? cost.lp - holds : 0n;
  const isLacking = refusal.by === 'token' && refusal.account === 'userLp';
  if (lacks === 0n && !isLacking) return vaultRefused(refusal);
  // Each payment of several rounds up what it burns.
  return insufficientFunds({ holder: 'wallet', asset: 'raUSDC', holds, needs: holds + (lacks || 1n) });
}

/** The last second that ISO 8601 prints with four digits of a year. */
const LAST_SECOND = 253_402_300_799n;

/** Prints a time of the ledger, ISO 8601 in UTC; one beyond the year 9999 as its last second. */
export function printMoment(unixSeconds: bigint): string {
  const seconds = unixSeconds < LAST_SECOND ? unixSeconds : LAST_SECOND;
  return new Date(Number(seconds) * 1_000).toISOString();
}

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
function decodeOwn<T>(decoder: FixedSizeDecoder<T>, account: ReadAccount | undefined): T | undefined {
  const isThere = account?.owner === VOLTR_VAULT_PROGRAM_ADDRESS && account.data.length >= decoder.fixedSize;
  return isThere ? decoder.decode(account.data) : undefined;
}

function positionAddresses(strategies: readonly StrategyAccounts[]) {
  return strategies.flatMap((each) => [
    each.adaptorAddReceipt,
    each.strategyInitReceipt,
    each.directWithdrawInitReceipt,
  ]);
}

/** Decodes the strategies that can pay, largest first: open, allowed long enough, and with direct withdrawals. */
function decodePositions(
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

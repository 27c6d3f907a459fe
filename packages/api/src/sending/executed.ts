import type { Deployment } from '@staking-agent/chain/deployment';
import { STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import {
  ASSET_DECIMALS,
  type BalanceChange,
  formatAmount,
  PROBLEM_CODES,
  type TransactionFailure,
} from '@staking-agent/wire';
import { describeTransactionFault, explainFailure } from '../builds/failures.ts';
import { readMessageOf } from '../builds/message.ts';
import { isUpstreamFailure } from '../problems/faults.ts';
import type { Refusal } from '../store/decide.ts';
import type { LedgerAnswer, TransactionFault } from '../upstreams/ledger/answers.ts';
import { CALL_MILLISECONDS, type LedgerClient } from '../upstreams/ledger/client.ts';

type Found = NonNullable<LedgerAnswer<'getTransaction'>>;

/** A transaction as a node has executed it. */
export type Executed = {
  /** Base64, signed. */
  readonly transaction: string;
  readonly slot: bigint;
  /** Unix seconds. */
  readonly blockTime: bigint | undefined;
  readonly meta: NonNullable<Found['meta']>;
};

/**
 * Reads an executed transaction from the first node that has it.
 *
 * @returns undefined where no node shows it: it is not confirmed, was pruned, or is of a version that nodes refuse.
 */
export async function readExecuted(
  signature: string,
  { ledger }: { readonly ledger: LedgerClient },
): Promise<Executed | undefined> {
  const options = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 };
  for (const node of ledger.byHealth()) {
    try {
      const found = await node.call('getTransaction', [signature, options], CALL_MILLISECONDS);
      if (found?.meta == null || found.slot === undefined) continue;
      const { transaction, slot, blockTime, meta } = found;
      return {
        transaction: transaction[0],
        slot: BigInt(slot),
        blockTime: blockTime == null ? undefined : BigInt(blockTime),
        meta,
      };
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
    }
  }
  return undefined;
}

/**
 * The instructions of the stake program whose second account is a stake account too, by the first four bytes of their data:
 * Split, Merge, MoveStake and MoveLamports (`StakeInstruction`, solana-program/stake).
 */
const OF_TWO_STAKES: ReadonlySet<number | undefined> = new Set([3, 7, 16, 17]);

/** Reads what a transaction names and moved, accounts by address. @throws {MalformedMessage} when the node's bytes are none. */
export function readSeen({ transaction, meta }: Executed) {
  const { message } = readTransaction(transaction);
  const { loadedAddresses: loaded } = meta;
  const keys = [...message.keys.map(encodeBase58), ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])];
  const listTokens = (balances: typeof meta.preTokenBalances) =>
    (balances ?? []).map(({ accountIndex: index, mint, owner, uiTokenAmount: { amount, decimals } }) => {
      return { index, mint, owner, units: BigInt(amount), decimals };
    });
  return {
    keys,
    instructions: message.instructions.map(({ program, accounts, data }) => ({
      program: keys[program] ?? '',
      accounts: Array.from(accounts, (index) => keys[index] ?? ''),
      data: Uint8Array.from(data),
    })),
    lamports: { before: meta.preBalances.map(BigInt), after: meta.postBalances.map(BigInt) },
    tokens: { before: listTokens(meta.preTokenBalances), after: listTokens(meta.postTokenBalances) },
  };
}

/**
 * Lists what an executed transaction moved: the payer's SOL, with the fee; the tokens of its token accounts; the SOL of
 * stake accounts that its instructions of the stake program name, among them those that a split opens or a merge closes.
 *
 * @throws {MalformedMessage} as {@link readSeen}.
 */
export function listBalanceChanges(executed: Executed, mints: Deployment): BalanceChange[] {
  const { keys, instructions, lamports, tokens } = readSeen(executed);
  const [payer = ''] = keys;
  const stakes = instructions.filter(({ program }) => program === STAKE_PROGRAM_ADDRESS).flatMap(listStakes);
  const ofSol = [...new Set([payer, ...stakes])].map((account) => {
    const index = keys.indexOf(account);
    const moved = (lamports.after[index] ?? 0n) - (lamports.before[index] ?? 0n);
    return describeChange(account, 'SOL', moved, ASSET_DECIMALS.SOL);
  });
  const own = (side: typeof tokens.before) =>
    new Map(side.filter(({ owner }) => owner === payer).map((each) => [each.index, each]));
  const [before, after] = [own(tokens.before), own(tokens.after)];
  const ofTokens = [...new Map([...before, ...after])].map(([index, { mint, decimals }]) => {
    const moved = (after.get(index)?.units ?? 0n) - (before.get(index)?.units ?? 0n);
    return describeChange(keys[index], getSymbol(mint, mints), moved, decimals);
  });
  return [...ofSol, ...ofTokens].filter((change) => change !== undefined);
}

type Instruction = ReturnType<typeof readSeen>['instructions'][number];

/** Lists the stake accounts of an instruction of the stake program. */
function listStakes({ accounts, data }: Instruction): readonly string[] {
  const kind = data.length < 4 ? undefined : new DataView(data.buffer).getUint32(0, true);
  return accounts.slice(0, OF_TWO_STAKES.has(kind) ? 2 : 1);
}

function describeChange(
  account: string | undefined,
  asset: string,
  moved: bigint,
  decimals: number,
): BalanceChange | undefined {
  if (account === undefined || moved === 0n) return undefined;
  const units = moved < 0n ? -moved : moved;
  return {
    account,
    direction: moved < 0n ? 'out' : 'in',
    asset,
    amount: formatAmount(units, decimals),
    baseUnits: units.toString(),
  };
}

/** Returns the symbol of a mint; the mint itself where it has none here. */
export function getSymbol(mint: string, mints: Deployment): string {
  const symbols: Readonly<Record<string, string>> = {
    [mints.solMint]: 'wrapped SOL',
    [mints.usdcMint]: 'USDC',
    [mints.rasolMint]: 'raSOL',
    [mints.rausdcMint]: 'raUSDC',
    [mints.rasolMaxMint]: 'raSOL Max',
  };
  return symbols[mint] ?? mint;
}

/** Names the refusal of a transaction that was only simulated, with a separate code when callers must not build another one. */
export function getRefusedFailure(failure: TransactionFailure) {
  const { cause, cure } = PROBLEM_CODES.LEDGER_REJECTED;
  // A cause without a code of its own has that of the ledger, which took nothing of what was only simulated.
  const isPlain = failure.code === 'LEDGER_EXECUTION_FAILED';
  const told: TransactionFailure = isPlain ? { ...failure, code: 'LEDGER_REJECTED', cause, cure } : failure;
  return {
    code: failure.code === 'STAKE_ACCOUNT_EXISTS' ? failure.code : 'LEDGER_REJECTED',
    facts: { reason: failure.detail, failure: told },
  } as const;
}

/**
 * Explains a failure on the ledger by the log that a node has of it, which says more than its status.
 *
 * @param fault - of its status; undefined where the nodes show none at present.
 */
export async function explainFailed(
  signature: string,
  fault: TransactionFault | undefined,
  ports: { readonly ledger: LedgerClient },
): Promise<Refusal> {
  const executed = await readExecuted(signature, ports);
  if (executed === undefined || executed.meta.err === null) {
    const reason =
      fault === undefined ? 'no node shows why at present' : describeTransactionFault(fault, null);
    return { code: 'LEDGER_EXECUTION_FAILED', facts: { reason } };
  }
  const { err, logMessages = null } = executed.meta;
  const failure = explainFailure(err, logMessages, readMessageOf(executed.transaction));
  const code = failure.code === 'STAKE_ACCOUNT_EXISTS' ? failure.code : 'LEDGER_EXECUTION_FAILED';
  return { code, facts: { reason: failure.detail, failure } };
}

import type { Deployment } from '@staking-agent/chain/deployment';
import { encodeBase58, type Message, readTransaction } from '@staking-agent/verify';
import {
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
import type { LedgerClient } from '../upstreams/ledger/client.ts';

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

const CALL_MILLISECONDS = 4_000;

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

const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';
/**
 * The instructions of the stake program whose second account is a stake account too, by the first four bytes of their data:
 * Split, Merge, MoveStake and MoveLamports (`StakeInstruction`, solana-program/stake).
 */
const OF_TWO_STAKES: ReadonlySet<number | undefined> = new Set([3, 7, 16, 17]);
export const SOL_DECIMALS = 9;

/**
 * Lists what an executed transaction moved: the payer's SOL, with the fee; the tokens of its token accounts; the SOL of
 * stake accounts that its instructions of the stake program name, among them those that a split opens or a merge closes.
 *
 * @throws {MalformedMessage} when the node's bytes are no transaction.
 */
export function listBalanceChanges({ transaction, meta }: Executed, mints: Deployment): BalanceChange[] {
  const { message } = readTransaction(transaction);
  const loaded = meta.loadedAddresses;
  const accounts = [
    ...message.keys.map(encodeBase58),
    ...(loaded?.writable ?? []),
    ...(loaded?.readonly ?? []),
  ];
  const [payer] = accounts;
  const stakes = message.instructions
    .filter(({ program }) => accounts[program] === STAKE_PROGRAM)
    .flatMap(listStakes);
  const lamports = [...new Set([0, ...stakes])].map((index) => {
    const moved = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0);
    return describeChange(accounts[index], 'SOL', moved, SOL_DECIMALS);
  });
  const tokens = listTokenAccounts(meta, payer).map(({ index, mint, decimals, moved }) =>
    describeChange(accounts[index], getSymbol(mint, mints), moved, decimals),
  );
  return [...lamports, ...tokens].filter((change) => change !== undefined);
}

/** Indexes of the stake accounts of an instruction of the stake program. */
function listStakes({ accounts, data }: Message['instructions'][number]): readonly number[] {
  const { byteLength, byteOffset, buffer } = data;
  const kind = byteLength < 4 ? undefined : new DataView(buffer, byteOffset).getUint32(0, true);
  return [...accounts.subarray(0, OF_TWO_STAKES.has(kind) ? 2 : 1)];
}

function listTokenAccounts(
  { preTokenBalances, postTokenBalances }: Executed['meta'],
  owner: string | undefined,
) {
  const mine = (balances: typeof preTokenBalances) =>
    new Map((balances ?? []).filter((each) => each.owner === owner).map((each) => [each.accountIndex, each]));
  const [before, after] = [mine(preTokenBalances), mine(postTokenBalances)];
  return [...new Map([...before, ...after])].map(([index, { mint, uiTokenAmount }]) => {
    const unitsIn = (side: typeof before) => BigInt(side.get(index)?.uiTokenAmount.amount ?? 0);
    return { index, mint, decimals: uiTokenAmount.decimals, moved: unitsIn(after) - unitsIn(before) };
  });
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

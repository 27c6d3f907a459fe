import { base58 } from '@scure/base';
import type { LoadedAddresses } from '../../vm/loaded-transaction.ts';
import type { Outcome } from '../../vm/outcome.ts';
import { type TokenBalance, toUiTokenAmount } from '../../vm/token-balances.ts';

/** `preTokenBalances` and `postTokenBalances`. */
export function encodeTokenBalances(balances: readonly TokenBalance[]): object[] {
  return balances.map(({ accountIndex, mint, owner, programId, amount, decimals }) => ({
    accountIndex,
    mint,
    owner,
    programId,
    uiTokenAmount: toUiTokenAmount(amount, decimals),
  }));
}

/** `innerInstructions`, only of instructions that invoked any. */
export function encodeInnerInstructions({ innerInstructions }: Outcome): object[] {
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
      programIdIndex,
      accounts,
      data: base58.encode(data),
      stackHeight,
    })),
  }));
}

/** `returnData`, or null. */
export function encodeReturnData({ returnData }: Outcome): object | null {
  if (returnData === null) return null;
  return {
    programId: returnData.programId,
    data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
  };
}

/**
 * The value of `simulateTransaction`, which is also the `data` of a failed preflight.
 *
 * @param extras - what the caller asked for beside the outcome.
 */
export function encodeSimulation(
  outcome: Outcome,
  loadedAddresses: LoadedAddresses | null,
  extras: {
    readonly accounts?: unknown;
    readonly innerInstructions?: boolean;
    readonly replacementBlockhash?: unknown;
  },
): object {
  const ran = loadedAddresses !== null;
  return {
    accounts: extras.accounts ?? null,
    err: outcome.err,
    fee: ran ? outcome.fee : null,
    innerInstructions: extras.innerInstructions ? encodeInnerInstructions(outcome) : null,
    loadedAccountsDataSize: outcome.loadedAccountsDataSize,
    loadedAddresses,
    logs: outcome.logs,
    postBalances: ran ? outcome.postBalances : null,
    postTokenBalances: ran ? encodeTokenBalances(outcome.postTokenBalances) : null,
    preBalances: ran ? outcome.preBalances : null,
    preTokenBalances: ran ? encodeTokenBalances(outcome.preTokenBalances) : null,
    replacementBlockhash: extras.replacementBlockhash ?? null,
    returnData: encodeReturnData(outcome),
    unitsConsumed: outcome.unitsConsumed,
  };
}

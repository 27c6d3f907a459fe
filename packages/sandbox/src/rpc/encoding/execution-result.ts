import { base58 } from '@scure/base';
import type { ExecutionResult } from '../../vm/execution-result.ts';
import type { LoadedAddresses } from '../../vm/loaded-transaction.ts';
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
export function encodeInnerInstructions({ innerInstructions }: ExecutionResult): object[] {
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
export function encodeReturnData({ returnData }: ExecutionResult): object | null {
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
  result: ExecutionResult,
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
    err: result.err,
    fee: ran ? result.fee : null,
    innerInstructions: extras.innerInstructions ? encodeInnerInstructions(result) : null,
    loadedAccountsDataSize: result.loadedAccountsDataSize,
    loadedAddresses,
    logs: result.logs,
    postBalances: ran ? result.postBalances : null,
    postTokenBalances: ran ? encodeTokenBalances(result.postTokenBalances) : null,
    preBalances: ran ? result.preBalances : null,
    preTokenBalances: ran ? encodeTokenBalances(result.preTokenBalances) : null,
    replacementBlockhash: extras.replacementBlockhash ?? null,
    returnData: encodeReturnData(result),
    unitsConsumed: result.unitsConsumed,
  };
}

import type { EncodedAccount } from '@solana/kit';
import { type Block, COMMITMENT_DEPTH, type Commitment } from '../vm/blocks.ts';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import { checkTransaction, simulateTransaction } from '../vm/execute-transaction.ts';
import { type LoadedTransaction, LookupTableError, loadAddresses } from '../vm/loaded-transaction.ts';
import { type ExecutionResult, refusal } from '../vm/token-balances.ts';
import { describeTransactionError } from '../vm/transaction-error.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import {
  type Config,
  invalidParams,
  type Params,
  RPC_ERROR_CODES,
  RpcError,
  readCommitment,
  readU64,
} from './params.ts';

/** Version a node reports in every context. */
export const API_VERSION = '3.1.8';

/** Slots behind the cluster at which a node calls itself unhealthy: agave `DELINQUENT_VALIDATOR_SLOT_DISTANCE`. */
const UNHEALTHY_BEHIND = 128n;

/** What one node knows of the ledger: the blocks it has received, at each commitment. */
export type NodeView = {
  readonly ledger: SandboxLedger;
  /** The newest block the node has at a commitment. */
  block(commitment: Commitment): Block;
  /**
   * The block a read is answered at.
   *
   * @throws {RpcError} -32016 when the node has not reached `minContextSlot`.
   */
  bank(config: Config, option?: string): Block;
  /** Answers `{context, value}` for a read at the commitment of its options. */
  answer<T>(config: Config, read: (block: Block) => T): { context: Context; value: T };
  /** @throws {RpcError} -32005 when the node is too far behind. */
  assertIsHealthy(): void;
};

/** Answers one JSON-RPC method; throws an RpcError to answer with an error. */
export type Method = (params: Params, node: NodeView) => unknown;

export type Context = { readonly apiVersion: string; readonly slot: bigint };

/**
 * A node's view of the ledger.
 *
 * @param lagSlots - blocks the node is behind; account state is the newest all the same.
 */
export function createNodeView(ledger: SandboxLedger, lagSlots: () => number): NodeView {
  const block = (commitment: Commitment): Block => {
    const { blocks } = ledger;
    const slot = blocks.tip().slot - BigInt(lagSlots()) - COMMITMENT_DEPTH[commitment];
    return blocks.find(slot) ?? blocks.oldest();
  };
  const bank = (config: Config, option?: string): Block => {
    const found = block(readCommitment(config, option));
    const minimum = readU64(config, 'minContextSlot');
    if (minimum === undefined || found.slot >= minimum) return found;
    throw new RpcError(
      RPC_ERROR_CODES.minContextSlotNotReached,
      'Minimum context slot has not been reached',
      { contextSlot: found.slot },
    );
  };
  return {
    ledger,
    block,
    bank,
    answer: (config, read) => {
      const found = bank(config);
      return { context: createContext(found), value: read(found) };
    },
    assertIsHealthy: () => {
      const numSlotsBehind = BigInt(lagSlots());
      if (numSlotsBehind <= UNHEALTHY_BEHIND) return;
      const message = `Node is behind by ${numSlotsBehind} slots`;
      throw new RpcError(RPC_ERROR_CODES.nodeUnhealthy, message, { numSlotsBehind });
    },
  };
}

/** The `context` of an answer. */
export function createContext({ slot }: Block): Context {
  return { apiVersion: API_VERSION, slot };
}

/** What a simulation found; `ran` tells whether it got as far as loading accounts. */
export type Simulation = {
  readonly result: ExecutionResult;
  readonly ran: boolean;
  /** The transaction's accounts as they would be afterwards, in its order. */
  readonly accounts: readonly (EncodedAccount | undefined)[];
};

/**
 * Resolves lookup tables as a node's sanitizer does.
 *
 * @throws {RpcError} -32602 `invalid transaction: …` when a table cannot be read.
 */
export function requireLoadedTransaction(
  decoded: DecodedTransaction,
  ledger: SandboxLedger,
): LoadedTransaction {
  try {
    return loadAddresses(decoded, ledger.bank);
  } catch (error) {
    if (error instanceof LookupTableError) throw describeLookupError(error);
    throw error;
  }
}

/**
 * Simulates with every check a bank makes, in its order.
 *
 * @param asOf - the block of the bank that simulates; younger blockhashes are unknown to it.
 */
export function simulateChecked(loaded: LoadedTransaction, asOf: Block, ledger: SandboxLedger): Simulation {
  const refused = checkTransaction(loaded, asOf, ledger);
  if (refused !== undefined) return { result: refusal(refused), ran: false, accounts: [] };
  const { result, accounts } = simulateTransaction(loaded, ledger.bank);
  return { result, ran: result.fee > 0n, accounts };
}

function describeLookupError({ transactionError }: LookupTableError): RpcError {
  return invalidParams(`invalid transaction: ${describeTransactionError(transactionError)}`);
}

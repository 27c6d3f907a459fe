import type { Address } from '@solana/kit';
import { type Block, type Commitment, getDepth, MAX_PROCESSING_AGE } from '../../vm/blocks.ts';
import {
  checkTransaction,
  type Outcome,
  simulateTransaction,
  verifySignatures,
} from '../../vm/execute-transaction.ts';
import { type LoadedTransaction, loadAddresses } from '../../vm/loaded-transaction.ts';
import { type DecodedTransaction, replaceBlockhash } from '../../vm/transaction.ts';
import { describeTransactionError } from '../../vm/transaction-error.ts';
import {
  type ExecutionResult,
  type LandedTransaction,
  REMEMBERED_BLOCKS,
  refusal,
} from '../../vm/transaction-history.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { type AccountFormat, encodeAccount, readAccountFormat } from '../encoding/account.ts';
import {
  decodeWireTransaction,
  encodeLanded,
  encodeSimulation,
  TRANSACTION_ENCODINGS,
} from '../encoding/transaction.ts';
import { createContext, type Method, type NodeView } from '../node-view.ts';
import {
  assertIsSignatureText,
  type Config,
  invalidParams,
  invalidType,
  RPC_ERROR_CODES,
  RpcError,
  toAddress,
  toConfig,
  toTexts,
} from '../params.ts';

/** agave `MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS`. */
const MAX_SIGNATURES = 256;
/** agave `MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT`. */
const MAX_LISTED = 1000n;

/** Methods that send, simulate and find transactions. */
export const transactionMethods = {
  /** Answers with a landed transaction and its effects, or null while none is known. */
  getTransaction: (params, node) => {
    const signature = params.text(0);
    assertIsSignatureText(signature);
    const config = params.config(1);
    const encoding = config.choice('encoding', TRANSACTION_ENCODINGS, 'json');
    const maximum = config.u64('maxSupportedTransactionVersion');
    const landed = findLanded(signature, config.settledCommitment(), node);
    if (landed === undefined) return null;
    return { blockTime: landed.blockTime, slot: landed.slot, ...encodeLanded(landed, encoding, maximum) };
  },

  getSignatureStatuses: (params, node) => {
    const signatures = params.texts(0, MAX_SIGNATURES);
    for (const signature of signatures) assertIsSignatureText(signature);
    const everything = params.config(1).flag('searchTransactionHistory');
    const newest = node.block('processed');
    return {
      context: createContext(newest),
      value: signatures.map((signature) => {
        const landed = findLanded(signature, 'processed', node);
        const forgotten = landed !== undefined && landed.blockHeight + REMEMBERED_BLOCKS < newest.height;
        return landed === undefined || (forgotten && !everything) ? null : getStatus(landed, node);
      }),
    };
  },

  getSignaturesForAddress: (params, node) => {
    const address = params.address(0);
    const config = params.config(1);
    config.settledCommitment();
    const limit = config.u64('limit') ?? MAX_LISTED;
    if (limit === 0n || limit > MAX_LISTED) throw invalidParams(`Invalid limit; max ${MAX_LISTED}`);
    const newest = node.bank(config).slot;
    // The bounds may be transactions that do not name the address.
    const landed = node.ledger.history.newestFirst();
    const indexOf = (given: unknown): number => landed.findIndex(({ signature }) => signature === given);
    const end = typeof config.get('until') === 'string' ? indexOf(config.get('until')) : -1;
    return landed
      .slice(indexOf(config.get('before')) + 1, end < 0 ? undefined : end)
      .filter(({ accounts, slot }) => slot <= newest && accounts.includes(address))
      .slice(0, Number(limit))
      .map((one) => ({
        blockTime: one.blockTime,
        confirmationStatus: getConfirmationStatus(one, node),
        err: one.result.err,
        memo: null,
        signature: one.signature,
        slot: one.slot,
      }));
  },

  /**
   * Accepts a transaction: decode, bank, sanitize, then with preflight signatures, health and simulation,
   * in the order of agave `rpc.rs` `send_transaction`. It is then executed in the open slot at once; a transaction that
   * the ledger refuses there vanishes without a trace, as on the network.
   *
   * `maxRetries` is read and has no effect: the one leader never loses a packet.
   */
  sendTransaction: (params, node) => {
    const text = params.text(0);
    const config = params.config(1);
    const skipPreflight = config.flag('skipPreflight');
    config.u64('maxRetries');
    const decoded = decodeWireTransaction(text, config);
    const asOf = node.bank(config, skipPreflight ? 'commitment' : 'preflightCommitment');
    const loaded = requireLoadedTransaction(decoded, node.ledger);
    if (!skipPreflight) {
      if (!verifySignatures(decoded)) throw signatureFailure();
      node.assertIsHealthy();
      const { result, ran } = simulateChecked(loaded, asOf, node.ledger);
      if (result.err !== null) {
        throw new RpcError(
          RPC_ERROR_CODES.preflightFailure,
          `Transaction simulation failed: ${describeTransactionError(result.err)}`,
          encodeSimulation(result, ran ? loaded.loadedAddresses : null, {}),
        );
      }
    }
    node.ledger.submit(decoded);
    return decoded.signature;
  },

  /**
   * Runs a transaction without keeping anything, by agave `rpc.rs` `simulate_transaction`. A failing
   * transaction is a normal answer; only one that cannot be simulated at all is an error.
   */
  simulateTransaction: (params, node) => {
    const text = params.text(0);
    const config = params.config(1);
    const sigVerify = config.flag('sigVerify');
    const replaces = config.flag('replaceRecentBlockhash');
    const innerInstructions = config.flag('innerInstructions');
    if (sigVerify && replaces) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');

    const received = decodeWireTransaction(text, config);
    return node.answer(config, (block) => {
      const { blockhash, height } = block;
      const decoded = replaces ? replaceBlockhash(received, blockhash) : received;
      const loaded = requireLoadedTransaction(decoded, node.ledger);
      if (sigVerify && !verifySignatures(decoded)) throw signatureFailure();
      const requested = readRequestedAccounts(config, loaded.accounts.length);
      const simulation = simulateChecked(loaded, block, node.ledger);
      return encodeSimulation(simulation.result, simulation.ran ? loaded.loadedAddresses : null, {
        innerInstructions,
        accounts: requested && encodeRequested(requested, loaded, simulation, node.ledger),
        ...(replaces && {
          replacementBlockhash: { blockhash, lastValidBlockHeight: height + MAX_PROCESSING_AGE },
        }),
      });
    });
  },

  /** Sends lamports from the faucet; answers with the signature of a transaction that has just run. */
  requestAirdrop: (params, node) => {
    const address = params.address(0);
    const lamports = params.u64(1);
    params.config(2);
    try {
      return node.ledger.fund(address, lamports);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      throw new RpcError(RPC_ERROR_CODES.internal, `airdrop request failed: ${reason}`);
    }
  },
} satisfies Record<string, Method>;

/** Finds a landed transaction that a node has seen at a commitment. */
export function findLanded(
  signature: string,
  commitment: Commitment,
  node: NodeView,
): LandedTransaction | undefined {
  const landed = node.ledger.history.find(signature);
  return landed !== undefined && landed.slot <= node.block(commitment).slot ? landed : undefined;
}

function getStatus(landed: LandedTransaction, node: NodeView): object {
  const { err } = landed.result;
  const depth = node.block('processed').slot - landed.slot;
  return {
    confirmationStatus: getConfirmationStatus(landed, node),
    confirmations: depth >= getDepth('finalized', landed.slot + depth) ? null : depth,
    err,
    slot: landed.slot,
    status: err === null ? { Ok: null } : { Err: err },
  };
}

function getConfirmationStatus({ slot }: LandedTransaction, node: NodeView): Commitment {
  if (slot <= node.block('finalized').slot) return 'finalized';
  return slot <= node.block('confirmed').slot ? 'confirmed' : 'processed';
}

/**
 * Resolves lookup tables as a node's sanitizer does.
 *
 * @throws {RpcError} -32602 `invalid transaction: …` when a table cannot be read.
 */
function requireLoadedTransaction(decoded: DecodedTransaction, { bank }: SandboxLedger): LoadedTransaction {
  const loaded = loadAddresses(decoded, bank);
  if (!('lookupError' in loaded)) return loaded;
  throw invalidParams(`invalid transaction: ${describeTransactionError(loaded.lookupError)}`);
}

/** The outcome of a simulation; `ran` tells that it got as far as loading accounts. */
type Simulation = {
  readonly result: ExecutionResult;
  readonly ran: boolean;
  /** The transaction's accounts as they would be afterwards, in its order. */
  readonly after: Outcome['after'];
};

/**
 * Simulates with every check that a bank makes, in its order.
 *
 * @param asOf - the block of the bank that simulates; younger blockhashes are unknown to it.
 */
export function simulateChecked(loaded: LoadedTransaction, asOf: Block, ledger: SandboxLedger): Simulation {
  const refused = checkTransaction(loaded, asOf, ledger);
  if (refused !== undefined) return { result: refusal(refused), ran: false, after: [] };
  const { result, after } = simulateTransaction(loaded, ledger.bank);
  return { result, ran: result.fee > 0n, after };
}

/** Returns a node's error for a transaction with missing or invalid signatures. */
function signatureFailure(): RpcError {
  const code = RPC_ERROR_CODES.signatureVerificationFailure;
  return new RpcError(code, 'Transaction signature verification failure');
}

type Requested = { readonly addresses: readonly Address[]; readonly format: AccountFormat };

function readRequestedAccounts(config: Config, limit: number): Requested | undefined {
  const given = config.get('accounts');
  if (given === undefined) return undefined;
  const accounts = toConfig(given);
  if (accounts === undefined) throw invalidType(given, 'struct RpcSimulateTransactionAccountsConfig');
  const format = readAccountFormat(accounts, 'base64');
  if (format.encoding === 'binary' || format.encoding === 'base58') {
    throw invalidParams('base58 encoding not supported');
  }
  const texts = toTexts(accounts.get('addresses') ?? [], Number.MAX_SAFE_INTEGER);
  if (texts.length > limit) throw invalidParams(`Too many accounts provided; max ${limit}`);
  return { addresses: texts.map(toAddress), format };
}

function encodeRequested(
  { addresses, format }: Requested,
  loaded: LoadedTransaction,
  { result, after }: Simulation,
  ledger: SandboxLedger,
): (object | null)[] {
  if (result.err !== null) return addresses.map(() => null);
  return addresses.map((address) => {
    const index = loaded.accounts.indexOf(address);
    return encodeAccount(index < 0 ? ledger.findAccount(address) : after[index], format, ledger);
  });
}

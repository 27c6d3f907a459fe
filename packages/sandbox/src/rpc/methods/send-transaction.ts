import type { Address, EncodedAccount } from '@solana/kit';
import { MAX_PROCESSING_AGE } from '../../vm/blocks.ts';
import { replaceBlockhash } from '../../vm/decoded-transaction.ts';
import { verifySignatures } from '../../vm/execute-transaction.ts';
import { describeTransactionError } from '../../vm/transaction-error.ts';
import { type AccountFormat, encodeAccount, readAccountFormat } from '../encoding/account.ts';
import { decodeWireTransaction, encodeSimulation } from '../encoding/transaction.ts';
import {
  type Method,
  type NodeView,
  requireLoadedTransaction,
  type Simulation,
  simulateChecked,
} from '../node-view.ts';
import {
  type Config,
  configAt,
  invalidParams,
  invalidType,
  isConfig,
  RPC_ERROR_CODES,
  RpcError,
  readFlag,
  readU64,
  requireAddress,
  requireText,
  requireU64,
  toAddress,
  toTexts,
} from '../params.ts';

/**
 * Accepts a transaction: decode, bank, sanitize, then with preflight signatures, health and simulation,
 * in the order of agave `rpc.rs` `send_transaction`. What passes is executed in the open slot at once;
 * what the ledger refuses there vanishes without a trace, as on the network.
 *
 * `maxRetries` is read and has no effect: the one leader there is never loses a packet.
 */
export const sendTransaction: Method = (params, node) => {
  const text = requireText(params, 0);
  const config = configAt(params, 1);
  const skipPreflight = readFlag(config, 'skipPreflight');
  readU64(config, 'maxRetries');
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
};

/** Returns a node's error for a transaction with missing or invalid signatures. */
function signatureFailure(): RpcError {
  return new RpcError(
    RPC_ERROR_CODES.signatureVerificationFailure,
    'Transaction signature verification failure',
  );
}

/**
 * Runs a transaction without keeping anything, by agave `rpc.rs` `simulate_transaction`. A failing
 * transaction is a normal answer; only what cannot be simulated at all is an error.
 */
export const simulateTransaction: Method = (params, node) => {
  const text = requireText(params, 0);
  const config = configAt(params, 1);
  const sigVerify = readFlag(config, 'sigVerify');
  const replaces = readFlag(config, 'replaceRecentBlockhash');
  const innerInstructions = readFlag(config, 'innerInstructions');
  if (sigVerify && replaces) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');

  const received = decodeWireTransaction(text, config);
  return node.answer(config, (block) => {
    const { blockhash } = block;
    const decoded = replaces ? replaceBlockhash(received, blockhash) : received;
    const loaded = requireLoadedTransaction(decoded, node.ledger);
    if (sigVerify && !verifySignatures(decoded)) throw signatureFailure();
    const requested = readRequestedAccounts(config, loaded.accounts.length);
    const simulation = simulateChecked(loaded, block, node.ledger);
    return encodeSimulation(simulation.result, simulation.ran ? loaded.loadedAddresses : null, {
      innerInstructions,
      accounts: requested && encodeRequested(requested, loaded.accounts, simulation, node),
      replacementBlockhash: replaces
        ? { blockhash, lastValidBlockHeight: block.height + MAX_PROCESSING_AGE }
        : undefined,
    });
  });
};

type Requested = { readonly addresses: readonly Address[]; readonly format: AccountFormat };

function readRequestedAccounts(config: Config, limit: number): Requested | undefined {
  const accounts = config['accounts'] ?? undefined;
  if (accounts === undefined) return undefined;
  if (!isConfig(accounts)) throw invalidType(accounts, 'struct RpcSimulateTransactionAccountsConfig');
  const format = readAccountFormat(accounts, 'base64');
  if (format.encoding === 'binary' || format.encoding === 'base58') {
    throw invalidParams('base58 encoding not supported');
  }
  const texts = toTexts(accounts['addresses'] ?? [], Number.MAX_SAFE_INTEGER);
  if (texts.length > limit) throw invalidParams(`Too many accounts provided; max ${limit}`);
  return { addresses: texts.map(toAddress), format };
}

function encodeRequested(
  { addresses, format }: Requested,
  accounts: readonly Address[],
  { result, accounts: after }: Simulation,
  { ledger }: NodeView,
): (object | null)[] {
  if (result.err !== null) return addresses.map(() => null);
  const changed = new Map<Address, EncodedAccount | undefined>(
    accounts.map((address, index) => [address, after[index]]),
  );
  return addresses.map((address) => {
    const account = changed.has(address) ? changed.get(address) : ledger.findAccount(address);
    return encodeAccount(account, format, ledger.findAccount);
  });
}

/** Sends lamports from the faucet; the answer is the signature of a transaction that has just run. */
export const requestAirdrop: Method = (params, node) => {
  const address = requireAddress(params, 0);
  const lamports = requireU64(params, 1);
  configAt(params, 2);
  try {
    return node.ledger.fund(address, lamports);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new RpcError(RPC_ERROR_CODES.internal, `airdrop request failed: ${reason}`);
  }
};

import { describeTransactionError } from '../../vm/transaction-error.ts';
import { verifySignatures } from '../../vm/verify-signatures.ts';
import { encodeSimulation } from '../encoding/execution-result.ts';
import { decodeWireTransaction } from '../encoding/wire-transaction.ts';
import type { Method } from '../method.ts';
import { configAt, readFlag, readU64, requireText } from '../params.ts';
import { requireLoadedTransaction, simulateChecked } from '../preflight.ts';
import { RPC_ERROR_CODES, RpcError } from '../rpc-error.ts';

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
export function signatureFailure(): RpcError {
  return new RpcError(
    RPC_ERROR_CODES.signatureVerificationFailure,
    'Transaction signature verification failure',
  );
}

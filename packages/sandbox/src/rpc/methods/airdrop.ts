import type { Method } from '../method.ts';
import { configAt, requireAddress, requireU64 } from '../params.ts';
import { RPC_ERROR_CODES, RpcError } from '../rpc-error.ts';

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

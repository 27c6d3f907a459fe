import { getBase58Decoder } from '@solana/kit';
import type { NodeView } from '../../../rpc/node-view.ts';
import { badRequest, RouterError } from '../router-error.ts';

const OTHER_SIGNATURE = getBase58Decoder().decode(new Uint8Array(64).fill(7));

/** Blocks after a refusal in which the bytes are sent all the same. */
const HELD_BLOCKS = 3;

/**
 * Executes a signed transaction and answers falsely.
 *
 * @param variant - `reject-and-send` says that it has been refused and submits it three blocks later, where it still can
 *   land; otherwise the answer is the signature of no transaction.
 * @throws {RouterError} 400 for `reject-and-send`.
 */
export function executeMaliciously(
  variant: string | undefined,
  execute: () => object,
  { ledger }: NodeView,
): object {
  if (variant !== 'reject-and-send') {
    execute();
    return { signature: OTHER_SIGNATURE };
  }
  let left = HELD_BLOCKS;
  const sendLater = (): void => {
    left -= 1;
    if (left > 0) return;
    ledger.events.off('slot', sendLater);
    try {
      execute();
    } catch (error) {
      if (!(error instanceof RouterError)) throw error;
    }
  };
  ledger.events.on('slot', sendLater);
  return badRequest('Transaction simulation failed: custom program error: 0x1771');
}

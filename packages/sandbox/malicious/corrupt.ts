import { getBase58Decoder } from '@solana/kit';
import type { NodeView } from '../src/rpc/node-view.ts';
import { badRequest, unlessRefused } from '../src/stand-ins/stand-in.ts';
import { AMOUNT_CORRUPTIONS, EXIT_CORRUPTIONS } from './amounts.ts';
import { AUTHORITY_CORRUPTIONS } from './authorities.ts';
import { BELONGING_CORRUPTIONS, NEW_ACCOUNT_CORRUPTIONS } from './belongings.ts';
import {
  type CorruptedDraft,
  type Corruptions,
  MALICIOUS_VARIANTS,
  type MaliciousVariant,
  type Scene,
} from './scene.ts';

const CORRUPTIONS: Corruptions<MaliciousVariant> = {
  ...AMOUNT_CORRUPTIONS,
  ...AUTHORITY_CORRUPTIONS,
  ...BELONGING_CORRUPTIONS,
  ...EXIT_CORRUPTIONS,
  ...NEW_ACCOUNT_CORRUPTIONS,
};

/** Turns an order against its wallet; undefined where the variant does not fit the order. */
export async function corrupt(variant: MaliciousVariant, scene: Scene): Promise<CorruptedDraft | undefined> {
  const change = await CORRUPTIONS[variant](scene);
  const { wallet, instructions, units } = scene.draft;
  return change && { feePayer: wallet, instructions, units, ...change };
}

/**
 * Corrupts drafts one way after the other, or the one way that is named; one that is none of these leaves them as they are.
 *
 * @param corruptOne - undefined where the variant does not fit the draft.
 */
export function takeTurns<V extends string>(
  variants: readonly V[],
  corruptOne: (variant: V, scene: Scene) => Promise<CorruptedDraft | undefined>,
) {
  let next = 0;
  return async (scene: Scene, named: string | undefined): Promise<CorruptedDraft | undefined> => {
    const wanted = variants.find((variant) => variant === named);
    if (named !== undefined) return wanted && corruptOne(wanted, scene);
    for (let tried = 0; tried < variants.length; tried += 1) {
      const chosen = variants[next % variants.length];
      next += 1;
      const corrupted = chosen && (await corruptOne(chosen, scene));
      if (corrupted !== undefined) return corrupted;
    }
    return undefined;
  };
}

/** Corrupts orders of the router, beginning with the first variant. */
export const createCorruptor = () => takeTurns(MALICIOUS_VARIANTS, corrupt);

const OTHER_SIGNATURE = getBase58Decoder().decode(new Uint8Array(64).fill(7));

/** Blocks after a refusal in which the bytes are sent all the same. */
const HELD_BLOCKS = 3;

/**
 * Executes a signed transaction and answers falsely.
 *
 * @param variant - `reject-and-send` says that it has been refused and submits it three blocks later, where it still can
 *   land; otherwise the answer is the signature of no transaction.
 * @throws {StandInError} 400 for `reject-and-send`.
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
    unlessRefused(execute);
  };
  ledger.events.on('slot', sendLater);
  return badRequest('Transaction simulation failed: custom program error: 0x1771');
}

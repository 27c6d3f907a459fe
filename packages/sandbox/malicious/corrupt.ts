import { getBase58Decoder } from '@solana/kit';
import type { NodeView } from '../src/rpc/node-view.ts';
import { badRequest, unlessRefused } from '../src/stand-ins/stand-in.ts';
import { AMOUNT_CORRUPTIONS, EXIT_CORRUPTIONS } from './amounts.ts';
import { AUTHORITY_CORRUPTIONS } from './authorities.ts';
import { BELONGING_CORRUPTIONS, NEW_ACCOUNT_CORRUPTIONS } from './belongings.ts';
import type { CorruptedDraft, Corruption, Scene } from './scene.ts';

const CORRUPTIONS = {
  ...AMOUNT_CORRUPTIONS,
  ...AUTHORITY_CORRUPTIONS,
  ...BELONGING_CORRUPTIONS,
  ...EXIT_CORRUPTIONS,
  ...NEW_ACCOUNT_CORRUPTIONS,
};

export type MaliciousVariant = keyof typeof CORRUPTIONS;

/** Harms a malicious order can do. */
export const MALICIOUS_VARIANTS = Object.keys(CORRUPTIONS) as MaliciousVariant[];

/** Names an order by its input and its output. */
export type OrderName =
  | 'SOL into raSOL'
  | 'raSOL into SOL'
  | 'stake into SOL'
  | 'stake into raSOL'
  | 'raSOL into stake';

type Limit = {
  /** The only orders that it changes; each unless given. */
  readonly orders?: readonly OrderName[];
  /** Names what the wallet must hold for it; nothing unless given. */
  readonly wallet?: string;
};

/**
 * Variants that leave some orders as they are: a stake account that is given up has no amount to double, the instructions of
 * the router's own program have no minimum, and only a slow exit brings a stake account.
 */
export const VARIANT_LIMITS: Readonly<Partial<Record<MaliciousVariant, Limit>>> = {
  reauthorize: { wallet: 'a stake account' },
  amount: { orders: ['SOL into raSOL', 'raSOL into SOL', 'raSOL into stake'] },
  'second-account': { wallet: 'a second raSOL account' },
  'minimum-zero': { orders: ['raSOL into SOL', 'raSOL into stake'] },
  'no-deactivate': { orders: ['raSOL into stake'] },
  'stranger-validator': { orders: ['raSOL into stake'] },
};

/** Checks whether a variant changes an order, of a wallet that holds what the variant takes. */
export function fitsOrder(variant: MaliciousVariant, order: OrderName): boolean {
  return VARIANT_LIMITS[variant]?.orders?.includes(order) ?? true;
}

/** Harms a malicious execution can do: a signature of no transaction, or a refusal of bytes that are sent later. */
export const EXECUTION_VARIANTS = ['other-signature', 'reject-and-send'] as const;

/** Turns an order against its wallet; undefined where the variant does not fit the order. */
export async function corrupt(variant: MaliciousVariant, scene: Scene): Promise<CorruptedDraft | undefined> {
  const corruption: Corruption = CORRUPTIONS[variant];
  const change = await corruption(scene);
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

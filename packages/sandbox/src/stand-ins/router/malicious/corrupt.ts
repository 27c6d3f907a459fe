import { AMOUNT_CORRUPTIONS } from './corrupt-amounts.ts';
import { AUTHORITY_CORRUPTIONS } from './corrupt-authorities.ts';
import { BELONGING_CORRUPTIONS } from './corrupt-belongings.ts';
import { EXIT_CORRUPTIONS } from './corrupt-exits.ts';
import { NEW_ACCOUNT_CORRUPTIONS } from './corrupt-new-accounts.ts';
import type { CorruptedDraft, Corruptions, Scene } from './corruption.ts';
import type { MaliciousVariant } from './variants.ts';

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

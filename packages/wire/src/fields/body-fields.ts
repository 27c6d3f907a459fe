import { Type } from 'typebox';
import { STRATEGY_KEYS, type StrategyKey } from '../strategy-key.ts';

// Bodies are typed by JSON type alone. The service decides the rest, because it answers an unknown key with 404
// and everything else with a sentence that names the field; a schema could only say 400.

/** The `strategy` field of a body that accepts the given keys. */
export function strategyField(keys: readonly StrategyKey[] = STRATEGY_KEYS) {
  return Type.String({ description: `One of: ${keys.join(', ')}.`, 'x-values': [...keys] });
}

/** The `wallet` field: the key that signs. */
export const WalletField = Type.String({
  description: 'Public key of the wallet that signs: base58 of 32 bytes.',
  examples: ['DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL'],
});

/** The `stakeAccount` field, with when it is required. */
export function stakeAccountField(condition: string) {
  return Type.String({
    description: `${condition} The stakeAccount of the stake answer: base58 of 32 bytes.`,
  });
}

/** Least that has to arrive of a swap, an exit or a vault. */
export const MinReceiveField = Type.String({
  description:
    'The smallest acceptable payout, in the asset that is paid out; a transaction that could pay less is refused, at its build and once more at its broadcast where its bytes demand no minimum, or count tokens that the wallet received meanwhile. It can only tighten the limit of the service, except for instant exits, where it can also loosen it. Positive decimal text like amount.',
  examples: ['1.48'],
});

/** An `amount` field, with the asset it counts and what `max` stands for. */
export function amountField(meaning: string, max: string) {
  return Type.String({
    description: `${meaning} Positive decimal text without sign, exponent or leading zeros, or max: ${max}`,
    examples: ['1.5', 'max'],
  });
}

/** The `amount` of an answer: what `max` came to. */
export const AMOUNT_USED = {
  amount: Type.Optional(
    Type.String({ description: 'Only where the request said max: the amount that was used instead.' }),
  ),
} as const;

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
    description: `${condition} The stake account, as the stake call answered it: base58 of 32 bytes.`,
  });
}

/** Least that has to arrive of a swap, an exit or a vault. */
export const MinReceiveField = Type.String({
  description:
    'Least that has to arrive, in what arrives; a transaction that could bring less is refused. It tightens the bound that the service sets itself, and may loosen it for an instant exit only. Positive decimal text as in amount.',
  examples: ['1.48'],
});

/** An `amount` field, with the asset it counts. */
export function amountField(meaning: string) {
  return Type.String({
    description: `${meaning} Positive decimal text without sign, exponent or leading zeros.`,
    examples: ['1.5'],
  });
}

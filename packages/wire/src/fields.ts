import { type TEnum, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { STRATEGY_KEYS, type StrategyKey } from './assets.ts';

/** The largest integer that every JSON reader keeps exact: 2^53 - 1. */
export const MAX_SAFE_JSON_INTEGER = 9_007_199_254_740_991;

/**
 * A named object that refuses unknown members.
 *
 * @param title - name of the schema in the documents, equal to the name of its type.
 */
export function closedObject<Properties extends TProperties>(
  title: string,
  properties: Properties,
): TObject<Properties> {
  return Type.Object(properties, { title, additionalProperties: false });
}

export function text(description: string) {
  return Type.String({ description });
}

export function oneOf<const Words extends string[]>(
  words: readonly [...Words],
  description?: string,
): TEnum<Words> {
  return Type.Enum(words, { type: 'string', ...(description !== undefined && { description }) });
}

/** Makes a schema accept null as well. */
export function orNull<const Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

export function textOrNull(description: string) {
  return orNull(Type.String(), description);
}

/** An address: 32 bytes in base58. */
export function addressField(description: string) {
  return Type.String({ description: `${description} Base58 address.` });
}

/** Lamports as a JSON integer, at most 2^53 - 1. */
export function lamportsField(description: string) {
  return Type.Integer({
    description: `${description} Lamports.`,
    minimum: 0,
    maximum: MAX_SAFE_JSON_INTEGER,
  });
}

export const NotesField = text('Text for people; its wording may change.');

/** The members of a build whose transaction the swap router made. */
export function routerFields<const Kind extends 'token' | 'depositStake' | 'withdrawStake'>(kind: Kind) {
  return {
    route: Type.Literal('router', { description: 'Broadcast with route=router.' }),
    routerKind: Type.Literal(kind, { description: 'Send it back unchanged at broadcast.' }),
    // Open on purpose, also for printing: whatever the router put in must come out again.
    router_order: Type.Object(
      {},
      { description: "The router's order. Opaque; send it back unchanged.", additionalProperties: true },
    ),
  } as const;
}

/** The `route` of a build that goes into a vault or out of it. */
export const VAULT_ROUTE = Type.Literal('vault', {
  description:
    'A deposit into or a withdrawal from a vault. Broadcast with route=rpc; broadcast does not accept vault.',
});

/** The `route` of a build that the service compiled for the ledger. */
export const RPC_ROUTE = Type.Literal('rpc', { description: 'Broadcast with route=rpc.' });

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
  return text(`${condition} The stakeAccount of the stake answer: base58 of 32 bytes.`);
}

/** Least that has to arrive of a swap, an exit or a vault. */
export const MinReceiveField = Type.String({
  description:
    'The smallest acceptable payout, in the asset that is paid out; a transaction is built only if its bytes demand it, and is refused once more at its broadcast where they count tokens that the wallet received meanwhile. It can only tighten the limit of the service, except for instant exits, where it can also loosen it. Positive decimal text like amount.',
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
  amount: Type.Optional(text('Only where the request said max: the amount that was used instead.')),
} as const;

export const INCLUDES = ['receipt', 'explanation'] as const;

export type Include = (typeof INCLUDES)[number];

const IncludeField = Type.Array(Type.String(), {
  description: `What to tell beside the transaction, any of: ${INCLUDES.join(', ')}, each once. Each adds the answer member of its name. receipt costs one read of the ledger.`,
  examples: [[...INCLUDES]],
});

/** How much a transaction bids for priority against recent ones. */
export const PRIORITY_LEVELS = ['low', 'medium', 'high'] as const;

export type PriorityLevel = (typeof PRIORITY_LEVELS)[number];

const PriorityField = Type.Union(
  [
    Type.String({ description: `One of: ${PRIORITY_LEVELS.join(', ')}.`, 'x-values': [...PRIORITY_LEVELS] }),
    Type.Object(
      { maxLamports: text('The most that priority may cost, in lamports: integer text, 100 to 5000000.') },
      { description: 'As high, but for no more than that.' },
    ),
  ],
  {
    description:
      'What the transaction bids for priority: a level of what recent transactions paid that wrote the same accounts, or the most that it may cost. medium when omitted. The receipt says what it came to. Not for a transaction that the router or the vault provider makes, which bids by itself.',
  },
);

const TipField = Type.Object(
  { lamports: text('Lamports as integer text, 1000 to 100000000.') },
  {
    description:
      'Adds one transfer of so many lamports from the wallet to a tip account of the landing service of the deployment, which pays only when the transaction lands. No tip when omitted. Not for a transaction that the router or the vault provider makes.',
  },
);

/** The members of every body that asks for a build. */
export const BUILD_OPTIONS = {
  priority: Type.Optional(PriorityField),
  tip: Type.Optional(TipField),
  include: Type.Optional(IncludeField),
} as const;

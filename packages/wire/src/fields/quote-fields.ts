import { Type } from 'typebox';

/** The `inAmount` of a quote. */
export const InAmount = Type.String({
  description: 'The amount of the request, unchanged; what it came to where that was max.',
});

/** The `priceImpactPct` of a quote. */
export const PriceImpact = Type.Union([Type.Number(), Type.Null()], {
  description: 'Fraction: 0.0048 means 0.48 %. Null when the router does not report it.',
});

/** The members of a quote for SOL at the router. */
export function routerQuoteFields<const Asset extends string>(inAsset: Asset) {
  return {
    inAsset: Type.Literal(inAsset),
    outAsset: Type.Literal('SOL'),
    inAmount: InAmount,
    outAmount: Type.String({ description: 'Estimated SOL as decimal text.' }),
    priceImpactPct: PriceImpact,
  };
}

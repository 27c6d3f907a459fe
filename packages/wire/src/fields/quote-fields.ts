import { Type } from 'typebox';

/** The `inAmount` of a quote. */
export const InAmount = Type.String({ description: 'The amount asked about, as it was sent.' });

/** The `priceImpactPct` of a quote. */
export const PriceImpact = Type.Union([Type.Number(), Type.Null()], {
  description: 'Fraction: 0.0048 means 0.48 %. Null when the router reports none.',
});

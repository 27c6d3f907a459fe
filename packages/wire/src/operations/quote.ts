import { QuoteBody } from '../bodies/quote-body.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';
import { QUOTE_ANSWERS } from '../strategies/answers.ts';
import { STRATEGIES } from '../strategies/index.ts';

/** `POST /quote`: previews what an exit would pay, without promise. */
export const quote = {
  id: 'quote',
  ...ROUTES.quote,
  tag: 'transactions',
  summary: 'Preview an unstake',
  description:
    'Returns an estimate, not a commitment: prices can change between quote and unstake. usdc-earn has no quotes, because its exit pays the requested amount.',
  body: QuoteBody,
  responses: QUOTE_ANSWERS,
  examples: Object.fromEntries(
    Object.values(STRATEGIES).flatMap(({ key, examples }) =>
      'quote' in examples ? [[key, examples.quote]] : [],
    ),
  ),
} as const satisfies Operation;

import type { StrategyKey } from '../src/assets.ts';
import type { AnswerOf, ExitKindOf, KeyedOperationId } from '../src/operations/index.ts';
import { defineStrategy } from '../src/strategies/description.ts';
import { STRATEGIES } from '../src/strategies/index.ts';
import { solLiquidStake } from '../src/strategies/sol-liquid-stake.ts';
import { usdcEarn } from '../src/strategies/usdc-earn.ts';

// Checked by the compiler, never run: what must not compile, and what the derived types come to.

const { answers, examples } = usdcEarn;

// @ts-expect-error answers that name another strategy
defineStrategy('sol-native-stake', answers, examples);

// @ts-expect-error a stake answer of another strategy
defineStrategy('usdc-earn', { ...answers, stake: solLiquidStake.answers.stake }, examples);

const { stake: _, ...withoutStake } = examples;
// @ts-expect-error an answer without an example
defineStrategy('usdc-earn', answers, withoutStake);

// @ts-expect-error an answer with an empty list of examples
defineStrategy('usdc-earn', answers, { ...examples, stake: [] });

// @ts-expect-error a kind of exit without an example
defineStrategy('usdc-earn', answers, { ...examples, unstake: {} });

// @ts-expect-error a fifth key without its file
STRATEGIES satisfies { readonly [Key in StrategyKey | 'usdc-lend']: unknown };

// @ts-expect-error the USDC strategy has nothing to quote
({ strategy: 'usdc-earn' }) satisfies AnswerOf<'quote', 'usdc-earn'>;

'vault' satisfies AnswerOf<'stake', 'usdc-earn'>['route'];
// @ts-expect-error the route of another strategy
'router' satisfies AnswerOf<'stake', 'usdc-earn'>['route'];

'slow' satisfies ExitKindOf<'sol-liquid-stake'>;
// @ts-expect-error a kind the strategy does not offer
'deactivate' satisfies ExitKindOf<'sol-liquid-stake'>;

'withdraw' satisfies KeyedOperationId;
// @ts-expect-error quotes accept no key
'quote' satisfies KeyedOperationId;

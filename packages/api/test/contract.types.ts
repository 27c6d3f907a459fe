import type { AnswerOf } from '@staking-agent/wire';
import { problem } from '../src/problems/problem.ts';
import type { Handler, Routes } from '../src/routes/handler.ts';
import { HANDLERS } from '../src/routes/index.ts';
import type { Actions, Stake } from '../src/strategies/strategy.ts';

// Checked by the compiler, never run: what must not compile.

declare const usdcBuild: ReturnType<Stake<'usdc-earn'>>;
declare const liquid: Actions<'sol-liquid-stake'>;
declare const usdc: Actions<'usdc-earn'>;
declare const native: Actions<'sol-native-stake'>;

// @ts-expect-error a build of another strategy
(async () => usdcBuild) satisfies Stake<'sol-liquid-stake'>;

// @ts-expect-error an exit the contract does not give the strategy
({ ...usdc, unstake: { ...usdc.unstake, slow: liquid.unstake.slow } }) satisfies Actions<'usdc-earn'>;

const { deactivate, ...withoutDeactivate } = native.unstake;
// @ts-expect-error an exit that the contract gives it is missing
({ ...native, unstake: withoutDeactivate }) satisfies Actions<'sol-native-stake'>;
deactivate satisfies unknown;

const { withdraw, ...withoutWithdraw } = native;
// @ts-expect-error a withdrawal that the contract gives it is missing
withoutWithdraw satisfies Actions<'sol-native-stake'>;
withdraw satisfies unknown;

const { quote, ...withoutQuote } = HANDLERS;
// @ts-expect-error an operation without its handler
withoutQuote satisfies Routes;
quote satisfies unknown;

// @ts-expect-error the handler of another operation
({ ...HANDLERS, quote: HANDLERS.health }) satisfies Routes;

// @ts-expect-error an answer that lacks a member
(() => ({ strategy: 'usdc-earn', range: '1M' })) satisfies Handler<'apyHistory'>;

// @ts-expect-error a code that is not registered
problem('AMOUNT_TOO_BLUE');

// @ts-expect-error a code without its facts
problem('KIND_NOT_OFFERED');

// @ts-expect-error facts of another code
problem('KIND_NOT_OFFERED', { fault: 'silent' });

(async () => usdcBuild) satisfies Stake<'usdc-earn'>;
({}) as AnswerOf<'withdraw'> satisfies { strategy: 'sol-native-stake' };

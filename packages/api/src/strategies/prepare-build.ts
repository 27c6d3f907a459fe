import type { BuildOperation } from '@staking-agent/verify';
import {
  type AnswerOf,
  ASSET_DECIMALS,
  formatAmount,
  type MergeBody,
  type SplitBody,
  type StakeBody,
  type StrategyKey,
  UNSTAKE_KINDS,
  type UnstakeBody,
  type UnstakeKind,
  type WithdrawBody,
} from '@staking-agent/wire';
import type { Build } from '../builds/build.ts';
import type { ValueGate } from '../builds/watch-value.ts';
import { problem } from '../problems/problem.ts';
import type { Switches } from '../store/watch-stops.ts';
import { assertStepOffered } from './assert-step-offered.ts';
import { findMaxExit, findMaxStake } from './find-max.ts';
import { requireLiveStrategy, type StrategyRegistry } from './find-strategy.ts';
import { readMinReceive } from './read-min-receive.ts';
import type { RangePorts } from './read-ranges.ts';
import { type Key, MAX, requireAddress, requireAmount } from './request-fields.ts';
import type { FieldsOf, StrategyPorts } from './strategy.ts';

/** The strategies, and what they build with and are held to. */
export type PreparePorts = StrategyRegistry &
  StrategyPorts &
  RangePorts & {
    readonly switches: Pick<Switches, 'assertRunning'>;
    readonly valueGate: Pick<ValueGate, 'assertRoom' | 'room'>;
  };

/**
 * Makes the build that was asked for.
 *
 * @param again - `keep` of the build that is made anew.
 */
export type MakeBuild<Id extends BuildOperation> = (
  again?: Uint8Array,
) => Promise<Build<FieldsOf<AnswerOf<Id>>>>;

type Exits = {
  readonly [Kind in UnstakeKind]?: (
    body: UnstakeBody,
    ports: StrategyPorts,
    again?: Uint8Array,
  ) => ReturnType<MakeBuild<'unstake'>>;
};

/** Refuses what is malformed in a stake; nothing is looked up before the build is made. */
export function prepareStake(
  body: StakeBody,
  services: PreparePorts,
): { readonly wallet: Key; readonly make: MakeBuild<'stake'> } {
  const { key, actions, catalog } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  readMinReceive(body.minReceive, key, 'stake');
  const wallet = requireAddress(body.wallet, 'wallet');
  const decimals = ASSET_DECIMALS[catalog.asset];
  if (body.amount === MAX) {
    const make: MakeBuild<'stake'> = async () => {
      const amount = await findMaxStake(key, wallet, services);
      const text = formatAmount(amount, decimals);
      const ask = { body: { ...body, amount: text }, wallet, amount };
      return { ...(await actions.stake(ask, services)), amount: text };
    };
    return { wallet, make };
  }
  const least = key === 'sol-native-stake' ? services.stakeTerms.peek()?.minimumDelegation : undefined;
  const amount = requireAmount(body.amount, 'amount', decimals, { least });
  const make: MakeBuild<'stake'> = async (again) => {
    await services.valueGate.assertRoom(key, amount, least);
    return await actions.stake({ body, wallet, amount }, services, again);
  };
  return { wallet, make };
}

/** Refuses an exit that the strategy does not offer. */
export function prepareUnstake(body: UnstakeBody, services: PreparePorts): MakeBuild<'unstake'> {
  const { key, actions } = requireLiveStrategy(body.strategy, services);
  services.switches.assertRunning(key);
  const exits: Exits = actions.unstake;
  const kind = UNSTAKE_KINDS.find((each) => each === body.kind);
  const exit = kind && exits[kind];
  if (kind === undefined || exit === undefined) {
    throw problem('KIND_NOT_OFFERED', { kind: body.kind, strategy: key, offered: Object.keys(exits) });
  }
  assertStepOffered(body.step, key);
  readMinReceive(body.minReceive, key, kind);
  const asked = keepOwn(body, key);
  if (asked.amount !== MAX) return (again) => exit(asked, services, again);
  return async () => {
    const { amount: _max, ...rest } = asked;
    const whole = await findMaxExit({ key, kind, wallet: body.wallet }, actions.exits, services);
    const { amount } = whole;
    return { ...(await exit({ ...rest, ...whole }, services)), ...(amount !== undefined && { amount }) };
  };
}

/** Drops the members that only other strategies take: they are ignored, and must not reach evidence or token either. */
function keepOwn({ stakeAccount, isWithdrawAll, ...body }: UnstakeBody, key: StrategyKey): UnstakeBody {
  return {
    ...body,
    ...(key === 'sol-native-stake' && stakeAccount !== undefined && { stakeAccount }),
    ...(key === 'usdc-earn' && isWithdrawAll !== undefined && { isWithdrawAll }),
  };
}

/** A withdrawal also works while native staking is held back from callers: what is staked must be able to leave. */
export function prepareWithdraw(body: WithdrawBody, services: PreparePorts): MakeBuild<'withdraw'> {
  services.switches.assertRunning('sol-native-stake');
  const { actions } = services.strategies['sol-native-stake'];
  return () => actions.withdraw(body, services);
}

/** A split also works while native staking is held back from callers, because it is a part of leaving. */
export function prepareSplit(body: SplitBody, services: PreparePorts): MakeBuild<'split'> {
  services.switches.assertRunning('sol-native-stake');
  const { actions } = services.strategies['sol-native-stake'];
  return (again) => actions.split(body, services, again);
}

/** A merge, as a split. */
export function prepareMerge(body: MergeBody, services: PreparePorts): MakeBuild<'merge'> {
  services.switches.assertRunning('sol-native-stake');
  const { actions } = services.strategies['sol-native-stake'];
  return () => actions.merge(body, services);
}

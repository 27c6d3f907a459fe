import type { Earned, PositionsAnswer, StrategyKey } from '@staking-agent/sdk';
import { useMemo } from 'preact/hooks';
import { useLoaded } from '../parts/controls.tsx';
import { Quantity } from '../parts/values.tsx';
import { findAssets, showAsset, toAmount } from '../state/calls.ts';
import { ledgerChanges, ledgerTime } from '../state/clock.ts';
import { type Amount, sayAmount, sayDate } from '../state/figures.ts';
import { type Row, traceEarned } from '../state/money.ts';
import { getSession } from '../state/session.ts';
import { moneyWords } from '../words/actions.ts';
import { nameStrategy } from '../words/strategies.ts';
import { Chart } from './chart.tsx';

export type Position = PositionsAnswer['positions'][number];

/** A person's money in one strategy. */
export type Holding = {
  readonly strategy: StrategyKey;
  readonly positions: readonly Position[];
  /** Its earnings by the service; undefined while they are read. */
  readonly earned: Earned | undefined;
  /** The rows of the wallet, oldest first; undefined while they are read, and where some are missing. */
  readonly rows: readonly Row[] | undefined;
};

/** Shows the worth of the money in one strategy, what was put in and earned, and how that went. */
export function Earnings(holding: Holding) {
  const { strategy, positions, earned } = holding;
  const asset = findAssets(strategy)?.input ?? 'SOL';
  const value = positions.reduce((total, each) => total + BigInt(each.value.baseUnits), 0n);
  return (
    <>
      <dl class="row figures">
        <Figure name={moneyWords.worth} of={earned?.balance ?? toAmount(value, asset)} look="figure" />
        {earned?.netDeposits && (
          <Figure
            name={isNegative(earned.netDeposits) ? moneyWords.takenOut : moneyWords.putIn}
            of={earned.netDeposits}
          />
        )}
        {earned?.earned && <Gain names={[moneyWords.earned, moneyWords.lost]} of={earned.earned} />}
        {earned?.lastEpoch && (
          <Gain names={[moneyWords.lastEpoch, moneyWords.lastEpochLost]} of={earned.lastEpoch} />
        )}
      </dl>
      {earned?.earned && <Curve {...holding} earned={earned} decimals={showAsset(asset).decimals} />}
    </>
  );
}

const isNegative = ({ amount }: Amount) => amount.startsWith('-');

/** A figure below its name; its sign is said by the name. */
function Figure({
  name,
  of,
  look = '',
}: {
  readonly name: string;
  readonly of: Amount;
  readonly look?: 'figure' | 'good' | 'bad' | '';
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={look}>
        <Quantity
          of={{ ...of, amount: of.amount.replace('-', '') }}
          rounds={look === 'bad' ? 'up' : 'down'}
        />
      </dd>
    </div>
  );
}

function Gain({
  names: [gain, loss],
  of,
}: {
  readonly names: readonly [string, string];
  readonly of: Amount;
}) {
  return isNegative(of) ? (
    <Figure name={loss} of={of} look="bad" />
  ) : (
    <Figure name={gain} of={of} look="good" />
  );
}

/** Shows earnings over the epochs since the first stake. */
function Curve({
  strategy,
  rows,
  earned: { balance, earned },
  decimals,
}: Holding & { readonly earned: Earned; readonly decimals: number }) {
  const { client } = getSession();
  // A stake account says its worth itself; receipts need the yields of the past.
  const { value: past } = useLoaded(
    async () =>
      strategy === 'sol-native-stake' ? { points: [] } : await client.apyHistory({ strategy, range: 'All' }),
    [strategy, ledgerChanges.value],
  );
  const { time: present = '', slot = '0' } = ledgerTime.value ?? {};
  const time = Date.parse(present);
  const own = rows?.filter((each) => each.strategy === strategy) ?? [];
  const value = Number(balance.amount);
  const drawn = useMemo(() => {
    const now = { value, earned: Number(earned?.amount), time, slot: Number(slot), decimals };
    const curve = past && traceEarned(own, past.points, now);
    return curve && { times: curve.times, figures: curve.earned, unit: '', span: value / 10_000 };
  }, [own.length, past, balance.amount, earned?.amount]);
  if (drawn === undefined) return null;
  const say = (figure: number) =>
    `${figure < 0 ? '−' : ''}${sayAmount({ ...balance, amount: Math.abs(figure).toFixed(decimals) }, 'down')}`;
  const from = sayDate(new Date(drawn.times[0] ?? time).toISOString());
  const [first = 0, last = 0] = [drawn.figures[0], drawn.figures.at(-1)];
  return (
    <>
      <small class="dim">{moneyWords.curve(balance.asset)}</small>
      <Chart drawn={drawn} words={moneyWords.went(nameStrategy(strategy), say(first), from, say(last))} />
    </>
  );
}

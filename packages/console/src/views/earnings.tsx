import type { PositionsAnswer, StrategyKey } from '@staking-agent/sdk';
import { formatAmount } from '@staking-agent/wire/assets';
import { useMemo } from 'preact/hooks';
import { useLoaded } from '../parts/controls.tsx';
import { type Amount, Quantity } from '../parts/values.tsx';
import { findAssets, nameStrategy, showAsset } from '../state/calls.ts';
import { ledgerChanges, ledgerTime } from '../state/clock.ts';
import { sayDate, shortenDecimal } from '../state/figures.ts';
import { addUp, type Row, traceEarned } from '../state/money.ts';
import { getSession } from '../state/session.ts';
import { moneyWords } from '../words.ts';
import { Chart } from './chart.tsx';

export type Position = PositionsAnswer['positions'][number];

/** Shows a person's money in one strategy: its worth, what was put in and earned, and how the worth went. */
export function Earnings({
  strategy,
  positions,
  rows,
}: {
  readonly strategy: StrategyKey;
  readonly positions: readonly Position[];
  /** Oldest first; undefined while they are read, and where some are missing. */
  readonly rows: readonly Row[] | undefined;
}) {
  const { symbol, decimals } = showAsset(findAssets(strategy)?.input ?? 'SOL');
  const value = positions.reduce((total, each) => total + BigInt(each.value.baseUnits), 0n);
  const units = positions.reduce((total, each) => total + BigInt(readHeld(each).baseUnits), 0n);
  const own = rows?.filter((each) => each.strategy === strategy);
  const sums = own && addUp(own, { value, units });
  const say = (units: bigint): Amount => ({ amount: formatAmount(units, decimals), asset: symbol });
  return (
    <>
      <dl class="row figures">
        <div>
          <dt>{moneyWords.worth}</dt>
          <dd class="figure">
            <Quantity of={say(value)} />
          </dd>
        </div>
        {sums !== undefined && (
          <>
            <div>
              <dt>{moneyWords.putIn}</dt>
              <dd>
                <Quantity of={say(sums.putIn)} />
              </dd>
            </div>
            {sums.takenOut > 0n && (
              <div>
                <dt>{moneyWords.takenOut}</dt>
                <dd>
                  <Quantity of={say(sums.takenOut)} />
                </dd>
              </div>
            )}
            <div>
              <dt>{sums.earned < 0n ? moneyWords.lost : moneyWords.earned}</dt>
              <dd class={sums.earned < 0n ? 'bad' : 'good'}>
                {sums.earned < 0n ? (
                  <Quantity of={say(-sums.earned)} rounds="up" />
                ) : (
                  <Quantity of={say(sums.earned)} />
                )}
              </dd>
            </div>
          </>
        )}
      </dl>
      {sums !== undefined && own !== undefined && (
        <Earned strategy={strategy} rows={own} value={say(value)} decimals={decimals} />
      )}
    </>
  );
}

/** The unit that a history counts of a position: its receipt, or the SOL of a stake account. */
const readHeld = (position: Position) => ('receipt' in position ? position.receipt : position.value);

/** Shows earnings over the epochs since the first stake. */
function Earned({
  strategy,
  rows,
  value: { amount, asset },
  decimals,
}: {
  readonly strategy: StrategyKey;
  readonly rows: readonly Row[];
  readonly value: Amount;
  readonly decimals: number;
}) {
  const { client } = getSession();
  // A stake account says its worth itself; receipts need the yields of the past.
  const { value: past } = useLoaded(
    async () =>
      strategy === 'sol-native-stake' ? { points: [] } : await client.apyHistory({ strategy, range: 'All' }),
    [strategy, ledgerChanges.value],
  );
  const { time: present = '', slot = '0' } = ledgerTime.value ?? {};
  const time = Date.parse(present);
  const drawn = useMemo(() => {
    const curve =
      past && traceEarned(rows, past.points, { value: Number(amount), time, slot: Number(slot), decimals });
    return curve && { times: curve.times, figures: curve.earned, unit: '', span: Number(amount) / 10_000 };
  }, [rows.length, past, amount]);
  if (drawn === undefined) return null;
  const [first = 0, last = 0] = [drawn.figures[0], drawn.figures.at(-1)];
  const say = (figure: number) =>
    `${figure < 0 ? '−' : ''}${shortenDecimal(Math.abs(figure).toFixed(decimals))} ${asset}`;
  const from = sayDate(new Date(drawn.times[0] ?? time).toISOString());
  return (
    <>
      <small class="dim">{moneyWords.curve(asset)}</small>
      <Chart drawn={drawn} words={moneyWords.went(nameStrategy(strategy), say(first), from, say(last))} />
    </>
  );
}

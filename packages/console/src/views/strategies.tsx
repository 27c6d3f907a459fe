import type { StrategySummary } from '@staking-agent/sdk';
import { ProblemNote } from '../parts/problem-note.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { ledgerChanges } from '../state/clock.ts';
import { getSession } from '../state/session.ts';
import { StrategyCard } from './strategy-card.tsx';
import type { ViewProps } from './view-props.ts';
import { WalletPrompt } from './wallet.tsx';

/** All strategies side by side. */
export function Strategies(_: ViewProps) {
  const { client } = getSession();
  const { value, error } = useLoaded(() => client.listStrategies(), [ledgerChanges.value]);
  return (
    <>
      <h1>Strategies</h1>
      <WalletPrompt />
      <ProblemNote error={error} />
      <div class="grid">
        {value?.strategies.map((each: StrategySummary) => (
          <StrategyCard key={each.key} strategy={each} />
        ))}
      </div>
    </>
  );
}

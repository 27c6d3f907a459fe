import type { ExitKindOf, StrategyKey } from '@staking-agent/wire';
import type { RecordedBuild } from './record.ts';

// Checked by the compiler, never run: the contract has no build that a token could not name.

type StakeOf<Key extends StrategyKey> = readonly ['stake', Key, undefined];
type ExitOf<Key extends StrategyKey, Kind extends ExitKindOf<Key>> = readonly ['unstake', Key, Kind];
type BuildOf<Key extends StrategyKey> =
  | StakeOf<Key>
  | { readonly [Kind in ExitKindOf<Key>]: ExitOf<Key, Kind> }[ExitKindOf<Key>];

declare const build: { readonly [Key in StrategyKey]: BuildOf<Key> }[StrategyKey];
build satisfies RecordedBuild;

declare const missing: StakeOf<'usdc-earn'> | readonly ['unstake', 'usdc-earn', 'slow'];
// @ts-expect-error a build that is not listed
missing satisfies RecordedBuild;

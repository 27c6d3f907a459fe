import type { AmountAsset, StakePosition, UnstakeBody } from '@staking-agent/wire';
import type { Way } from './exit-draft.ts';
import type { AmountScene, ExitScene } from './exit-scene.ts';

/** What leaves a strategy, and what finds the ways out of it: of a stake account, or of an amount of an asset. */
export type ExitSource =
  | {
      readonly takes: 'whole-account';
      readonly find: (stake: StakePosition, scene: ExitScene) => Promise<readonly Way[]>;
    }
  | {
      readonly takes: 'amount';
      readonly asset: AmountAsset;
      /** How a request asks for all there is; where it cannot, the amount is measured. */
      readonly askAll?: Required<Pick<UnstakeBody, 'isWithdrawAll'>>;
      readonly find: (scene: AmountScene) => Promise<readonly Way[]>;
    };

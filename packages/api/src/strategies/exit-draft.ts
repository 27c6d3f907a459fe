import type {
  AmountAsset,
  AvailableAt,
  ExitOptionPath,
  ReceiptCost,
  SuggestedCall,
} from '@staking-agent/wire';
import type { ProblemError } from '../problems/problem-error.ts';

/** A way out as it was worked out; amounts in base units, net of the costs where they are SOL. */
export type ExitDraft = {
  readonly path: ExitOptionPath;
  readonly via: string;
  readonly transactions: number;
  readonly asset: AmountAsset;
  readonly expected: bigint;
  readonly atLeast: bigint | undefined;
  readonly costs: readonly ReceiptCost[];
  /** Lamports that stake which stays until then is expected to earn; undefined where nothing, or not known. */
  readonly rewards?: bigint | undefined;
  readonly availableAt: AvailableAt | null;
  readonly next: readonly SuggestedCall[];
};

/** A way out that is not possible now. */
export type ClosedExit = { readonly path: ExitOptionPath; readonly refusal: ProblemError };

/** A way out, whether or not it is possible now. */
export type Way = ExitDraft | ClosedExit;

import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  type AmountAsset,
  type AnswerOf,
  type ApyFacts,
  type AvailableAt,
  BASE_PATH,
  type ExitAnswerOf,
  type ExitKindOf,
  type ExitOptionPath,
  type FeeFact,
  type LeverageFacts,
  type MergeBody,
  OPERATIONS,
  type OptionRisk,
  type Position,
  type Quantity,
  type QuoteBody,
  type Receipt,
  type ReceiptCost,
  type ReceiptPosition,
  type SplitBody,
  type StakeBody,
  type StrategyKey,
  type StrategyLive,
  type StrategyOf,
  type SuggestedCall,
  type UnstakeBody,
  type WithdrawBody,
} from '@staking-agent/wire';
import type { Build, Finished, ToldBuild } from '../builds/build.ts';
import type { BuildServices } from '../builds/provided.ts';
import type { LocatedRange, Means, StrategyRange } from '../builds/ranges.ts';
import type { ValueGate } from '../builds/value-limits.ts';
import type { ProblemError } from '../problems/problem.ts';
import type { Feed } from '../runtime/feed.ts';
import type { Switches } from '../store/operator.ts';
import type { ReadAccounts } from '../upstreams/ledger/client.ts';
import type { LookupTablesFeed, StakeTerms, ValidatorFacts } from '../upstreams/ledger/feeds.ts';
import type { ProgramWatch } from '../upstreams/ledger/programs.ts';
import type { Router } from '../upstreams/router.ts';
import type { ApyWindow, VaultClient } from '../upstreams/vault.ts';
import type { Capture, FigureSources, LiveFigures, YieldServices } from '../yields/figures.ts';

/** An address in both forms: base58 text as the caller wrote it, and its 32 bytes. */
export type Key = { readonly text: Address; readonly bytes: Uint8Array };

/** The texts of a strategy: all of its detail that neither moves nor depends on the deployment. */
export type Catalog<Key extends StrategyKey> = Omit<
  AnswerOf<'getStrategy', Key>['strategy'],
  'key' | 'status' | 'live' | 'onchain' | 'validator'
>;

export type StrategyServices = YieldServices &
  BuildServices & {
    readonly strategies: Strategies;
    readonly figures: LiveFigures;
    readonly switches: Switches;
    readonly valueGate: ValueGate;
    readonly router: Router;
    readonly vaultProvider: VaultClient;
    readonly validator: Feed<ValidatorFacts>;
    readonly programs: ProgramWatch;
    readonly lookupTables: LookupTablesFeed;
    readonly usdcLookupTables: LookupTablesFeed;
    /** Passes while the store is there, which a provider's transaction needs before it is ordered. @throws {ProblemError} */
    readonly requireStore: () => Promise<void>;
    readonly config: { readonly comingSoon: ReadonlySet<StrategyKey> };
  };

/** The members of a build's answer that its strategy writes; the rest is added when the build is finished. */
export type FieldsOf<Answer> = Answer extends unknown ? Omit<Answer, keyof Finished> : never;

/** @param again - `keep` of the build that is made anew. */
type Action<Body, Answer> = (
  body: Body,
  services: StrategyServices,
  again?: Uint8Array,
) => Promise<Build<FieldsOf<Answer>>>;

/** A stake that was read: `amount` in base units of the asset that goes in, above zero; `body` as it was sent. */
export type StakeAsk = { readonly body: StakeBody; readonly wallet: Key; readonly amount: bigint };

export type Stake<K extends StrategyKey> = Action<StakeAsk, AnswerOf<'stake', K>>;

export type Exit<Key extends StrategyKey, Kind extends ExitKindOf<Key>> = Action<
  UnstakeBody,
  ExitAnswerOf<Key, Kind>
>;

/** Previews an exit; without `amount` of the whole account. */
export type Quote<Key extends StrategyKey> = (
  body: Omit<QuoteBody, 'amount'> & { readonly amount?: string | undefined },
  services: StrategyServices,
) => Promise<AnswerOf<'quote', Key>>;

export type Withdraw<Key extends StrategyKey> = Action<WithdrawBody, AnswerOf<'withdraw', Key>>;

/** Builds a split of a stake account. */
export type Split = Action<SplitBody, AnswerOf<'split'>>;

/** Builds a merge of stake accounts. */
export type Merge = Action<MergeBody, AnswerOf<'merge'>>;

/** The transactions that a strategy builds: exactly those that the contract gives it. */
export type StrategyBuilds<Key extends StrategyKey> = {
  readonly stake: Stake<Key>;
  readonly unstake: { readonly [Kind in ExitKindOf<Key>]: Exit<Key, Kind> };
} & (StrategyOf<Key>['answers'] extends { quote: unknown } ? { readonly quote: Quote<Key> } : unknown) &
  (StrategyOf<Key>['answers'] extends { withdraw: unknown }
    ? { readonly withdraw: Withdraw<Key>; readonly split: Split; readonly merge: Merge }
    : unknown);

/** Describes the position that a stake in a strategy makes, and the ways out of it. */
export type StrategyPosition = {
  /** The asset that a stake brings, whose price markets move; undefined for a delegation, which is what it is. */
  readonly receipt: AmountAsset | undefined;
  readonly exits: ExitSource;
  readonly describeUndo: DescribeUndo;
  /**
   * Returns what a stake would pay if it were exited immediately, in base units of the input asset. SOL fees are subtracted if
   * the asset is SOL.
   *
   * @throws {ProblemError} when it could not leave now; {@link UpstreamFault} when the router gives no quote.
   */
  readonly roundTripValue: (stake: TriedStake, services: StrategyServices) => Promise<bigint>;
};

/** The sources of a strategy's figures and facts. */
export type StrategyFigures = FigureSources & {
  /** Words on the source of the APY. */
  readonly apyTerms: Readonly<Record<'basis' | 'method' | 'source', ApyFacts['basis']>> & {
    readonly window: string | Readonly<Record<ApyWindow, string>>;
  };
  /** Fields of the deployment file, as far as they are written out here, whose programs the strategy invokes. */
  readonly programs: readonly string[];
  /** The ledger shows the largest exit at once. */
  readonly knowsInstant: boolean;
  /** Lists the accounts that others may pay to write; absent where the service compiles no message of its own. */
  findContended?(deployment: Deployment): readonly Address[];
};

/** All that can be done with a live strategy. */
export type Actions<Key extends StrategyKey> = StrategyFigures &
  StrategyPosition &
  StrategyBuilds<Key> & {
    readonly locate: Locate;
  };

/** Finds the accounts that show the limits and facts of a strategy, and what a wallet has in it. */
export type Locate = (wallet: Address, deployment: Deployment, switches: Switches) => Located;

/** The accounts of one strategy and of a wallet in it, and how their reading is described. */
export type Located = LocatedRange & {
  /** @throws {ProblemError} when the ledger does not have what the strategy goes through. */
  describeFacts(read: ReadAccounts, known: KnownFacts): StrategyFacts;
  /**
   * Describes what the wallet holds of the receipt, and what of it waits to be claimed; absent where there is no receipt.
   *
   * @param terms - undefined while they are not known.
   * @throws {ProblemError} when its worth cannot be read.
   */
  describeHoldings?(read: ReadAccounts, terms: StakeTerms | undefined): readonly ReceiptPosition[];
};

/** Facts of a strategy beside its limits. */
export type StrategyFacts = {
  readonly idle?: Quantity;
  readonly fees: readonly FeeFact[];
  readonly leverage?: LeverageFacts | null;
};

/** The knowledge beside the read that facts are described from. */
export type KnownFacts = {
  /** Captures of the strategy, oldest first. */
  readonly captures: readonly Capture[];
  /** Undefined until the ledger has told it. */
  readonly validator: ValidatorFacts | undefined;
};

/** One strategy of one deployment. Without actions it is announced: listed, and `coming_soon` everywhere else. */
export type Strategy<Key extends StrategyKey> = {
  readonly key: Key;
  readonly catalog: Catalog<Key>;
  /** Facts about what can go wrong, no rating. */
  readonly risks: readonly OptionRisk[];
  /** The upstreams that a stake cannot do without. */
  readonly needs: readonly string[];
  /** Describes the strategy in full, as a live one, with the figures given and what is known now. */
  describe(live: StrategyLive, services: StrategyServices): AnswerOf<'getStrategy', Key>;
  readonly actions?: Actions<Key>;
};

/** A strategy that every deployment can offer. */
export type LiveStrategy<Key extends StrategyKey> = Strategy<Key> & { readonly actions: Actions<Key> };

export type Strategies = { readonly [Key in StrategyKey]: Strategy<Key> } & {
  readonly 'sol-native-stake': LiveStrategy<'sol-native-stake'>;
};

export type AnyStrategy = Strategies[StrategyKey];

/** Any strategy that can be called. */
export type AnyLiveStrategy = { readonly [Key in StrategyKey]: LiveStrategy<Key> }[StrategyKey];

/** How a build can be undone. */
export type Undo = Receipt['undo'];

export type UndoFacts = ToldBuild & {
  readonly receive: Receipt['receive'];
  /** When stake is free whose cooldown begins with a build of now. */
  readonly cooldownEnd: AvailableAt;
  /** The running epoch, where the stake that a build deactivates was delegated in it and is free as soon as that lands. */
  readonly freeInEpoch?: bigint;
};

/** Checks whether the value of a position is the wallet's: a stake account is its withdrawer's. */
export function isOwnedBy(wallet: string, position: Position): boolean {
  return position.strategy !== 'sol-native-stake' || position.authorities.withdrawer === wallet;
}

/** Says that a stake cannot be undone at present. @param reason - in sentences. */
export function refuseUndo(reason: string): Undo {
  const description = `There is no way out through this service at present. ${reason} That may change with any block: POST /exit-options shows whether there is one.`;
  return { isPossible: false, description, next: [] };
}

/** Describes how a stake of one strategy can be undone, and when. @throws {UpstreamFault} or {@link UpstreamRefusal} */
export type DescribeUndo = (facts: UndoFacts, services: StrategyServices) => Undo | Promise<Undo>;

/** Finds the ways out of a strategy: of a stake account as a whole, or of an amount of an asset. */
export type ExitSource =
  | {
      readonly takes: 'whole-account';
      /** Returns what the account is worth with the ways out of it. */
      readonly find: (
        stakeAccount: Address,
        scene: ExitScene,
      ) => Promise<{ readonly of: Quantity; readonly ways: readonly Way[] }>;
    }
  | {
      readonly takes: 'amount';
      readonly asset: AmountAsset;
      /** How a request asks for all there is; where it cannot, the amount is measured. */
      readonly askAll?: { readonly isWithdrawAll: true };
      /** @param leaving.amount - as in a body; `isAll` where that is all that the wallet holds. */
      readonly find: (
        leaving: { readonly amount: string; readonly isAll: boolean },
        scene: ExitScene,
      ) => Promise<readonly Way[]>;
    };

/** The moment at which the ways out of one position are compared. */
export type ExitScene = {
  readonly wallet: Address;
  readonly means: Means;
  /** When stake is free whose cooldown begins with a build of now. */
  readonly cooldownEnd: AvailableAt;
  /** The length of the running epoch and what is left of it, in milliseconds; undefined while that is not known. */
  readonly span: { readonly whole: number; readonly left: number } | undefined;
  /** Makes an unstake as its operation would, to read its effects; returns why where it is refused. */
  readonly tryUnstake: (body: UnstakeBody) => Promise<TriedBuild | ProblemError>;
  /** The same of a withdrawal. */
  readonly tryWithdraw: (body: WithdrawBody) => Promise<TriedBuild | ProblemError>;
  readonly services: StrategyServices;
};

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

/** A way out that is not possible now; `next` where a call opens it. */
export type ClosedExit = {
  readonly path: ExitOptionPath;
  readonly refusal: ProblemError;
  readonly next?: readonly SuggestedCall[];
};

/** A way out, whether or not it is possible now. */
export type Way = ExitDraft | ClosedExit;

/** A stake that was tried: its amount in base units, the receipt by its proof, and the limits at that moment. */
export type TriedStake = {
  readonly amount: bigint;
  readonly receipt: Receipt;
  readonly range: StrategyRange | ProblemError | undefined;
  readonly means: Means;
};

/** A build that was made and proved to be looked at, and thrown away. */
export type TriedBuild = {
  readonly receipt: Receipt;
  /** The maker or payer, for people. */
  readonly via: string;
  /** The amount that `max` came to, where it was asked for. */
  readonly amount: string | undefined;
};

/** Suggests to withdraw a whole stake account once it can be. */
export function suggestWithdrawal(
  wallet: string,
  stakeAccount: string | undefined,
  availableAt: AvailableAt,
): SuggestedCall {
  const description = 'Moves everything to the wallet, which closes the account.';
  return { ...printCall('withdraw', description, { wallet, stakeAccount }), availableAt };
}

export function printCall<Body extends object>(
  id: 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge',
  description: string,
  body: Body,
) {
  return { description, endpoint: `${BASE_PATH}${OPERATIONS[id].path}`, method: 'POST', body } as const;
}

import type { Address, Instruction } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { getComputeBudgetInstructions } from '@staking-agent/chain/message';
import type { BuildOperation, Evidence, VerifyRequest } from '@staking-agent/verify';
import {
  type AmountAsset,
  type AnswerOf,
  type AvailableAt,
  BASE_PATH,
  type ExitAnswerOf,
  type ExitKindOf,
  type ExitOptionPath,
  type MergeBody,
  OPERATIONS,
  type OptionRisk,
  type QuoteBody,
  type Receipt,
  type ReceiptCost,
  type ReceiptPosition,
  type SplitBody,
  type StakeBody,
  type StakePosition,
  type StrategyKey,
  type StrategyLive,
  type StrategyOf,
  type SuggestedCall,
  type UnstakeBody,
  type WithdrawBody,
} from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Build, CompiledBuild, Finished, ToldBuild } from '../builds/build.ts';
import {
  compileOwnMessage,
  compileWithTables,
  fitsMessage,
  type OwnMessage,
  type UniqueBudget,
} from '../builds/message.ts';
import type { Metrics } from '../builds/metrics.ts';
import type { FindRange, Means, StrategyRange } from '../builds/ranges.ts';
import { simulateOwn } from '../builds/simulate.ts';
import type { TokenKey } from '../builds/token.ts';
import type { ProblemError } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Feed } from '../runtime/feed.ts';
import type { Random } from '../runtime/random.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash.ts';
import type { LedgerClient, ReadAccounts } from '../upstreams/ledger/client.ts';
import type {
  FindContended,
  LookupTables,
  PriorityFeeFeed,
  StakeTerms,
  ValidatorFacts,
} from '../upstreams/ledger/feeds.ts';
import type { Router } from '../upstreams/router.ts';
import type { VaultClient } from '../upstreams/vault.ts';
import type { FigureSources, LiveFigures } from '../yields/figures.ts';
import type { FactsSource } from './facts.ts';
import type { Key } from './fields.ts';

/** The detail of one strategy. */
export type DetailOf<Key extends StrategyKey> = AnswerOf<'getStrategy', Key>['strategy'];

/** The words of a strategy: all of its detail that neither moves nor depends on the deployment. */
export type Catalog<Key extends StrategyKey> = Omit<
  DetailOf<Key>,
  'key' | 'status' | 'live' | 'onchain' | 'validator'
>;

type TablesFeed = Pick<Feed<LookupTables>, 'get'>;

/** The services that strategies build with. */
export type StrategyServices = {
  readonly ledger: LedgerClient;
  readonly router: Router;
  readonly vaultProvider: VaultClient;
  readonly clock: Clock;
  readonly blockhash: BlockhashFeed;
  readonly stakeTerms: Feed<StakeTerms>;
  readonly priorityFee: PriorityFeeFeed;
  readonly signatureFee: Feed<bigint>;
  readonly validator: Feed<ValidatorFacts>;
  readonly uniqueBudget: UniqueBudget;
  /** Of leveraged staking. */
  readonly lookupTables: TablesFeed;
  readonly usdcLookupTables: TablesFeed;
  readonly random: Random;
  /** Passes while the store is there, which a provider's transaction needs before it is ordered. @throws {ProblemError} */
  readonly requireStore: () => Promise<void>;
  readonly tokenKeys: readonly TokenKey[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly config: { readonly deployment: Deployment };
};

/** What a strategy says of its own in a build; the rest is added when the build is finished. */
export type FieldsOf<Answer> = Answer extends unknown ? Omit<Answer, keyof Finished> : never;

/** @param again - `keep` of the build that is made anew. */
type Action<Body, Answer> = (
  body: Body,
  services: StrategyServices,
  again?: Uint8Array,
) => Promise<Build<FieldsOf<Answer>>>;

/** What to stake, read: `amount` in base units of the asset that goes in, above zero; `body` as it was sent. */
export type StakeAsk = { readonly body: StakeBody; readonly wallet: Key; readonly amount: bigint };

/** Builds a stake. */
export type Stake<K extends StrategyKey> = Action<StakeAsk, AnswerOf<'stake', K>>;

/** Builds one kind of exit. */
export type Exit<Key extends StrategyKey, Kind extends ExitKindOf<Key>> = Action<
  UnstakeBody,
  ExitAnswerOf<Key, Kind>
>;

/** What to preview; without `amount` the whole account. */
export type QuoteAsk = Omit<QuoteBody, 'amount'> & Partial<Pick<QuoteBody, 'amount'>>;

/** Previews an exit. */
export type Quote<Key extends StrategyKey> = (
  body: QuoteAsk,
  services: StrategyServices,
) => Promise<AnswerOf<'quote', Key>>;

/** Builds a withdrawal. */
export type Withdraw<Key extends StrategyKey> = Action<WithdrawBody, AnswerOf<'withdraw', Key>>;

/** Builds a split of a stake account. */
export type Split = Action<SplitBody, AnswerOf<'split'>>;

/** Builds a merge of stake accounts. */
export type Merge = Action<MergeBody, AnswerOf<'merge'>>;

/** What can be done with a live strategy: exactly what the contract gives it. */
export type Actions<Key extends StrategyKey> = FigureSources & {
  readonly stake: Stake<Key>;
  readonly unstake: { readonly [Kind in ExitKindOf<Key>]: Exit<Key, Kind> };
  /** What others may pay to write; nothing where the service compiles no message of its own. */
  readonly findContended?: FindContended;
  /** What a wallet holds of the receipt; nothing where there is none. */
  readonly findHolding?: FindHolding;
  /** What its facts are told from. */
  readonly facts: FactsSource;
  /** The least and the most that goes in and comes out. */
  readonly findRange: FindRange;
  /** Of a stake. */
  readonly describeUndo: DescribeUndo;
  /** What a stake brings, which markets move; undefined for a delegation, which is what it is. */
  readonly receipt: AmountAsset | undefined;
  readonly leaveAtOnce: LeaveAtOnce;
  /** What finds the ways out. */
  readonly exits: ExitSource;
} & (StrategyOf<Key>['answers'] extends { quote: unknown } ? { readonly quote: Quote<Key> } : unknown) &
  (StrategyOf<Key>['answers'] extends { withdraw: unknown }
    ? { readonly withdraw: Withdraw<Key>; readonly split: Split; readonly merge: Merge }
    : unknown);

/** One strategy of one deployment. Without actions it is announced: listed, and `coming_soon` everywhere else. */
export type Strategy<Key extends StrategyKey> = {
  readonly key: Key;
  readonly catalog: Catalog<Key>;
  /** What can go wrong with it. Facts, no rating. */
  readonly risks: readonly OptionRisk[];
  /** The upstreams that a stake cannot do without. */
  readonly needs: readonly string[];
  /** The strategy in full, as a live one, with the figures given and what is known now. */
  describe(live: StrategyLive, services: Pick<StrategyServices, 'validator'>): AnswerOf<'getStrategy', Key>;
  readonly actions?: Actions<Key>;
};

/** A strategy that every deployment can offer. */
export type LiveStrategy<Key extends StrategyKey> = Strategy<Key> & { readonly actions: Actions<Key> };

/** Every strategy by key. */
export type Strategies = { readonly [Key in StrategyKey]: Strategy<Key> } & {
  readonly 'sol-native-stake': LiveStrategy<'sol-native-stake'>;
};

/** Any strategy. */
export type AnyStrategy = Strategies[StrategyKey];

/** Any strategy that can be called. */
export type AnyLiveStrategy = { readonly [Key in StrategyKey]: LiveStrategy<Key> }[StrategyKey];

/** How a build can be undone. */
export type Undo = Receipt['undo'];

/** What is known of a build when its receipt is written. */
export type UndoFacts = Pick<ToldBuild, 'operation' | 'request' | 'wallet' | 'proof'> & {
  readonly receive: Receipt['receive'];
  /** When stake is free whose cooldown begins with a build of now. */
  readonly cooldownEnd: AvailableAt;
  /** The running epoch, where the stake that a build deactivates was delegated in it and is free as soon as that lands. */
  readonly freeInEpoch?: bigint;
};

/** Says how a stake of one strategy can be undone, and when. */
export type DescribeUndo = (facts: UndoFacts) => Undo;

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

/** What all ways out of one position are worked out from. */
export type ExitScene = {
  readonly wallet: Address;
  readonly means: Means;
  /** When stake is free whose cooldown begins with a build of now. */
  readonly cooldownEnd: AvailableAt;
  /** The running epoch in milliseconds; undefined while that is not known. */
  readonly span: EpochSpan | undefined;
  /** Makes an unstake as its operation would, to be looked at; or says why it is refused. */
  readonly tryUnstake: (body: UnstakeBody) => Promise<TriedBuild | ProblemError>;
  readonly services: StrategyServices & { readonly figures: Pick<LiveFigures, 'listed'> };
};

/** The same where an amount leaves. */
export type AmountScene = ExitScene & {
  /** What leaves, as `amount` of a body; `isAll` where that is all that the wallet holds. */
  readonly amount: string;
  readonly isAll: boolean;
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

/** A way out that is not possible now. */
export type ClosedExit = { readonly path: ExitOptionPath; readonly refusal: ProblemError };

/** A way out, whether or not it is possible now. */
export type Way = ExitDraft | ClosedExit;

/** A stake that was tried: what goes in, in base units, and what the proof says of it. */
export type Entered = { readonly amount: bigint; readonly receipt: Receipt };

/** What leaving at once is worked out from. */
export type LeaveScene = {
  readonly range: StrategyRange | ProblemError | undefined;
  readonly means: Means;
  readonly services: StrategyServices;
};

/**
 * Says what comes back of a stake that leaves again at once, in base units of what goes in, less all fees that are SOL
 * where it is SOL.
 *
 * @throws {ProblemError} when it could not leave now; {@link UpstreamFault} when the router gives no quote.
 */
export type LeaveAtOnce = (entered: Entered, scene: LeaveScene) => Promise<bigint>;

/** A build that was made and proved to be looked at, and thrown away. */
export type TriedBuild = {
  readonly receipt: Receipt;
  /** Who makes or pays it, for people. */
  readonly via: string;
  /** What `max` came to, where it was asked for. */
  readonly amount: string | undefined;
};

/** How long the running epoch is in all and still, in milliseconds; undefined while that is not known. */
export type EpochSpan = { readonly whole: number; readonly left: number };

/** What of the ledger's terms decides which exits are possible; undefined while they are not known. */
export type HoldingTerms = Pick<StakeTerms, 'minimumDelegation' | 'rentExemptReserve'> | undefined;

/** What a wallet may hold of one receipt. */
export type Holding = {
  /** What must be read for it. */
  readonly addresses: readonly Address[];
  /**
   * Describes it, and what of it waits to be claimed; nothing while the wallet holds none.
   *
   * @throws {ProblemError} when what it is worth cannot be read.
   */
  describe(read: ReadAccounts, terms: HoldingTerms): readonly ReceiptPosition[];
};

/** Names what a wallet may hold of one receipt. */
export type FindHolding = (wallet: Address) => Promise<Holding>;

/** Suggests to withdraw a whole stake account once it can be. */
export function suggestWithdrawal(
  wallet: string,
  stakeAccount: string | undefined,
  availableAt: AvailableAt,
): SuggestedCall {
  const description = 'Moves everything to the wallet, which closes the account.';
  return { ...printCall('withdraw', description, { wallet, stakeAccount }), availableAt };
}

/** Prints a call to this service. */
export function printCall(
  id: 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge',
  description: string,
  body: object,
): SuggestedCall {
  return { description, endpoint: `${BASE_PATH}${OPERATIONS[id].path}`, method: 'POST', body };
}

/** A build that the service compiles and only the wallet signs. */
export type OwnDraft<Fields extends { readonly strategy: StrategyKey }> = {
  readonly operation: BuildOperation;
  /** As it was sent. */
  readonly request: VerifyRequest;
  readonly wallet: Address;
  readonly computeUnitLimit: number;
  readonly instructions: readonly Instruction[];
  /** The ledger as it was read for the build. */
  readonly evidence: Partial<Evidence> & { readonly slot: bigint };
  /** Accounts that the message may take from tables where it is too large without. */
  readonly lookupTables?: TablesFeed;
  readonly keep?: Uint8Array;
  readonly fields: Fields;
};

/**
 * Compiles a build in the legacy format while that fits, else in version 0 with lookup tables, and has the ledger simulate
 * it on a state no older than that of its evidence.
 *
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either; with the program's own name of the
 *   error, when the ledger would refuse it.
 */
export async function buildOwn<Fields extends { readonly strategy: StrategyKey }>(
  { computeUnitLimit, instructions, lookupTables, ...draft }: OwnDraft<Fields>,
  services: StrategyServices,
): Promise<CompiledBuild<Fields>> {
  const { wallet, evidence, fields } = draft;
  const lifetime = await services.blockhash.get();
  const own = { strategy: fields.strategy, wallet, lifetime, computeUnitLimit, instructions };
  const message = compileOwnMessage(own, services);
  const compiled =
    lookupTables === undefined || fitsMessage(message)
      ? { message }
      : await compileWithTables(
          { ...own, instructions: [...budget(own, services), ...instructions] },
          lookupTables,
        );
  return {
    ...draft,
    by: 'service',
    message: compiled.message,
    simulated: await simulateOwn(compiled.message, evidence.slot, services),
    evidence: { ...evidence, ...('lookupTables' in compiled && { lookupTables: compiled.lookupTables }) },
    lifetime,
  };
}

function budget({ strategy, computeUnitLimit }: OwnMessage, { priorityFee, uniqueBudget }: StrategyServices) {
  return getComputeBudgetInstructions(uniqueBudget(computeUnitLimit, priorityFee.price(strategy)));
}

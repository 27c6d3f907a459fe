import type { Proof } from '@staking-agent/verify';
import type { Expiry, StrategyKey, TransactionAnswer } from '../generated/contract.ts';
import type {
  AnswerOf,
  ExitKind,
  RequestOf,
  StakeAnswer,
  StakeRequest,
  UnstakeAnswer,
  UnstakeRequest,
} from '../operations.ts';
import type { Signer } from '../signers.ts';
import type { CheckedFinding } from '../staking-error.ts';
import type { Unproved } from '../verify/hold-receipt.ts';

/** The operations whose answers hold a transaction. */
export const BUILD_IDS = ['stake', 'unstake', 'withdraw', 'split', 'merge'] as const;
export type BuildId = (typeof BUILD_IDS)[number];

export type Build = AnswerOf<BuildId>;

/** The result of the check before signing. */
export type Checked = {
  readonly findings: readonly CheckedFinding[];
  /** `exact`: every byte is listed. `bounded`: a simulation keeps within bounds. `unproven`: there was nothing to prove with. */
  readonly level: Proof['level'] | 'unproven';
  /** Amounts that leave and arrive, rent and fee, to the unit; absent where it is unproven. */
  readonly effects?: Proof['effects'];
  /** Members of the receipt with figures that only a ledger node of your own, `rpc`, could prove. */
  readonly unproved?: readonly Unproved[];
};

/** Conditions of a signature. */
export type Policy = {
  /** The least that a proof may rest on; `bounded` unless given. `unproven` signs what could not be proved or disproved. */
  readonly require?: Checked['level'] | undefined;
  /** Most that an instant exit may be worth less than the pool's value, in hundredths of a percent; 300 unless given. */
  readonly instantExitLossBps?: number | undefined;
  /**
   * Only without `rpc`: signs a second transaction where the service says that the first one is dead. A service that lies is
   * then paid twice. With `rpc` your own node says it.
   */
  readonly trustService?: boolean | undefined;
  /** Signs a build although its receipt warns that it would fail as things stand ({@link FATAL_WARNINGS}). */
  readonly acceptWarnings?: boolean | undefined;
};

/** The warnings of a receipt after which a build would fail. */
export const FATAL_WARNINGS: readonly string[] = ['WALLET_TOO_POOR'];

/** Where a flow is. */
export type Step = {
  /**
   * `built`, `verified`, `signed`, `sent`, `confirmed` in this order; `rebuilding`: the first transaction is dead, and the
   * wallet is asked to sign another one; `waiting`: for the stake to cool down.
   */
  readonly step: 'built' | 'verified' | 'signed' | 'sent' | 'confirmed' | 'rebuilding' | 'waiting';
  readonly build?: Build;
  readonly expiry?: Expiry;
  /**
   * With `built`, of a stake that borrows: what can be lost, in words of this package, whatever the receipt says. Show it before
   * the wallet is asked.
   */
  readonly risk?: string;
  readonly checked?: Checked;
  /** Base58. */
  readonly signature?: string;
  /** With `signed`: the signed bytes, base64; absent where the wallet sends by itself. */
  readonly transaction?: string;
  /** With `signed`: the block height of your own node, `rpc`, after which the transaction can land no more; decimal. */
  readonly deadAfter?: string;
  /** ISO 8601 in UTC. */
  readonly until?: string;
};

/** Options of every flow. */
export type FlowOptions = {
  readonly signer: Signer;
  readonly policy?: Policy | undefined;
  /**
   * Lets the wallet add assertions and memos and change compute budget and blockhash while it signs, as some do; anything
   * else is refused. Native stakes then derive their account from the wallet, so that nobody else signs.
   */
  readonly allowWalletEdits?: boolean | undefined;
  /** Follows the flow. */
  onStep?(step: Step): void;
  /** Stops the flow. What was sent may land all the same: the error has its signature. */
  readonly signal?: AbortSignal | undefined;
};

/** A transaction that has landed. */
export type Confirmed<Answer = Build> = {
  /** Base58. */
  readonly signature: string;
  /** The answer that the transaction came with. */
  readonly build: Answer;
  /** Its status on the ledger. */
  readonly transaction: TransactionAnswer;
  /** Absent where the client verifies nothing. */
  readonly checked: Checked | undefined;
  /** `wallet`: by a signer that only sends; nobody saw what it signed. */
  readonly sentBy: 'service' | 'wallet';
};

/** The request of a flow, without its wallet: that of the signer. */
export type Asked<Request, Options = FlowOptions> = (Request extends unknown
  ? Omit<Request, 'wallet'>
  : never) &
  Options;

/** Flows from a request to what the ledger says of its transaction. Each throws `StakingError`. */
export type Flows<Options = FlowOptions> = {
  /** Stakes, and waits until the stake has landed. */
  stakeAndConfirm<Key extends StrategyKey>(
    ask: Asked<StakeRequest<Key>, Options>,
  ): Promise<Confirmed<StakeAnswer<Key>>>;
  /** Takes something out, and waits until that has landed. */
  unstakeAndConfirm<Key extends StrategyKey, Kind extends ExitKind<Key>>(
    ask: Asked<UnstakeRequest<Key, Kind>, Options>,
  ): Promise<Confirmed<UnstakeAnswer<Key, Kind>>>;
  /** Empties an inactive stake account, and waits until that has landed. */
  withdrawAndConfirm(ask: Asked<RequestOf<'withdraw'>, Options>): Promise<Confirmed<AnswerOf<'withdraw'>>>;
  /** The same, once the account has cooled down; waits for that up to an epoch. */
  withdrawWhenReady(ask: Asked<RequestOf<'withdraw'>, Options>): Promise<Confirmed<AnswerOf<'withdraw'>>>;
  /** Makes two stake accounts of one, and waits until that has landed. */
  splitAndConfirm(ask: Asked<RequestOf<'split'>, Options>): Promise<Confirmed<AnswerOf<'split'>>>;
  /** Makes one stake account of several, and waits until that has landed. */
  mergeAndConfirm(ask: Asked<RequestOf<'merge'>, Options>): Promise<Confirmed<AnswerOf<'merge'>>>;
  /**
   * Has a build signed that was made before and shown to somebody, and waits until it has landed. It is verified first, and
   * no other one takes its place.
   */
  confirmBuild<Id extends BuildId>(ask: ShownBuild<Id> & Options): Promise<Confirmed>;
  /** Leaves with SOL, at once; a leveraged position by two transactions. */
  exitToSol(ask: ExitAsk & Options): Promise<Confirmed[]>;
};

/** A position that is turned into SOL at once. */
export type ExitAsk =
  | { readonly strategy?: 'sol-leveraged-stake'; readonly amount: string }
  | { readonly strategy: 'sol-liquid-stake'; readonly amount: string; readonly minReceive?: string }
  | { readonly strategy: 'sol-native-stake'; readonly stakeAccount: string; readonly minReceive?: string };

/** A build that somebody has looked at, with what it was asked for. */
export type ShownBuild<Id extends BuildId = BuildId> = {
  readonly operation: Id;
  /** The body that was sent, wallet included. */
  readonly request: RequestOf<Id>;
  /** The answer to it. */
  readonly build: Build;
};

/** Every flow, so that one without a name here does not compile. */
const FLOWS: Readonly<Record<keyof Flows, true>> = {
  stakeAndConfirm: true,
  unstakeAndConfirm: true,
  withdrawAndConfirm: true,
  withdrawWhenReady: true,
  splitAndConfirm: true,
  mergeAndConfirm: true,
  confirmBuild: true,
  exitToSol: true,
};

/** The names of the flows. */
export const FLOW_NAMES = Object.keys(FLOWS) as readonly (keyof Flows)[];

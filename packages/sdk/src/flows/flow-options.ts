import type { Proof } from '@staking-agent/verify';
import type { Expiry, TransactionAnswer } from '../generated/contract.ts';
import type { AnswerOf } from '../requests.ts';
import type { Signer } from '../signers/signer.ts';

/** The operations whose answers hold a transaction. */
export type BuildId = 'stake' | 'unstake' | 'withdraw' | 'split' | 'merge';

/** What every build answers. */
export type Build = AnswerOf<BuildId>;

/** What the check before signing found. */
export type Checked = Pick<Proof, 'findings'> & {
  /** `exact`: every byte is listed. `bounded`: a simulation keeps within bounds. `unproven`: there was nothing to prove with. */
  readonly level: Proof['level'] | 'unproven';
  /** What leaves, what arrives, rent and fee, to the unit; absent where it is unproven. */
  readonly effects?: Proof['effects'];
};

/** What may be signed. */
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
};

/** Where a flow is. */
export type Step = {
  /**
   * `built`, `verified`, `signed`, `sent`, `confirmed` in this order; `rebuilding`: the first transaction is dead, and the
   * wallet is asked to sign another one; `waiting`: for the stake to cool down.
   */
  readonly step: 'built' | 'verified' | 'signed' | 'sent' | 'confirmed' | 'rebuilding' | 'waiting';
  readonly build?: Build;
  readonly expiry?: Expiry;
  readonly checked?: Checked;
  /** Base58. */
  readonly signature?: string;
  /** With `signed`: the block height of your own node, `rpc`, after which the transaction can land no more; decimal. */
  readonly deadAfter?: string;
  /** ISO 8601 in UTC. */
  readonly until?: string;
};

/** What every flow takes beside what it is about. */
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
  /** What the ledger says of it. */
  readonly transaction: TransactionAnswer;
  /** Absent where the client verifies nothing. */
  readonly checked: Checked | undefined;
  /** `wallet`: by a signer that only sends; nobody saw what it signed. */
  readonly sentBy: 'service' | 'wallet';
};

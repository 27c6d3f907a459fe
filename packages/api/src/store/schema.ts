import type { Generated, Selectable } from 'kysely';

/**
 * The tables of both stores.
 *
 * Times are milliseconds since the epoch by the database's clock. Amounts, heights and prices are decimal text,
 * because neither store has a whole number as wide as the ledger's.
 */
export type Schema = {
  idempotency_records: IdempotencyRecordRow;
  pending_transactions: PendingTransactionRow;
  partners: PartnerRow;
  referral_codes: ReferralCodeRow;
  pending_attributions: PendingAttributionRow;
  attributions: AttributionRow;
  apy_captures: ApyCaptureRow;
  stops: StopRow;
  audit_log: AuditLogTable;
  value_limits: ValueLimitRow;
  value_uses: ValueUseRow;
  build_forms: BuildFormRow;
  displaced_forms: DisplacedFormRow;
};

/** One idempotency key of one operation: in progress, free again, or answered. */
export type IdempotencyRecordRow = {
  /** Grows with time, so that the oldest are found without an index of times. */
  id: Generated<number>;
  /** Hash of operation and key. */
  key_hash: string;
  /** Hash of the whole request; the key answers no other. */
  fingerprint: string;
  /** The run that may answer; a new one with each run, so that a late one is told apart. */
  holder: string;
  /** Until when nobody else may run; 0 when nobody runs. */
  leased_until: number;
  created_at: number;
  /** HTTP status and body of the answer, both null before there is one. */
  status: number | null;
  body: string | null;
};

/** A transaction whose bytes may have left the process. */
export type PendingTransactionRow = {
  signature: string;
  /**
   * `ledger` is sent again until it settles, `settled` no more; `handed` went to the router, which may have taken it,
   * and `router` was taken by it. `refused` was taken by nobody, and nobody sends it any more. `process` is no
   * transaction: a process that has written all it sends until its lease ends, heard of at `created_at`.
   */
  route: 'ledger' | 'settled' | 'handed' | 'router' | 'refused' | 'process';
  /** Signed bytes in base64 while they are sent again. */
  signed_transaction: string | null;
  /** Of a process: how often it has been heard of. */
  last_valid_block_height: string;
  /** The only process that held it, or that resumed it, and the end of its lease; blank: more than one. */
  holder: string;
  leased_until: number;
  created_at: number;
};

/** A partner; deactivated ones stay, because attributions point to them. */
export type PartnerRow = {
  id: string;
  name: string;
  /** Keyed hash of the partner key, after the name of the secret it is keyed with; the key is never stored. */
  key_hash: string;
  /** Last four characters of the key, for people to tell keys apart. */
  key_last4: string;
  /** The key before, and until when it still holds. */
  former_key_hash: string | null;
  former_key_until: number | null;
  created_at: number;
  deactivated_at: number | null;
};

/** A referral code and the wallet that earns by it. */
export type ReferralCodeRow = {
  /** Upper-case. */
  code: string;
  wallet: string;
  created_at: number;
  retired_at: number | null;
};

/** A claim that waits for its stake to be confirmed. */
export type PendingAttributionRow = {
  /** Hash of the message that was built: what is signed and sent must be exactly it. */
  message_hash: string;
  wallet: string;
  partner_id: string | null;
  referral_code: string | null;
  /** Known once the transaction was broadcast through the service. */
  signature: string | null;
  /** When the ledger is asked next. */
  due_at: number;
  created_at: number;
};

/** Who brought a wallet in: one row for each wallet, the first one stays. */
export type AttributionRow = {
  wallet: string;
  partner_id: string | null;
  referral_code: string | null;
  referrer: string | null;
  /** The confirmed stake that earned it. */
  signature: string;
  created_at: number;
};

/** What a strategy's receipt was worth in one epoch; the first capture stays. */
export type ApyCaptureRow = {
  strategy: string;
  /** Genesis hash of the ledger, so that one store never mixes two. */
  ledger: string;
  epoch: number;
  /** Milliseconds since the epoch of Unix, by the ledger's clock: when its epoch began. */
  epoch_started_at: number;
  /** What the receipt holds, per receipt, as decimal text. */
  asset_per_receipt: string;
  /** What that is worth in the asset that was staked: SOL, or USDC for the vault of USDC. */
  sol_per_receipt: string;
  /** Percent a year since the capture before; null for the first one. */
  apy: number | null;
  created_at: number;
};

/** Something the operator has stopped. */
export type StopRow = { target: string; reason: string; created_at: number };

/** One command of an operator's; rows are only added. */
export type AuditLogTable = {
  id: Generated<number>;
  created_at: number;
  /** The user of the machine, and the machine. */
  operator: string;
  /** As it was typed. */
  command: string;
};

/** What the operator lets through of a strategy. */
export type ValueLimitRow = {
  strategy: string;
  span: 'transaction' | 'hour';
  /** Most base units of the strategy's asset; null where there is no limit, whatever the environment says. */
  amount: string | null;
  created_at: number;
};

/** What one transaction takes of its strategy's hour. */
export type ValueUseRow = {
  signature: string;
  strategy: string;
  /** Base units of the strategy's asset; limits are far below what a whole number of either store holds. */
  amount: string;
  /** Broadcasts of it that were not refused; with the last one that is, it is nothing any more. */
  holders: number;
  created_at: number;
};

/** What became of one build. */
export type BuildFormRow = {
  /** Hash of the message that was built. */
  message_hash: string;
  /** Hash of the message that the wallet signed, and the first signature of it that came; null: none was sent. */
  form: string | null;
  signature: string | null;
  /** Of the form; 0 where there is none. */
  last_valid_block_height: string;
  /** The message that was built, base64, and the slot at which its blockhash was read; null where none was sent. */
  built: string | null;
  context_slot: string | null;
  /** Broadcasts of the form that were not refused; with the last one that is, another form may be sent. */
  holders: number;
  /** When it was replaced: nothing more of it is sent from then on. */
  replaced_at: number | null;
  /** The answer that took its place, printed; null until there is one. */
  successor: string | null;
  created_at: number;
};

/** A signed form that was refused, given back or dead, so that another one of its build has its place or may take it. */
export type DisplacedFormRow = {
  signature: string;
  /** The message that was built, base64, and the slot at which its blockhash was read. */
  built: string;
  context_slot: string;
  created_at: number;
};

/** One line of the audit log as it is read. */
export type AuditRow = Selectable<AuditLogTable>;

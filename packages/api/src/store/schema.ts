import type { Generated, Selectable } from 'kysely';
import type { Channel, Form } from './decide.ts';

/**
 * The tables of both stores.
 *
 * Times are milliseconds since the epoch by the database's clock. Amounts, heights and prices are decimal text,
 * because neither store has a whole number as wide as the ledger's.
 */
export type Schema = {
  partners: PartnerRow;
  referral_codes: ReferralCodeRow;
  attributions: AttributionRow;
  apy_captures: ApyCaptureRow;
  stops: StopRow;
  audit_log: AuditLogTable;
  value_limits: ValueLimitRow;
  builds: BuildRow;
  forms: FormRow;
  keys: KeyRow;
};

/** A `Build` of `decide.ts`. */
export type BuildRow = {
  id: string;
  wallet: string;
  message: string;
  context_slot: string;
  created_at: number;
};

/** A `Form` of `decide.ts`. */
export type FormRow = {
  id: string;
  build_id: string;
  kind: Form['kind'];
  base_id: string | null;
  /** One of `FORM_STATES`, or a state of a newer version. */
  state: string;
  last_valid_block_height: string;
  signature: string | null;
  signed_transaction: string | null;
  channel: Channel | null;
  /** 1 once a system of the channel has said that it has the bytes. */
  is_taken: number;
  /** When a loop looks at it next. */
  due_at: number | null;
  answer: string | null;
  /** JSON. */
  refusal: string | null;
  partner_id: string | null;
  referral_code: string | null;
  /** The part of the strategy's hourly limit that it uses, in base units, where there was a limit. */
  strategy: string | null;
  staked: number | null;
  sent_at: number | null;
  created_at: number;
  changed_at: number;
};

/** An idempotency key; without status and body it is bound to a request that has no answer yet. */
export type KeyRow = {
  /** Hash of operation and key. */
  key_hash: string;
  /** Hash of the whole request; the key answers no other. */
  fingerprint: string;
  status: number | null;
  body: string | null;
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

/** The partner who brought a wallet in: one row for each wallet, the first one stays. */
export type AttributionRow = {
  wallet: string;
  partner_id: string | null;
  referral_code: string | null;
  referrer: string | null;
  /** The confirmed stake that earned it. */
  signature: string;
  created_at: number;
};

/** The value of a strategy's receipt in one epoch; the first capture stays. */
export type ApyCaptureRow = {
  strategy: string;
  /** Genesis hash of the ledger, so that one store never mixes two. */
  ledger: string;
  epoch: number;
  /** Milliseconds since the epoch of Unix, by the ledger's clock: when its epoch began. */
  epoch_started_at: number;
  /** The holdings of one receipt, as decimal text. */
  asset_per_receipt: string;
  /** Their value in the asset that was staked: SOL, or USDC for the vault of USDC. */
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

/** The operator's limits of a strategy. */
export type ValueLimitRow = {
  strategy: string;
  span: 'transaction' | 'hour';
  /** Most base units of the strategy's asset; null where there is no limit, whatever the environment says. */
  amount: string | null;
  created_at: number;
};

/** One line of the audit log as it is read. */
export type AuditRow = Selectable<AuditLogTable>;

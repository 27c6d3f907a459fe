import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Build, FORM_STATES, type Form, type FormClaim, type FormState } from '../sending/forms.ts';
import type { Store } from './open-store.ts';
import type { BuildRow, FormRow } from './schema.ts';

/** The columns that make a form; the part of an hour is left to SQL, because it may be wider than a number. */
export const FORM_COLUMNS = [
  'forms.id',
  'forms.build_id',
  'forms.kind',
  'forms.base_id',
  'forms.state',
  'forms.last_valid_block_height',
  'forms.signature',
  'forms.signed_transaction',
  'forms.channel',
  'forms.is_taken',
  'forms.answer',
  'forms.refusal',
  'forms.partner_id',
  'forms.referral_code',
] as const;

/** A row as it is read for a form. */
export type ReadRow = Pick<
  Selectable<FormRow>,
  (typeof FORM_COLUMNS)[number] extends `forms.${infer Name}` ? Name & keyof FormRow : never
>;

/** Reads a build from its row. */
export function toBuild({
  id,
  wallet,
  message,
  context_slot,
}: Omit<Selectable<BuildRow>, 'created_at'>): Build {
  return { id, wallet, message, contextSlot: BigInt(context_slot) };
}

/** Reads a form from its row; a state of a newer version is `unknown`. */
export function toForm(row: ReadRow): Form {
  return {
    id: row.id,
    buildId: row.build_id,
    kind: row.kind,
    baseId: row.base_id ?? undefined,
    state: toState(row.state),
    lastValidBlockHeight: BigInt(row.last_valid_block_height),
    signature: row.signature ?? undefined,
    signedTransaction: row.signed_transaction ?? undefined,
    channel: row.channel ?? undefined,
    isTaken: row.is_taken === 1,
    answer: row.answer ?? undefined,
    refusal: row.refusal === null ? undefined : JSON.parse(row.refusal),
    claim: toClaim(row),
  };
}

function toState(text: string): FormState {
  return FORM_STATES.find((state) => state === text) ?? 'unknown';
}

/** Reads the claim of a form; undefined where it credits no one. */
export function toClaim({
  partner_id,
  referral_code,
}: Pick<FormRow, 'partner_id' | 'referral_code'>): FormClaim | undefined {
  if (partner_id === null && referral_code === null) return undefined;
  return { partnerId: partner_id ?? undefined, referralCode: referral_code ?? undefined };
}

/** Prints a claim into columns. */
export function fromClaim(claim: FormClaim | undefined): Pick<FormRow, 'partner_id' | 'referral_code'> {
  return { partner_id: claim?.partnerId ?? null, referral_code: claim?.referralCode ?? null };
}

/** Adds milliseconds to the time of the database. */
export function later(milliseconds: number, { now }: Pick<Store, 'now'>): RawBuilder<number> {
  return sql<number>`${now} + ${milliseconds}`;
}

/** A thing that a caller wants done once. */
export type Build = {
  /** Hash of the first message, base64url. */
  readonly id: string;
  /** Fee payer, base58. */
  readonly wallet: string;
  /** The first message, base64: edits are recognised by it. */
  readonly message: string;
  /** Slot at which the blockhash of the first message was read: a search of the ledger starts there. */
  readonly contextSlot: bigint;
  /** The part of a strategy's hourly limit that a stake uses, in base units. */
  readonly staked?: { readonly strategy: string; readonly amount: bigint } | undefined;
};

/** States that this version knows; a newer replica may write others. */
export const FORM_STATES = ['offered', 'sent', 'landed', 'failed', 'closed'] as const;

/**
 * State of a form. `offered` was not sent by this service, `sent` may be anywhere, `landed` and `failed` are the ledger's,
 * and the bytes of a `closed` one are never sent again. `unknown` was written by a newer version: it counts as sent, and
 * is neither changed nor deleted.
 */
export type FormState = (typeof FORM_STATES)[number] | 'unknown';

/** The partner and the referrer that a form credits once it landed. */
export type FormClaim = {
  readonly partnerId: string | undefined;
  /** Upper-case. */
  readonly referralCode: string | undefined;
};

/** The reason for which a form was closed, as it was first told; `facts` survive JSON. */
export type Refusal = { readonly code: string; readonly facts?: unknown };

/** Where signed bytes go: to the nodes, or to the router alone. */
export type Channel = 'ledger' | 'router';

/** A message that can be signed for a build. The ledger executes a message once, however often it is signed. */
export type Form = {
  /** Hash of the message that is signed, base64url. */
  readonly id: string;
  readonly buildId: string;
  readonly kind: 'built' | 'refreshed' | 'edited';
  /** The form that was edited, or the form whose place a refreshed one took. */
  readonly baseId: string | undefined;
  readonly state: FormState;
  /** The first one said; the same bytes never live longer. */
  readonly lastValidBlockHeight: bigint;
  /** The first valid one that came, base58. */
  readonly signature: string | undefined;
  /** Signed bytes with that signature, base64, while the state is `sent`. */
  readonly signedTransaction: string | undefined;
  readonly channel: Channel | undefined;
  /** A system of the channel has said that it has the bytes. */
  readonly isTaken: boolean;
  /** It was claimed to be sent, whatever became of it. */
  readonly wasSent: boolean;
  /** The printed answer of a refresh. */
  readonly answer: string | undefined;
  readonly refusal: Refusal | undefined;
  readonly claim: FormClaim | undefined;
};

/** Returns whether the ledger may have, or get, a form from this service. */
export function isOut({ state }: Pick<Form, 'state'>): boolean {
  return state === 'sent' || state === 'landed' || state === 'unknown';
}

/** Prints the states of a build's forms: where two readings of its rows agree, nothing has become of it in between. */
export function printStates(forms: readonly Form[]): string {
  return forms
    .map(({ id, state }) => `${id} ${state}`)
    .sort()
    .join();
}

/** The answer to the question whether a form may be sent, or closed. */
export type Decision =
  /** It may: nothing of the build is out, and nothing took its place. */
  | { readonly kind: 'free' }
  /** It was sent before and may be anywhere; `unknown` states count as sent. */
  | { readonly kind: 'sent'; readonly form: Form }
  /** The ledger has it. */
  | { readonly kind: 'landed' | 'failed'; readonly form: Form }
  /** It is never sent, for the reason that was first told. */
  | { readonly kind: 'closed'; readonly form: Form; readonly refusal: Refusal }
  /** The form that was signed or edited has a successor. */
  | { readonly kind: 'replaced' }
  /** Another form of the build is out. */
  | { readonly kind: 'other'; readonly other: Form }
  /** An edit of the same form, or that form, was refused, or has failed or expired. */
  | { readonly kind: 'ended' };

const UNSAID: Refusal = { code: 'BLOCKHASH_EXPIRED' };

/**
 * Decides whether a form may be sent, and whether a refusal of it may be told. Both have one answer: a caller who is told
 * that a form is refused builds anew, so it may be told only where nothing of the build is out; and once it was told of a form,
 * neither an edit of it is sent nor the form that was edited.
 *
 * The caller holds the lock of the build.
 *
 * @param forms - of the build, in any order.
 * @param id - of the form, which has no row yet where it is unknown.
 * @param baseId - the form that the token was issued for: `id` itself unless the wallet edited it.
 */
export function decide(forms: readonly Form[], id: string, baseId: string): Decision {
  const own = forms.find((form) => form.id === id);
  if (own?.state === 'landed' || own?.state === 'failed') return { kind: own.state, form: own };
  if (own !== undefined && isOut(own)) return { kind: 'sent', form: own };
  if (own?.state === 'closed') return { kind: 'closed', form: own, refusal: own.refusal ?? UNSAID };
  if (findSuccessor(forms, baseId) !== undefined) return { kind: 'replaced' };
  const other = forms.find(isOut);
  if (other !== undefined) return { kind: 'other', other };
  const hasEnded = forms.some((form) => baseOf(form) === baseId && form.state !== 'offered');
  return { kind: hasEnded ? 'ended' : 'free' };
}

/** Returns the form of which another one is an edit; a form that is none stands for itself. */
export function baseOf({ id, kind, baseId }: Form): string {
  return kind === 'edited' && baseId !== undefined ? baseId : id;
}

/** The answer to the question whether a refreshed form may take the place of its base. */
export type Replacement =
  | { readonly kind: 'free' }
  /** Another refresh was first; the newest form that came of the base. */
  | { readonly kind: 'newer'; readonly form: Form }
  /** A form of the build was sent meanwhile, or has landed. */
  | { readonly kind: 'out'; readonly form: Form };

/**
 * Decides whether a new form may take the place of another one, which the ledger was seen not to have and not to get.
 *
 * The caller holds the lock of the build.
 *
 * @param baseId - the newest form of the build when the proof was made.
 */
export function decideReplace(forms: readonly Form[], baseId: string): Replacement {
  const form = findNewest(forms, baseId);
  if (form !== undefined) return { kind: 'newer', form };
  const out = forms.find(isOut);
  return out === undefined ? { kind: 'free' } : { kind: 'out', form: out };
}

/** The end of a form, as the ledger proved it: executed, executed with an error, or too old and absent. */
export type End = 'landed' | 'failed' | 'expired';

/**
 * Decides the state that a proved end gives a form; undefined where it changes nothing.
 *
 * A form that was never sent here landed because its wallet sent it itself. The row stays as it is where another form of the
 * build is out, because one build has one form out.
 */
export function decideSettle(forms: readonly Form[], id: string, end: End): FormState | undefined {
  const own = forms.find((form) => form.id === id);
  if (own?.state === 'sent') return end === 'expired' ? 'closed' : end;
  const isUnsent = own?.state === 'offered' || own?.state === 'closed';
  if (!isUnsent || end !== 'landed') return undefined;
  return forms.some((form) => form.id !== id && isOut(form)) ? undefined : 'landed';
}

/** Returns the form that took the place of another one, where one did. */
export function findSuccessor(forms: readonly Form[], id: string): Form | undefined {
  return forms.find(({ kind, baseId }) => kind === 'refreshed' && baseId === id);
}

/** Returns the last of the forms that came of a form by refreshes; undefined where it was not refreshed. */
export function findNewest(forms: readonly Form[], id: string): Form | undefined {
  let newest: Form | undefined;
  // One successor each: there are no more steps than forms.
  for (const _ of forms) newest = findSuccessor(forms, newest?.id ?? id) ?? newest;
  return newest;
}

/** Returns the last height at which any form of a build could land, as far as they are known; `least` where none is later. */
export function findLastHeight(forms: readonly Form[], least: bigint): bigint {
  return forms.reduce(
    (last, { lastValidBlockHeight }) => (lastValidBlockHeight > last ? lastValidBlockHeight : last),
    least,
  );
}

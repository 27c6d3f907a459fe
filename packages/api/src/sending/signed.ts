import { readWallet, type SignedTransaction } from '../builds/message.ts';
import type { AttributionClaim, TokenContents } from '../builds/token.ts';
import { readStaked } from '../builds/value-limits.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { SignedForm } from '../store/claims.ts';
import type { Build, Channel } from '../store/decide.ts';
import type { Expiring } from './landing.ts';
import type { RouterOrder } from './send-router.ts';

/** A signed transaction whose token, edits and signatures have been checked. */
export type Signed = {
  readonly transaction: SignedTransaction;
  /** The content of the token, with the height of the message that was signed. */
  readonly contents: TokenContents;
  /** The message that the token was issued for: the one that was signed, unless the wallet edited it. */
  readonly built: Uint8Array;
  /** Slot at which the blockhash of that message was read. */
  readonly contextSlot: bigint;
  /** The hashes of the message that was signed, of the one of the token, and of the first one of the build. */
  readonly names: { readonly form: string; readonly base: string; readonly build: string };
  /** Facts of a broadcast by the router. */
  readonly routed: RouterOrder | undefined;
  /** The mark of the store from when the request began. */
  readonly began: number;
  /** Its row may have been lost with the store; see `Horizon`. */
  readonly mayBeLost: boolean;
  /** Its refusal may have been told, and lost in a takeover; see `Horizon`. */
  readonly mayBeSetBack: boolean;
};

/** Returns the signature by which the ledger knows it, and until when it can land. */
export function toExpiring({
  transaction: { signature },
  contents: { lastValidBlockHeight },
}: Signed): Expiring {
  return { signature, lastValidBlockHeight };
}

/** Returns its build, as the store keeps it. */
export function toBuild({ names, transaction, built, contextSlot, contents }: Signed): Build {
  return {
    id: names.build,
    wallet: readWallet(transaction),
    message: Buffer.from(built).toString('base64'),
    contextSlot,
    staked: readStaked(contents.record),
  };
}

/** Returns its form, as the store keeps it. */
export function toForm(signed: Signed, claim: AttributionClaim | undefined): SignedForm {
  const { names, transaction, contents } = signed;
  return {
    id: names.form,
    baseId: names.base,
    lastValidBlockHeight: contents.lastValidBlockHeight,
    signature: transaction.signature,
    signedTransaction: transaction.base64,
    channel: channelOf(signed),
    claim,
  };
}

/** Creates the refusal of a transaction of which nothing is proved. */
export function unknown(signed: Signed): ProblemError {
  return problem('OUTCOME_UNKNOWN', { system: channelOf(signed) });
}

/** Returns the channel that it was brought for. */
export function channelOf({ routed }: Signed): Channel {
  return routed === undefined ? 'ledger' : 'router';
}

import { base58 } from '@scure/base';
import { readTransaction } from '@staking-agent/verify';
import { hashMessage } from '../attribution/hash-message.ts';
import type { BuildState } from '../store/build-forms.ts';
import { shareReadings } from '../upstreams/share-readings.ts';
import type { FormGate } from './form-gate.ts';
import { isDeadAt, type LandingPorts, readFate } from './landing.ts';
import { printUnsigned } from './print-unsigned.ts';
import { type BuildAnswer, type ReplacePorts, readBuild, readStored } from './replace-once.ts';
import { searchForms } from './search-forms.ts';
import { readSignedTransaction } from './signed-transaction.ts';

/** A form that is dead, and the build that it is of. */
export type DeadForm = {
  /** The message that was built. */
  readonly built: Uint8Array;
  /** Base58. */
  readonly signature: string;
  /** Slot at which the blockhash of the build was read. */
  readonly contextSlot: bigint;
};

/**
 * What else of a build landed or can land: `landed` in another form, by whomever it was sent; `equal`, what landed does the
 * same and may be it; `sent`, another form that can land; `replaced`, by a refresh whose build can land; `unread`, that is
 * not known.
 */
export type OtherForm =
  | { readonly kind: 'landed' | 'equal' | 'sent'; readonly signature: string }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'unread' };

/**
 * Says what is in the way of building anew where one form of a build is dead, on this ledger and on any replica: whoever is
 * told that a transaction is dead builds the next.
 */
export type OtherForms = {
  /** @returns undefined where nothing is, as far as the transactions of the wallet are looked through. */
  find(dead: DeadForm): Promise<OtherForm | undefined>;
  /** The same of a signature that was broadcast here; of another one nothing is known. */
  findBySignature(signature: string): Promise<OtherForm | undefined>;
};

/** What other forms are found with. */
export type OtherFormsPorts = LandingPorts &
  Pick<ReplacePorts, 'tokenKeys' | 'clock' | 'log'> & {
    readonly forms: Pick<FormGate, 'read' | 'findBuild'>;
  };

const WITNESSES = 2;
/** Calls for one build on one node; a refresh, which is asked for more rarely, makes more. */
const CALLS = 40;
/** Refreshes of refreshes that are followed: there is one a blockhash, for ten minutes each. */
const CHAIN = 64;

/** Opens the search of one process. */
export function createOtherForms(ports: OtherFormsPorts): OtherForms {
  const { forms, log } = ports;
  const share = shareReadings<OtherForm | undefined>(ports);
  const find = (dead: DeadForm) =>
    share(dead.signature, () => findOther(dead, ports)).catch((fault: unknown): OtherForm => {
      log.warn({ fault: String(fault), signature: dead.signature }, 'other forms of a build not looked up');
      return { kind: 'unread' };
    });
  return {
    find,
    async findBySignature(signature) {
      const kept = await forms.findBuild(signature).catch(() => 'away' as const);
      if (kept === 'away') return { kind: 'unread' };
      if (kept === undefined) return undefined;
      const { message, contextSlot } = kept;
      return await find({ built: Buffer.from(message, 'base64'), signature, contextSlot });
    },
  };
}

const GRAVITY: readonly OtherForm['kind'][] = ['landed', 'sent', 'equal', 'unread'];

/** A build, or one that came of it by refreshes. */
type Link = Pick<DeadForm, 'built' | 'contextSlot'> &
  Pick<BuildState, 'sent'> & { readonly lastValidBlockHeight: bigint };

async function findOther(dead: DeadForm, ports: OtherFormsPorts): Promise<OtherForm | undefined> {
  const { links, isOpen } = await readChain(dead, ports);
  const found = await Promise.all(
    links.flatMap((link) => [judgeSent(link, dead, ports), findPast(link, ports)]),
  );
  // An edit of one of these builds does the same as all of them.
  const gravest = GRAVITY.flatMap((kind) => found.filter((each) => each?.kind === kind))[0];
  // Another node shows that the form landed that was called dead.
  if (gravest?.kind === 'landed' && gravest.signature === dead.signature) return { kind: 'unread' };
  if (gravest !== undefined) return gravest;
  const height = ports.blockhash.blockHeight();
  const canLand = links
    .slice(1)
    .some(({ lastValidBlockHeight }) => height === undefined || !isDeadAt(height, { lastValidBlockHeight }));
  return isOpen || canLand ? { kind: 'replaced' } : undefined;
}

/** Reads a build and what came of it by refreshes; `isOpen` where the newest one may be about to be replaced. */
async function readChain(
  { built, contextSlot }: DeadForm,
  ports: OtherFormsPorts,
): Promise<{ readonly links: readonly Link[]; readonly isOpen: boolean }> {
  const links: Link[] = [];
  let at = { built, contextSlot, lastValidBlockHeight: 0n };
  for (;;) {
    const { sent, successor, isReplaced } = await ports.forms.read(at.built);
    links.push({ ...at, sent });
    if (successor === undefined || links.length === CHAIN) return { links, isOpen: isReplaced };
    const { transaction, contents } = readBuild(readStored<BuildAnswer>(successor, ports), ports);
    at = { ...contents, built: transaction.message };
  }
}

/** Finds the form of a build that was broadcast here, unless it is dead or the one in question. */
async function judgeSent(
  { sent }: Link,
  dead: DeadForm,
  ports: OtherFormsPorts,
): Promise<OtherForm | undefined> {
  if (sent === undefined || sent.signature === dead.signature) return undefined;
  const { kind } = await readFate(sent, ports);
  if (kind === 'dead' || kind === 'failed') return undefined;
  return { kind: kind === 'landed' ? 'landed' : 'sent', signature: sent.signature };
}

/** Finds the form of a build that landed without this service. A build with a second signer has no other form. */
async function findPast(
  { built, contextSlot }: Link,
  ports: OtherFormsPorts,
): Promise<OtherForm | undefined> {
  const transaction = printUnsigned(built);
  const { signers } = readSignedTransaction(transaction);
  if (signers.length > 1) return undefined;
  const wallet = base58.encode(signers[0] ?? new Uint8Array());
  const sought = { built: readTransaction(transaction), wallet, contextSlot, lastValidBlockHeight: 0n };
  const words = await searchForms(sought, ports, { witnesses: WITNESSES, calls: CALLS });
  const landed = words.find((word) => word?.landed !== undefined)?.landed;
  if (landed !== undefined) return { kind: 'landed', signature: landed };
  const equal = words.find((word) => word?.equal !== undefined)?.equal;
  if (equal !== undefined && !(await isOfAnother(equal, built, ports))) {
    return { kind: 'equal', signature: equal };
  }
  return words.length === 0 || words.includes(undefined) ? { kind: 'unread' } : undefined;
}

/** Whether a signature was broadcast here for another build. */
async function isOfAnother(signature: string, built: Uint8Array, { forms }: OtherFormsPorts) {
  const kept = await forms.findBuild(signature);
  return kept !== undefined && hashMessage(Buffer.from(kept.message, 'base64')) !== hashMessage(built);
}

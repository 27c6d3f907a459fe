import { aborted } from '../exchange.ts';
import type { KitTransaction, Signer } from '../signers.ts';
import { type ClientCode, StakingError } from '../staking-error.ts';
import {
  fromBase64,
  isSame,
  readWire,
  toBase58,
  toBase64,
  verifySignature,
  type WireTransaction,
  writeWire,
} from '../transaction-bytes.ts';
import type { Build } from './flow-options.ts';

/** A build with the signature of its wallet. */
export type Signed = {
  /** The transaction's, base58; that of the wallet. */
  readonly signature: string;
  /** Base64; absent where the wallet has sent it by itself. */
  readonly transaction?: string;
  /** True if the wallet changed the message within what is allowed. */
  readonly isEdited?: boolean;
  /** True if it lives as long as the build says; not with another blockhash. */
  readonly isDated: boolean;
};

/**
 * Asks the wallet to sign a build and checks the result: the message must be the built one, and every signature must be
 * valid. The signature is known before anything is sent.
 *
 * Only the wallet's own signature is taken from the result, so that a wallet may drop those of others.
 *
 * @param allowEdits - accepts a message with the edits that wallets make.
 * @throws {StakingError} kind `wallet`.
 */
export async function signBuild(
  build: Build,
  signer: Signer,
  { allowEdits, signal }: { readonly allowEdits: boolean; readonly signal: AbortSignal | undefined },
): Promise<Signed> {
  const bytes = fromBase64(build.transaction);
  const built = bytes && readWire(bytes);
  const place = built?.keys.findIndex((key) => toBase58(key) === signer.address) ?? -1;
  if (bytes === undefined || built === undefined || place < 0) {
    throw refuse(
      'VERIFICATION_FAILED',
      'The transaction of the build cannot be read, or is of another wallet.',
    );
  }
  const asked = askWallet(signer, bytes, built, build);
  const given = await unlessAborted(asked, signal).catch((error: unknown) => {
    const known =
      error instanceof StakingError
        ? error
        : refuse('WALLET_REFUSED', 'The wallet did not sign.', undefined, error);
    // What it was asked to send it may have sent before it failed, or may send once somebody answers it.
    throw sendsItself(signer) && known.code !== 'WALLET_MUST_NOT_SEND' ? mayBeSent(known) : known;
  });
  if (given.sent !== undefined) {
    if (given.sent.length !== SIGNATURE_BYTES) {
      throw mayBeSent(refuse('WALLET_SIGNATURE_INVALID', 'The wallet gave no signature.'));
    }
    return { signature: toBase58(given.sent), isDated: false };
  }
  const signed = given.wire;
  const isEdited = signed !== undefined && !isSame(signed.message, built.message);
  if (signed === undefined || (isEdited && !allowEdits)) throw changed(signed);
  const final = isEdited
    ? signed
    : { ...built, signatures: built.signatures.with(place, signed.signatures[place] ?? new Uint8Array()) };
  if (isEdited) await assertAllowed(build.transaction, signed);
  await assertSigned(final);
  return {
    signature: toBase58(final.signatures[0] ?? new Uint8Array()),
    transaction: toBase64(writeWire(final)),
    isEdited,
    isDated: isSame(final.blockhash, built.blockhash),
  };
}

const SIGNATURE_BYTES = 64;

function sendsItself(signer: Signer): boolean {
  return !('signBytes' in signer || 'signTransactions' in signer || 'modifyAndSignTransactions' in signer);
}

/** Nobody knows the signature of what the wallet may have sent, so nobody can be asked what became of it. */
function mayBeSent(error: StakingError): StakingError {
  const message = `${error.message} It sends by itself and may have sent the transaction: look at the account of the wallet, or wait until expiry.lastValidBlockHeight of the build has passed, before you ask for another one.`;
  return new StakingError(message, { ...error, retryable: false, outcome: 'unknown' }, error.cause);
}

/** A signer's result: a transaction, undefined where it cannot be read, or the signature of one that it sent. */
type Given =
  | { readonly wire: WireTransaction | undefined; readonly sent?: undefined }
  | { readonly sent: Uint8Array };

async function askWallet(
  signer: Signer,
  bytes: Uint8Array,
  built: WireTransaction,
  build: Build,
): Promise<Given> {
  if ('signBytes' in signer) return { wire: readWire(await signer.signBytes(bytes)) };
  const transactions = [toKit(built, build)];
  if ('signTransactions' in signer) {
    const [signatures] = await signer.signTransactions(transactions);
    return { wire: { ...built, signatures: fillIn(built, signatures) } };
  }
  if ('modifyAndSignTransactions' in signer) {
    const [modified] = await signer.modifyAndSignTransactions(transactions);
    const message = Uint8Array.from(modified?.messageBytes ?? []);
    const rebuilt = readWire(writeWire({ signatures: built.signatures, message }));
    return { wire: rebuilt && { ...rebuilt, signatures: fillIn(rebuilt, modified?.signatures) } };
  }
  if ('route' in build && build.route === 'router') {
    throw refuse(
      'WALLET_MUST_NOT_SEND',
      'This wallet can only send by itself, and a transaction of the router must go through the router.',
    );
  }
  const [sent] = await signer.signAndSendTransactions(transactions);
  return { sent: Uint8Array.from(sent ?? []) };
}

/** Converts a transaction to the form of kit's signers. */
function toKit({ keys, signatures, message, blockhash }: WireTransaction, { expiry }: Build): KitTransaction {
  const places = keys.map((key, i) => {
    const signature = signatures[i];
    return [toBase58(key), signature?.some((byte) => byte !== 0) ? signature : null];
  });
  const lifetimeConstraint = {
    blockhash: toBase58(blockhash),
    lastValidBlockHeight: BigInt(expiry.lastValidBlockHeight),
  };
  return Object.freeze({
    messageBytes: message,
    signatures: Object.freeze(Object.fromEntries(places)),
    lifetimeConstraint,
  });
}

function fillIn(
  { keys, signatures }: WireTransaction,
  given: KitTransaction['signatures'] = {},
): Uint8Array[] {
  return keys.map((key, i) => Uint8Array.from(given[toBase58(key)] ?? signatures[i] ?? []));
}

/** Requires that an edit is allowed; the first edit loads the comparison. */
async function assertAllowed(builtTransaction: string, signed: WireTransaction): Promise<void> {
  const { findForbiddenEdit } = await import('@staking-agent/verify/edited');
  const difference = findForbiddenEdit(builtTransaction, writeWire(signed));
  if (difference !== undefined) throw changed(signed, difference);
}

async function assertSigned({ keys, signatures, message }: WireTransaction): Promise<void> {
  for (const [i, key] of keys.entries()) {
    const isValid = await verifySignature(key, signatures[i] ?? new Uint8Array(), message);
    if (isValid === false) {
      throw refuse(
        'WALLET_SIGNATURE_INVALID',
        `The signature of ${toBase58(key)} does not hold for the message.`,
      );
    }
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(aborted(signal.reason));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  return await Promise.race([work, stopped]).finally(() => stop && signal.removeEventListener('abort', stop));
}

function changed(signed: WireTransaction | undefined, difference?: string): StakingError {
  const ways =
    'Sign again in a wallet that does not edit, allow edits with allowWalletEdits, or send signedTransaction yourself.';
  return refuse(
    'WALLET_CHANGED_TRANSACTION',
    `The wallet signed another message than the one that was built. ${difference ?? ''} ${ways}`.replace(
      '  ',
      ' ',
    ),
    signed && toBase64(writeWire(signed)),
  );
}

function refuse(
  code: ClientCode,
  message: string,
  signedTransaction?: string,
  cause?: unknown,
): StakingError {
  const kind = code === 'VERIFICATION_FAILED' ? 'verification' : 'wallet';
  return new StakingError(message, { kind, code, retryable: false, signedTransaction }, cause);
}

import { deriveStakeAccount } from '@staking-agent/chain/stake';
import { STAKE_ACCOUNT_FORMS, type StakeAccountForm } from '@staking-agent/wire';
import sodium from 'sodium-native';
import type { CoSigner } from '../../builds/build.ts';
import type { TokenKey } from '../../builds/token-key.ts';
import { problem } from '../../problems/problem.ts';
import type { Random } from '../../runtime/random.ts';

/** The account a stake goes into; `keep` is all it takes to name the very same account again. */
export type NewStakeAccount = {
  /** 32 bytes. */
  readonly address: Uint8Array;
  readonly keep: Uint8Array;
} & ({ readonly coSigner: CoSigner } | { readonly seed: Uint8Array });

const ID_SIZE = 16;
/** Holds a seed between two calls, and nothing after them. */
const SEED = Buffer.alloc(sodium.crypto_sign_SEEDBYTES);

/**
 * Reads how to derive the account's address.
 *
 * @throws {ProblemError} `invalid_request` for a form that does not exist.
 */
export function readStakeAccountForm(text: string | undefined): StakeAccountForm {
  if (text === undefined) return 'keypair';
  const form = STAKE_ACCOUNT_FORMS.find((each) => each === text);
  if (form === undefined) {
    throw problem('STAKE_ACCOUNT_FORM_UNKNOWN', { form: text, offered: STAKE_ACCOUNT_FORMS });
  }
  return form;
}

/**
 * Derives a new account address, or the one of `keep`.
 *
 * @param wallet - 32 bytes.
 * @param keep - of an account named before; its key must still be among the keys.
 * @throws {ProblemError} `forbidden` when the key that account derives from is retired.
 */
export function nameStakeAccount(
  form: StakeAccountForm,
  wallet: Uint8Array,
  { random, tokenKeys }: { readonly random: Random; readonly tokenKeys: readonly TokenKey[] },
  keep?: Uint8Array,
): NewStakeAccount {
  if (form === 'seed') return nameSeededAccount(wallet, { random }, keep);
  const id = keep?.subarray(0, ID_SIZE) ?? random.bytes(ID_SIZE);
  const kid = keep && Buffer.from(keep.subarray(ID_SIZE)).toString('latin1');
  const key = kid === undefined ? tokenKeys[0] : tokenKeys.find((each) => each.kid === kid);
  if (key === undefined) throw problem('TOKEN_KEY_UNKNOWN');
  const coSigner = deriveKeyPair(key, id);
  const kept = Buffer.allocUnsafe(ID_SIZE + key.kid.length);
  kept.set(id);
  kept.write(key.kid, ID_SIZE, 'latin1');
  return { address: coSigner.publicKey, keep: kept, coSigner };
}

/**
 * Derives a new account address from wallet and seed, or the one of `keep`.
 *
 * @param wallet - 32 bytes.
 */
export function nameSeededAccount(
  wallet: Uint8Array,
  { random }: { readonly random: Random },
  keep?: Uint8Array,
): Extract<NewStakeAccount, { readonly seed: Uint8Array }> {
  const id = keep?.subarray(0, ID_SIZE) ?? random.bytes(ID_SIZE);
  const seed = Buffer.from(Buffer.from(id).toString('hex'), 'latin1');
  return { address: deriveStakeAccount(wallet, seed), keep: id, seed };
}

/** HKDF's second step (RFC 5869) with HMAC-SHA-512-256; the first one made the secret. */
function deriveKeyPair({ stakeAccountSecret }: TokenKey, id: Uint8Array): CoSigner {
  // From the pool: small arrays that the engine keeps in its heap are moved out before native code sees them.
  const publicKey = Buffer.allocUnsafe(sodium.crypto_sign_PUBLICKEYBYTES);
  const secretKey = Buffer.allocUnsafe(sodium.crypto_sign_SECRETKEYBYTES);
  sodium.crypto_auth(SEED, Buffer.from(id.buffer, id.byteOffset, id.length), stakeAccountSecret);
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, SEED);
  sodium.sodium_memzero(SEED);
  return { publicKey, secretKey };
}

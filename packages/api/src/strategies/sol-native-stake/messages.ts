import { base58 } from '@scure/base';
import { type Address, blockhash, type Instruction } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import {
  type ComputeBudget,
  compileMessage,
  createMessageTemplate,
  type FillMessage,
} from '@staking-agent/chain/message';
import {
  deriveStakeAccount,
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
} from '@staking-agent/chain/stake';
import { STAKE_ACCOUNT_FORMS, type StakeAccountForm } from '@staking-agent/wire';
import sodium from 'sodium-native';
import type { CoSigner } from '../../builds/build.ts';
import type { TokenKey } from '../../builds/token.ts';
import { problem } from '../../problems/problem.ts';
import type { Random } from '../../runtime/random.ts';

const PARTIES = {
  wallet: 'account',
  stakeAccount: 'account',
  blockhash: 'blockhash',
  computeUnitLimit: 'u32',
  computeUnitPrice: 'u64',
} as const;
const PARTIES_AND_LAMPORTS = { ...PARTIES, lamports: 'u64' } as const;
const WITH_SEED = { ...PARTIES_AND_LAMPORTS, seed: 'ascii32' } as const;

/** The native messages; keys and blockhash as 32 bytes. */
export type NativeMessages = {
  /** `lamports` is the first balance of the stake account. */
  readonly stake: FillMessage<typeof PARTIES_AND_LAMPORTS>;
  /** The same, with an account that derives from wallet and seed. */
  readonly stakeWithSeed: FillMessage<typeof WITH_SEED>;
  readonly deactivate: FillMessage<typeof PARTIES>;
  /** `lamports` leave the stake account. */
  readonly withdraw: FillMessage<typeof PARTIES_AND_LAMPORTS>;
};

/** Compute units each may use: what a run on the real programs used, with room for a costlier version of them. */
export const COMPUTE_UNIT_LIMITS = {
  stake: 40_000,
  deactivate: 20_000,
  withdraw: 20_000,
  split: 40_000,
  /** Of each account that is merged. */
  merge: 30_000,
} as const;

/** Prepares the native messages for one validator. */
export function createNativeMessages(voteAccount: Address): NativeMessages {
  return {
    stake: createMessageTemplate(PARTIES_AND_LAMPORTS, (values) =>
      compile(values, (parties) =>
        getCreateAndDelegateInstructions({ ...parties, voteAccount, lamports: values.lamports }),
      ),
    ),
    stakeWithSeed: createMessageTemplate(WITH_SEED, (values) =>
      compile(values, (parties) =>
        getCreateAndDelegateInstructions({
          ...parties,
          seed: Buffer.from(values.seed).toString('latin1'),
          voteAccount,
          lamports: values.lamports,
        }),
      ),
    ),
    deactivate: createMessageTemplate(PARTIES, (values) =>
      compile(values, (parties) => [getDeactivateStakeInstruction(parties)]),
    ),
    withdraw: createMessageTemplate(PARTIES_AND_LAMPORTS, (values) =>
      compile(values, (parties) => [getWithdrawStakeInstruction({ ...parties, lamports: values.lamports })]),
    ),
  };
}

function compile(
  values: { wallet: Uint8Array; stakeAccount: Uint8Array; blockhash: Uint8Array } & ComputeBudget,
  instructionsFor: (parties: { wallet: Address; stakeAccount: Address }) => readonly Instruction[],
): Uint8Array {
  const wallet = toAddress(values.wallet);
  const stakeAccount = toAddress(values.stakeAccount);
  return compileMessage({
    feePayer: wallet,
    blockhash: blockhash(base58.encode(values.blockhash)),
    budget: values,
    instructions: instructionsFor({ wallet, stakeAccount }),
  });
}

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

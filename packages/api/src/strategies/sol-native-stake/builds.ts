import { base58 } from '@scure/base';
import { type Address, type Instruction, blockhash as toBlockhash } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { type ComputeBudget, compileMessage, createMessageTemplate } from '@staking-agent/chain/message';
import {
  deriveStakeAccount,
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
} from '@staking-agent/chain/stake';
import { ASSET_DECIMALS, formatAmount, parseAmount, type StakeAccountForm } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { drawBudget, limitUnsimulated, UNITS } from '../../builds/budget.ts';
import type { CoSigner } from '../../builds/build.ts';
import { buildOwn } from '../../builds/finish.ts';
import type { TokenKey } from '../../builds/token.ts';
import { problem } from '../../problems/problem.ts';
import type { StakeTerms, ValidatorFacts } from '../../upstreams/ledger/feeds.ts';
import { describeEpochEnd } from '../options.ts';
import { readStakeAccountForm, requireAddress } from '../prepare.ts';
import type { Exit, Stake, StrategyServices, Withdraw } from '../strategy.ts';
import {
  describeCooldown,
  explainRefusal,
  fetchStakeAccount,
  readDeactivatable,
  requireStakeAccount,
  suggestSplit,
} from './checks.ts';
import { belowMinimum, LAMPORTS_LIMIT } from './facts.ts';

const RIGHTS =
  'The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.';
const NOTES = {
  keypair: `The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. ${RIGHTS}`,
  seed: `The address of this new stake account derives from the wallet, stakeAccountSeed and the stake program, so anybody can recompute it; the service signs nothing. ${RIGHTS}`,
};

const PARTIES = {
  wallet: 'account',
  stakeAccount: 'account',
  blockhash: 'blockhash',
  computeUnitLimit: 'u32',
  computeUnitPrice: 'u64',
  loadedDataLimit: 'u32',
  lamports: 'u64',
} as const;
const WITH_SEED = { ...PARTIES, seed: 'ascii32' } as const;

/** Prepares the messages of a stake with one validator; keys and blockhash are 32 bytes. */
function createMessages(voteAccount: Address) {
  return {
    // `lamports` is the first balance of the stake account.
    stake: prepare(PARTIES, (values) =>
      compile(values, (parties) =>
        getCreateAndDelegateInstructions({ ...parties, voteAccount, lamports: values.lamports }),
      ),
    ),
    // The same, with an account that derives from wallet and seed.
    stakeWithSeed: prepare(WITH_SEED, (values) =>
      compile(values, (parties) =>
        getCreateAndDelegateInstructions({
          ...parties,
          seed: Buffer.from(values.seed).toString('latin1'),
          voteAccount,
          lamports: values.lamports,
        }),
      ),
    ),
  };
}

/** Prepares a message, which is compiled anew where a tip changes its accounts. */
const prepare: typeof createMessageTemplate = (fields, compileValues) => {
  const template = createMessageTemplate(fields, compileValues);
  return (values) =>
    'tip' in values && values['tip'] !== undefined ? compileValues(values) : template(values);
};

function compile(
  values: { wallet: Uint8Array; stakeAccount: Uint8Array; blockhash: Uint8Array } & ComputeBudget,
  instructionsFor: (parties: { wallet: Address; stakeAccount: Address }) => readonly Instruction[],
): Uint8Array {
  const wallet = toAddress(values.wallet);
  const stakeAccount = toAddress(values.stakeAccount);
  return compileMessage({
    feePayer: wallet,
    blockhash: toBlockhash(base58.encode(values.blockhash)),
    budget: values,
    instructions: instructionsFor({ wallet, stakeAccount }),
  });
}

/**
 * Delegates SOL to the operator's validator in a new stake account: `amount` in full, with the rent reserve on top. No upstream
 * is called: rent, minimum and blockhash come from feeds. While these say that rewards are being paid they are read again.
 */
export function createStake(voteAccount: Address): Stake<'sol-native-stake'> {
  const messages = createMessages(voteAccount);
  return async ({ body, wallet, amount: delegated }, services, again) => {
    assertStatable(delegated);
    const form = readStakeAccountForm(body.stakeAccountForm);

    const { stakeTerms, blockhash } = services;
    // The blockhash first: where it is of the next epoch, so are the terms.
    const lifetime = blockhash.peek() ?? (await blockhash.get());
    const terms = stakeTerms.peek() ?? (await stakeTerms.get());
    const { rentExemptReserve, minimumDelegation } = terms;

    if (terms.isPaying) await assertPaid(terms, services);
    if (delegated < minimumDelegation) throw belowMinimum(minimumDelegation);
    const account = nameStakeAccount(form, wallet.bytes, services, again);
    const values = {
      wallet: wallet.bytes,
      stakeAccount: account.address,
      blockhash: lifetime.blockhash,
      ...drawBudget('sol-native-stake', limitUnsimulated(UNITS.nativeStake), services),
      lamports: delegated + rentExemptReserve,
    };
    const seed = 'seed' in account ? account.seed : undefined;
    return {
      by: 'service',
      message: seed === undefined ? messages.stake(values) : messages.stakeWithSeed({ ...values, seed }),
      lifetime,
      wallet: wallet.text,
      ...('coSigner' in account && { coSigner: account.coSigner }),
      keep: account.keep,
      isSimulated: false,
      operation: 'stake',
      request: body,
      fields: {
        strategy: 'sol-native-stake',
        stakeAccount: toAddress(account.address),
        ...(seed !== undefined && { stakeAccountSeed: Buffer.from(seed).toString('latin1') }),
        voteAccount,
        rentExemptReserveLamports: Number(rentExemptReserve),
        delegatedLamports: Number(delegated),
        notes: `${NOTES[form]}${warnOfValidator(services.validator.peek())}`,
      },
    };
  };
}

/** Milliseconds for which it is taken that rewards are still being paid; terms of before are read again. */
const PAYING_MILLISECONDS = 2_000;

/** @throws {ProblemError} `EPOCH_REWARDS_BEING_PAID` unless the ledger has paid them since the terms were read. */
async function assertPaid(terms: StakeTerms, { stakeTerms, clock }: StrategyServices): Promise<void> {
  const isRecent = clock.elapsed() - terms.readAt < PAYING_MILLISECONDS;
  const { isPaying } = isRecent ? terms : await stakeTerms.refresh();
  if (isPaying) throw problem('EPOCH_REWARDS_BEING_PAID');
}

/** Moves lamports of an inactive stake account to the wallet: all of them, which closes it, or `lamports`. */
export const withdrawStake: Withdraw<'sol-native-stake'> = async (body, services) => {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const stakeAccount = requireAddress(body.stakeAccount, 'stakeAccount');

  const account = await fetchStakeAccount(stakeAccount, services);
  const balance = account.lamports;
  const lamports = body.lamports === undefined ? balance : BigInt(body.lamports);
  if (lamports > LAMPORTS_LIMIT) {
    const cure = 'Withdraw it in parts with lamports.';
    throw problem('BALANCE_TOO_LARGE', { most: String(LAMPORTS_LIMIT), member: 'withdrawnLamports', cure });
  }
  return await buildOwn(
    {
      operation: 'withdraw',
      request: body,
      wallet,
      units: UNITS.withdraw,
      instructions: [getWithdrawStakeInstruction({ wallet, stakeAccount: stakeAccount.text, lamports })],
      explain: (failure) => explainRefusal(failure, account, { wallet, lamports }, services),
      evidence: { before: new Map([[stakeAccount.text, account]]), slot: account.slot },
      fields: {
        strategy: 'sol-native-stake',
        stakeAccount: stakeAccount.text,
        withdrawnLamports: Number(lamports),
        notes:
          lamports === balance
            ? 'This takes all lamports of the stake account, which closes it.'
            : 'This takes a part; the stake account stays open with the rest. Leave lamports out to take everything and close it.',
      },
    },
    services,
  );
};

/** Starts the cooldown of a whole stake account. `amount` is ignored, which the notes say. */
export const deactivate: Exit<'sol-native-stake', 'deactivate'> = async (body, services) => {
  const { blockhash, stakeTerms } = services;
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const stakeAccount = requireStakeAccount(body.stakeAccount).text;

  const { epoch, isNew, delegated, isDivisible } = await readDeactivatable(stakeAccount, wallet, services);
  const terms = stakeTerms.peek() ?? (await stakeTerms.get());
  const lifetime = blockhash.peek() ?? (await blockhash.get());

  const part = parseAmount(body.amount ?? '', ASSET_DECIMALS.SOL);
  const asked = { wallet, stakeAccount, delegated };
  const instead =
    isDivisible && part.ok
      ? suggestSplit(
          { ...asked, amount: part.baseUnits, minimumDelegation: terms.minimumDelegation },
          'Splits the amount off into an account of its own and deactivates only that.',
          'deactivate',
        )
      : undefined;
  return {
    by: 'service',
    message: compileMessage({
      feePayer: wallet,
      blockhash: lifetime.blockhashText,
      budget: drawBudget('sol-native-stake', limitUnsimulated(UNITS.deactivate), services),
      instructions: [getDeactivateStakeInstruction({ wallet, stakeAccount })],
    }),
    lifetime,
    isSimulated: false,
    wallet,
    operation: 'unstake',
    request: body,
    fields: {
      strategy: 'sol-native-stake',
      kind: 'deactivate',
      ...(instead && { instead }),
      notes: `The whole account deactivates, whatever amount says. ${instead ? 'For a part of it, post instead and sign nothing of this. ' : ''}${describeCooldown(isNew, epoch, describeEpochEnd(terms, services, epoch))}`,
    },
  };
};

/** The new account of a stake or split; `keep` is all it takes to name the very same account again. */
export type NewStakeAccount = {
  /** 32 bytes. */
  readonly address: Uint8Array;
  readonly keep: Uint8Array;
} & ({ readonly coSigner: CoSigner } | { readonly seed: Uint8Array });

const ID_SIZE = 16;
/** Holds a seed between two calls, and nothing after them. */
const SEED = Buffer.alloc(sodium.crypto_sign_SEEDBYTES);

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
  services: StrategyServices,
  keep?: Uint8Array,
): NewStakeAccount {
  if (form === 'seed') return nameSeededAccount(wallet, services, keep);
  const { random, tokenKeys } = services;
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
  { random }: StrategyServices,
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

/** Refuses an amount beyond 2^53 - 1 lamports, which the answer cannot state. @throws {ProblemError} `AMOUNT_TOO_LARGE`. */
export function assertStatable(lamports: bigint): void {
  if (lamports <= LAMPORTS_LIMIT) return;
  const limit = formatAmount(LAMPORTS_LIMIT, ASSET_DECIMALS.SOL);
  throw problem('AMOUNT_TOO_LARGE', {
    field: 'amount',
    rule: `must be at most ${limit} SOL in one stake account`,
    nearest: { lower: limit, higher: null },
  });
}

/** Prints a warning about the validator for delegators, after a space; empty without one. */
function warnOfValidator(facts: ValidatorFacts | undefined): string {
  if (facts === undefined) return '';
  const { isDelinquent, commission, commissionBefore } = facts;
  const late = isDelinquent
    ? ' The validator is delinquent: it has not voted lately, and stake with it earns nothing until it does.'
    : '';
  const dearer =
    commissionBefore === undefined
      ? ''
      : ` The validator has raised its commission from ${commissionBefore} % to ${commission} %.`;
  return `${late}${dearer}`;
}

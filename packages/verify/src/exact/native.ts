import {
  CLOCK,
  RENT,
  STAKE_CONFIG,
  STAKE_HISTORY,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  sha256,
} from '../bytes/address.ts';
import { encodeAddress, encodeBase58, isSame } from '../bytes/text.ts';
import { deploymentKeys } from '../deployment.ts';
import { STAKE_ACCOUNT_SIZE } from '../ledger.ts';
import {
  CREATE_ACCOUNT,
  CREATE_ACCOUNT_WITH_SEED,
  DEACTIVATE_STAKE,
  DELEGATE_STAKE,
  INITIALIZE_STAKE,
  WITHDRAW_STAKE,
} from '../programs/native.ts';
import type { Subject } from '../subject.ts';
import {
  parseAmount,
  parseInteger,
  parseKey,
  RENT_LIMIT,
  Refusal,
  requireStated,
  SOL_DECIMALS,
  type VerifyAnswer,
} from '../verification.ts';
import { call, change, type Plan } from './plan.ts';

const SEED_SIZE_LIMIT = 32;

/** Plans a new stake account of the wallet that delegates its whole balance except rent. */
export function planNativeStake(subject: Subject): Plan {
  const { request, answer, wallet, deployment } = subject;
  const stakeAccount = parseKey(answer['stakeAccount'], 'stakeAccount of the answer');
  const amount = parseAmount(request, SOL_DECIMALS);
  const rent = getRent(subject);
  requireStated(answer, 'delegatedLamports', amount);
  const form = request.stakeAccountForm ?? 'keypair';
  const seed = form === 'keypair' ? undefined : requireSeed(wallet, answer, stakeAccount, form);
  const { voteAccount } = deploymentKeys(deployment);
  const account = [amount + rent, BigInt(STAKE_ACCOUNT_SIZE), STAKE_PROGRAM];
  return {
    signers: seed === undefined ? [wallet, stakeAccount] : [wallet],
    instructions: [
      seed === undefined
        ? call(SYSTEM_PROGRAM, CREATE_ACCOUNT, [wallet, stakeAccount], account)
        : call(SYSTEM_PROGRAM, CREATE_ACCOUNT_WITH_SEED, [wallet, stakeAccount], [wallet, seed, ...account]),
      // For the wallet, and without a lockup.
      call(STAKE_PROGRAM, INITIALIZE_STAKE, [stakeAccount, RENT], [wallet, wallet, 0n, 0n, SYSTEM_PROGRAM]),
      call(STAKE_PROGRAM, DELEGATE_STAKE, [
        stakeAccount,
        voteAccount,
        CLOCK,
        STAKE_HISTORY,
        STAKE_CONFIG,
        wallet,
      ]),
    ],
    effects: () => ({
      leaves: [change(deployment.solMint, amount, wallet)],
      arrives: [change('stake', amount, stakeAccount)],
      rent: [{ account: String(answer['stakeAccount']), lamports: rent, isRefundable: true }],
    }),
  };
}

/** The seed that the answer names, from which a new account must derive. */
export function requireSeed(
  wallet: Uint8Array,
  answer: VerifyAnswer,
  stakeAccount: Uint8Array,
  form = 'seed',
): string {
  const seed = answer['stakeAccountSeed'];
  if (form !== 'seed' || typeof seed !== 'string') {
    throw new Refusal('shape', 'stakeAccountForm must be keypair, or seed with stakeAccountSeed.');
  }
  const text = new TextEncoder().encode(seed);
  const preimage = new Uint8Array([...wallet, ...text, ...STAKE_PROGRAM]);
  if (text.length > SEED_SIZE_LIMIT || !isSame(sha256(preimage), stakeAccount)) {
    throw new Refusal(
      'account',
      `${encodeBase58(stakeAccount)} does not derive from the wallet and stakeAccountSeed.`,
    );
  }
  return seed;
}

/** Plans the deactivation of a whole stake account. */
export function planDeactivate({ request, wallet }: Subject): Plan {
  const stakeAccount = parseKey(request.stakeAccount, 'stakeAccount of the request');
  return {
    instructions: [call(STAKE_PROGRAM, DEACTIVATE_STAKE, [stakeAccount, CLOCK, wallet])],
  };
}

/** Plans a withdrawal from a stake account to the wallet: the requested lamports, or the whole balance. */
export function planWithdraw({ request, answer, wallet, deployment, evidence }: Subject): Plan {
  const stakeAccount = parseKey(request.stakeAccount, 'stakeAccount of the request');
  const asked = parseInteger(request, 'lamports');
  const stated = parseInteger(answer, 'withdrawnLamports');
  const lamports = asked ?? stated;
  if (lamports === undefined || (stated !== undefined && stated !== lamports)) {
    throw new Refusal('shape', 'withdrawnLamports of the answer must be lamports of the request.');
  }
  const account = evidence.before?.get(encodeAddress(stakeAccount));
  if (
    account !== undefined &&
    (asked === undefined ? lamports !== account.lamports : lamports > account.lamports)
  ) {
    throw new Refusal(
      'conservation',
      `${lamports} lamports are withdrawn; the stake account holds ${account.lamports}.`,
      { account: encodeAddress(stakeAccount) },
    );
  }
  return {
    instructions: [
      call(STAKE_PROGRAM, WITHDRAW_STAKE, [stakeAccount, wallet, CLOCK, STAKE_HISTORY, wallet], [lamports]),
    ],
    effects: () => ({
      leaves: [change('stake', lamports, stakeAccount)],
      arrives: [change(deployment.solMint, lamports, wallet)],
    }),
  };
}

/** Reads the rent of a new stake account from the answer and checks it. */
export function getRent({ answer, evidence }: Subject): bigint {
  const stated = parseInteger(answer, 'rentExemptReserveLamports');
  const due = evidence.rentExemption?.(STAKE_ACCOUNT_SIZE);
  const rent = stated ?? due;
  if (rent === undefined || rent > RENT_LIMIT || (due !== undefined && rent !== due)) {
    throw new Refusal(
      'new-account',
      `The rent of the stake account is ${rent} lamports; it must be ${due ?? 'stated'}, and at most ${RENT_LIMIT}.`,
    );
  }
  return rent;
}

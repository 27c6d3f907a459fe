import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import fc from 'fast-check';
import { MAINNET } from '../mainnet-2026-11.ts';
import { getFirstSlot } from '../vm/blocks.ts';
import { STAKE_PROGRAM_ADDRESS, VOTE_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import { encodeDelegatedStake, findDelegation } from '../vm/stake-account.ts';
import type { Validator } from '../vm/vote-state.ts';
import { createDeterministicKey } from './accounts.ts';
import { computeEpochRewards, inflationPerEpoch, revenuePerEpoch } from './epoch-rewards.ts';

const EPOCH = 1036n;
const SUPPLY = 617_000_000n * 10n ** 9n;
const AUTHORITY = createDeterministicKey('authority').address;

function createValidator(name: string, commission: number): Validator {
  const voteAccount = createDeterministicKey(name).address;
  return {
    voteAccount,
    node: AUTHORITY,
    authorizedVoter: AUTHORITY,
    authorizedWithdrawer: AUTHORITY,
    commission,
  };
}

function createAccount(
  address: Address,
  programAddress: Address,
  balance: bigint,
  data: Uint8Array,
): EncodedAccount {
  return {
    address,
    programAddress,
    lamports: lamports(balance),
    data,
    executable: false,
    space: BigInt(data.length),
  };
}

function createStake(name: string, voter: Address, stake: bigint, activationEpoch = 400n): EncodedAccount {
  const balance = stake + MAINNET.stakeMetaReserve;
  const data = encodeDelegatedStake({
    authority: AUTHORITY,
    voter,
    lamports: balance,
    activationEpoch,
    creditsObserved: 5n,
  });
  return createAccount(createDeterministicKey(name).address, STAKE_PROGRAM_ADDRESS, balance, data);
}

function reward(stakes: readonly EncodedAccount[], validators: readonly Validator[], rent = 0n) {
  const byVote = new Map(validators.map((validator) => [validator.voteAccount, validator]));
  const accounts = new Map(
    validators.map(({ voteAccount }) => [
      voteAccount,
      createAccount(voteAccount, VOTE_PROGRAM_ADDRESS, 1n, new Uint8Array()),
    ]),
  );
  return computeEpochRewards(
    stakes,
    accounts,
    byVote,
    EPOCH,
    getFirstSlot(EPOCH + 1n),
    SUPPLY,
    () => undefined,
    rent,
  );
}

describe('rewards of an epoch', () => {
  test('are 4 % of the supply a year for an epoch of a day', () => {
    const perYear = Number(inflationPerEpoch(SUPPLY)) * 365.242199;
    assert.ok(Math.abs(perYear / (Number(SUPPLY) * 0.04) - 1) < 1e-9, `${perYear}`);
  });

  test('never mint more than inflation, grow the stake by it and the balance by block revenue too', () => {
    const stakes = fc.array(fc.bigInt({ min: 1n, max: 500_000_000n * 10n ** 9n }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(stakes, fc.integer({ min: 0, max: 100 }), (amounts, commission) => {
        const validator = createValidator('operator', commission);
        const accounts = amounts.map((amount, index) =>
          createStake(`${index}`, validator.voteAccount, amount),
        );
        const { rewards, minted, accounts: changed } = reward(accounts, [validator]);
        assert.ok(minted <= inflationPerEpoch(SUPPLY));
        assert.ok(minted >= 0n);
        for (const account of changed) {
          const before = accounts.find(({ address }) => address === account.address);
          const old = before && findDelegation(before);
          if (before === undefined || old === undefined) continue;
          const grown = findDelegation(account);
          const gain = account.lamports - before.lamports;
          const revenue = (revenuePerEpoch(old.delegation.stake) * BigInt(100 - commission)) / 100n;
          assert.equal(gain - revenue, (grown?.delegation.stake ?? 0n) - old.delegation.stake);
          const paid = rewards.find(({ address }) => address === account.address);
          assert.equal(paid?.lamports ?? 0n, gain - revenue);
          assert.equal(paid?.revenue ?? 0n, revenue);
          assert.equal(paid?.postBalance ?? before.lamports, account.lamports);
          assert.equal(grown?.creditsObserved, getFirstSlot(EPOCH + 1n) * 16n);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('share inflation by stake', () => {
    const validator = createValidator('operator', 0);
    const { rewards } = reward(
      [createStake('a', validator.voteAccount, 3_000n), createStake('b', validator.voteAccount, 1_000n)],
      [validator],
    );
    const [a, b] = rewards;
    assert.equal(a?.lamports, (inflationPerEpoch(SUPPLY) * 3n) / 4n);
    assert.equal(b?.lamports, inflationPerEpoch(SUPPLY) / 4n);
  });

  test('take from a delegation what a risen rent needs of the balance', () => {
    const validator = createValidator('operator', 0);
    const rent = MAINNET.stakeMetaReserve + 300n;
    const { accounts, rewards } = reward(
      [createStake('a', validator.voteAccount, 3_000n)],
      [validator],
      rent,
    );
    const delegated = accounts[0] && findDelegation(accounts[0])?.delegation.stake;
    assert.equal(delegated, 2_700n + (rewards[0]?.lamports ?? 0n));
  });

  test('skip strangers, full commission, and what was activating', () => {
    const greedy = createValidator('greedy', 100);
    const operator = createValidator('operator', 5);
    const stranger = createStake('stranger', AUTHORITY, 1_000n);
    const taken = createStake('taken', greedy.voteAccount, 1_000n);
    const fresh = createStake('fresh', operator.voteAccount, 1_000n, EPOCH);
    const { rewards, accounts } = reward([stranger, taken, fresh], [greedy, operator]);
    assert.deepEqual(rewards, []);
    assert.deepEqual(
      accounts.map(({ address }) => address),
      [fresh.address],
      'only its credits are brought up to date',
    );
    assert.equal(accounts[0]?.lamports, fresh.lamports);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import {
  getCleanupRemovedValidatorEntriesInstruction,
  getUpdateValidatorListBalanceInstruction,
  poolTokensForLamports,
  type StakeStatus,
  type ValidatorStakeInfo,
} from '@staking-agent/chain/stake-pool';
import { STAKE_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { encodeDelegatedStake, encodeInitializedStake } from '../src/vm/stake-account.ts';
import { createDeterministicKey } from '../src/world/accounts.ts';
import { STAKE_RENT, withdrawStake } from './pool-steps.ts';
import { IMPLEMENTATIONS, type PoolSandbox, startPoolSandbox } from './start-pool-sandbox.ts';
import { POOL_PROGRAM, SOL } from './start-test-sandbox.ts';

/** Bytes before `deactivationEpoch` of a delegated stake account. */
const DEACTIVATION_OFFSET = 172;

type Stake = {
  readonly delegated: bigint;
  /** Lamports beyond delegation and rent. */
  readonly surplus?: bigint;
  readonly activated?: bigint;
  readonly deactivated?: bigint;
};

function setStake(
  { ledger, world }: PoolSandbox,
  address: Address,
  stake: Stake | undefined,
  idle = 0n,
): bigint {
  const { delegated = idle, surplus = 0n, activated = 500n, deactivated } = stake ?? {};
  const data =
    stake === undefined
      ? encodeInitializedStake(world.withdrawAuthority, STAKE_RENT)
      : encodeDelegatedStake({
          authority: world.withdrawAuthority,
          voter: world.voteAccount,
          lamports: delegated + STAKE_RENT,
          rentExemptReserve: STAKE_RENT,
          activationEpoch: activated,
          creditsObserved: 1n,
        });
  if (deactivated !== undefined) {
    new DataView(data.buffer, data.byteOffset).setBigUint64(DEACTIVATION_OFFSET, deactivated, true);
  }
  const balance = delegated + STAKE_RENT + surplus;
  const account: EncodedAccount = {
    address,
    programAddress: STAKE_PROGRAM_ADDRESS,
    data,
    executable: false,
    lamports: lamports(balance),
    space: BigInt(data.length),
  };
  ledger.bank.setAccount(account);
  return balance;
}

function setEntry(test: PoolSandbox, change: Partial<ValidatorStakeInfo>): void {
  test.setList((list) => ({
    ...list,
    validators: list.validators.map((entry) => ({ ...entry, ...change })),
  }));
}

function setStakes(
  test: PoolSandbox,
  { validator, transient }: { readonly validator?: Stake; readonly transient?: Stake | 'idle' },
): Pick<ValidatorStakeInfo, 'activeStakeLamports' | 'transientStakeLamports'> {
  const { validatorStake, transientStake } = test.world;
  const set = (address: Address, stake: Stake | 'idle' | undefined): bigint =>
    stake === undefined ? 0n : setStake(test, address, stake === 'idle' ? undefined : stake, 5n * SOL);
  return {
    activeStakeLamports: set(validatorStake, validator),
    transientStakeLamports: set(transientStake, transient),
  };
}

async function update(test: PoolSandbox, noMerge = false): Promise<ValidatorStakeInfo> {
  const wallet = await test.createWallet();
  const { validatorStake, transientStake } = test.world;
  const { err, logs } = await test.send(wallet, [
    getUpdateValidatorListBalanceInstruction(
      {
        ...test.world,
        startIndex: 0,
        noMerge,
        stakes: [validatorStake, transientStake],
      },
      POOL_PROGRAM,
    ),
  ]);
  assert.equal(err, null, logs.join('\n'));
  const [entry] = test.list().validators;
  assert.ok(entry);
  return entry;
}

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`the validators of the pool, ${name}`, { skip }, () => {
    const cases: Readonly<
      Record<
        string,
        {
          readonly validator?: Stake;
          readonly transient?: Stake | 'idle';
          readonly status?: StakeStatus;
          readonly noMerge?: boolean;
          /** SOL expected in the entry, and what reaches the reserve, in lamports. */
          readonly active: bigint;
          readonly transientLeft: bigint;
          readonly toReserve: bigint;
          readonly after?: StakeStatus;
        }
      >
    > = {
      'surplus goes to the reserve': {
        validator: { delegated: 50n * SOL, surplus: 123n },
        active: 50n * SOL + STAKE_RENT,
        transientLeft: 0n,
        toReserve: 123n,
      },
      'active transient stake is merged, its rent kept by the reserve': {
        validator: { delegated: 50n * SOL },
        transient: { delegated: 5n * SOL },
        active: 55n * SOL + STAKE_RENT,
        transientLeft: 0n,
        toReserve: STAKE_RENT,
      },
      'without merging it is only counted': {
        validator: { delegated: 50n * SOL },
        transient: { delegated: 5n * SOL },
        noMerge: true,
        active: 50n * SOL + STAKE_RENT,
        transientLeft: 5n * SOL + STAKE_RENT,
        toReserve: 0n,
      },
      'activating transient stake waits': {
        validator: { delegated: 50n * SOL },
        transient: { delegated: 5n * SOL, activated: 1036n },
        active: 50n * SOL + STAKE_RENT,
        transientLeft: 5n * SOL + STAKE_RENT,
        toReserve: 0n,
      },
      'inactive transient stake goes to the reserve': {
        validator: { delegated: 50n * SOL },
        transient: { delegated: 5n * SOL, deactivated: 520n },
        active: 50n * SOL + STAKE_RENT,
        transientLeft: 0n,
        toReserve: 5n * SOL + STAKE_RENT,
      },
      'idle transient stake goes to the reserve': {
        validator: { delegated: 50n * SOL },
        transient: 'idle',
        status: 'DeactivatingTransient',
        active: 0n,
        transientLeft: 0n,
        toReserve: 5n * SOL + STAKE_RENT,
        after: 'ReadyForRemoval',
      },
      'transient stake of a leaving validator is deactivated': {
        validator: { delegated: 50n * SOL, deactivated: 1036n },
        transient: { delegated: 5n * SOL },
        status: 'DeactivatingAll',
        active: 50n * SOL + STAKE_RENT,
        transientLeft: 5n * SOL + STAKE_RENT,
        toReserve: 0n,
        after: 'DeactivatingAll',
      },
      'a validator that has left goes to the reserve': {
        validator: { delegated: 50n * SOL, deactivated: 520n },
        status: 'DeactivatingValidator',
        active: 0n,
        transientLeft: 0n,
        toReserve: 50n * SOL + STAKE_RENT,
        after: 'ReadyForRemoval',
      },
      'both of a validator that has left do': {
        validator: { delegated: 50n * SOL, deactivated: 520n },
        transient: { delegated: 5n * SOL, deactivated: 520n },
        status: 'DeactivatingAll',
        active: 0n,
        transientLeft: 0n,
        toReserve: 55n * SOL + 2n * STAKE_RENT,
        after: 'ReadyForRemoval',
      },
    };
    for (const [title, each] of Object.entries(cases)) {
      test(title, async (t) => {
        const world = await startPoolSandbox(t, directory);
        const { status = 'Active' } = each;
        const { transientStake, reserveStake } = world.world;
        setEntry(world, { status, lastUpdateEpoch: 1n, ...setStakes(world, each) });
        if (status === 'DeactivatingAll' && each.after === status && world.ledger.feeRounding === 'down') {
          // Release 1.0.0 merges transient stake into a leaving validator.
          await assert.rejects(update(world, each.noMerge), /Program Stake1{38} failed/);
          return;
        }
        const reserve = world.lamports(reserveStake);

        const entry = await update(world, each.noMerge);

        const { activeStakeLamports, transientStakeLamports, lastUpdateEpoch } = entry;
        assert.deepEqual([activeStakeLamports, transientStakeLamports], [each.active, each.transientLeft]);
        assert.equal(lastUpdateEpoch, world.ledger.epoch());
        assert.equal(entry.status, each.after ?? 'Active');
        assert.equal(world.lamports(reserveStake), reserve + each.toReserve);
        if (each.after !== 'DeactivatingAll') return;
        assert.equal(world.delegation(transientStake)?.deactivationEpoch, world.ledger.epoch());
      });
    }

    test('a whole validator can be taken when nothing else is left, and its entry is cleaned up', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const { validatorStake, voteAccount } = world.world;
      const balance = setStake(world, validatorStake, { delegated: SOL });
      setEntry(world, { activeStakeLamports: balance });
      const none = { denominator: 1n, numerator: 0n };
      world.setPool({ preferredWithdrawValidator: voteAccount, stakeWithdrawalFee: none });
      const tokens = poolTokensForLamports(world.pool(), balance) + 1n;

      const { err, logs } = await world.send(
        wallet,
        await withdrawStake(world, wallet.address, tokens, { seed: 'whole' }),
      );

      assert.equal(err, null, logs.join('\n'));
      assert.equal(world.lamports(validatorStake), 0n);
      assert.equal(world.list().validators[0]?.status, 'ReadyForRemoval');
      // Release 1.0.0 leaves the preference standing.
      const preferred = world.ledger.feeRounding === 'up' ? null : voteAccount;
      assert.equal(world.pool().preferredWithdrawValidator, preferred);
      const cleaned = await world.send(wallet, [
        getCleanupRemovedValidatorEntriesInstruction(world.world, POOL_PROGRAM),
      ]);
      assert.equal(cleaned.err, null);
      assert.deepEqual(world.list().validators, []);
    });

    test('entries whose accounts are not given, or are not their own, stay as they are', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet();
      const before = world.list();
      const stranger = createDeterministicKey('stranger').address;
      const { err } = await world.send(wallet, [
        getUpdateValidatorListBalanceInstruction(
          {
            ...world.world,
            startIndex: 0,
            noMerge: false,
            stakes: [stranger, world.world.transientStake],
          },
          POOL_PROGRAM,
        ),
      ]);
      assert.equal(err, null);
      assert.deepEqual(world.list(), before);
    });
  });
}

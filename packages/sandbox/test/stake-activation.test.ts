import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, getTransactionDecoder, lamports } from '@solana/kit';
import { getStakeStateAccountEncoder } from '@solana-program/stake';
import { toAddress } from '@staking-agent/chain/address';
import { decodeStakeHistory, STAKE_HISTORY_ADDRESS } from '@staking-agent/chain/ledger';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import {
  decodeStakeAccount,
  getStakeStatus,
  getWithdrawStakeInstruction,
  STAKE_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake';
import fc from 'fast-check';
import { Clock, FailedTransactionMetadata, LiteSVM, Rent, StakeHistory, StakeHistoryEntry } from 'litesvm';
import { encodeUnsigned } from '../src/vm/transaction.ts';

const RENT_PER_BYTE = 5_080n;
const RENT = 328n * RENT_PER_BYTE;
/** What the stake program writes as the reserve, whatever rent is. */
const META_RESERVE = 2_282_880n;
const SURPLUS = 7n;
const WALLET = toAddress(new Uint8Array(32).fill(7));
const ACCOUNT = toAddress(new Uint8Array(32).fill(9));
const SYSTEM = '11111111111111111111111111111111' as Address;
/** First epoch that the history remembers, and how many it does. */
const FIRST = 100n;
const REMEMBERED = 24;
const NOW = FIRST + BigInt(REMEMBERED);

const vm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
vm.setRent(new Rent(RENT_PER_BYTE, 1, 50));
vm.airdrop(WALLET, lamports(10n ** 12n));
vm.setClock(new Clock(NOW * 432_000n, 0n, NOW, NOW + 1n, 0n));

type Stake = { readonly stake: bigint; readonly activationEpoch: bigint; readonly deactivationEpoch: bigint };

function writeAccount({ stake, activationEpoch, deactivationEpoch }: Stake): Uint8Array {
  const data = new Uint8Array(200);
  const delegation = {
    voterPubkey: WALLET,
    stake,
    activationEpoch,
    deactivationEpoch,
    reserved: [0, 0, 0, 0, 0, 0, 208, 63],
  };
  const lockup = { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM };
  const meta = {
    rentExemptReserve: META_RESERVE,
    authorized: { staker: WALLET, withdrawer: WALLET },
    lockup,
  };
  const state = {
    __kind: 'Stake' as const,
    fields: [meta, { delegation, creditsObserved: 0n }, { bits: 0 }] as const,
  };
  data.set(getStakeStateAccountEncoder().encode({ state: state as never }));
  vm.setAccount({
    address: ACCOUNT,
    programAddress: STAKE_PROGRAM_ADDRESS,
    executable: false,
    data,
    space: 200n,
    lamports: lamports(stake + RENT + SURPLUS),
  });
  return data;
}

function readHistory(): Uint8Array | undefined {
  const account = vm.getAccount(STAKE_HISTORY_ADDRESS);
  return account.exists ? Uint8Array.from(account.data) : undefined;
}

/** Whether the stake program of the VM lets so many lamports out of the account. */
function lets(amount: bigint): boolean {
  vm.expireBlockhash();
  const withdraw = getWithdrawStakeInstruction({ wallet: WALLET, stakeAccount: ACCOUNT, lamports: amount });
  const input = { feePayer: WALLET, blockhash: vm.latestBlockhash(), instructions: [withdraw] };
  const wire = encodeUnsigned(compileMessageWithTables(input, {}));
  const result = vm.simulateTransaction(getTransactionDecoder().decode(wire) as never);
  if (!(result instanceof FailedTransactionMetadata)) return true;
  assert.match(result.toString(), /InsufficientFunds/, result.toString());
  return false;
}

const SOL = 1_000_000_000n;
const MOST = 10_000_000n * SOL;
// What moves in the cluster has the stake in it, unless nothing does; so much of it may move that all wait for epochs.
const moving = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: MOST, max: 10n * MOST }) },
  { weight: 1, arbitrary: fc.constant(0n) },
);
const entry = fc.record({
  effective: fc.bigInt({ min: 0n, max: 400_000_000n * SOL }),
  activating: moving,
  deactivating: moving,
});
const epoch = fc.bigInt({ min: FIRST - 3n, max: NOW });

test('a withdrawal leaves exactly the stake that is computed, for every history', () => {
  let slow = 0;
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: REMEMBERED, maxLength: REMEMBERED }),
      fc.bigInt({ min: SOL, max: MOST }),
      epoch,
      epoch,
      (entries, stake, one, other) => {
        const [activationEpoch, deactivationEpoch] = one < other ? [one, other] : [other, one];
        const history = new StakeHistory();
        for (const [index, { effective, activating, deactivating }] of entries.entries()) {
          history.add(FIRST + BigInt(index), new StakeHistoryEntry(effective, activating, deactivating));
        }
        vm.setStakeHistory(history);
        const data = writeAccount({ stake, activationEpoch, deactivationEpoch });
        const decoded = decodeStakeAccount(data);
        const remembered = decodeStakeHistory(readHistory());
        assert.ok(decoded?.delegation && remembered?.size === REMEMBERED);
        const { effective, deactivating } = getStakeStatus(decoded.delegation, NOW, (past) =>
          remembered.get(past),
        );
        assert.equal(effective, deactivating);
        if (effective > 0n && effective < stake) slow += 1;
        const free = stake + SURPLUS - effective;
        if (effective === 0n) {
          assert.equal(lets(free + RENT), true);
          return;
        }
        assert.equal(lets(free), true, `${free} with ${effective} effective`);
        assert.equal(lets(free + 1n), false, `${free + 1n} with ${effective} effective`);
      },
    ),
    { numRuns: 400 },
  );
  assert.ok(slow > 40, `${slow} of the delegations were moving`);
});

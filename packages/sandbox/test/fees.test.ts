import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getGetMinimumDelegationInstruction } from '@solana-program/stake';
import { getTransferSolInstruction } from '@solana-program/system';
import { getFee } from '../src/vm/fees.ts';
import { createSandboxLedger } from '../src/world/create-sandbox-ledger.ts';
import { createFaucetTransaction, FAUCET } from '../src/world/sandbox-ledger.ts';
import { DEPLOYMENT } from './start-test-sandbox.ts';

const faucet = createNoopSigner(FAUCET.address);
const memo: Instruction = {
  programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  data: new TextEncoder().encode('hello'),
};
const transfer = getTransferSolInstruction({
  source: faucet,
  destination: DEPLOYMENT.usdcVault,
  amount: lamports(1_000_000_000n),
});
const stake = getGetMinimumDelegationInstruction();
/** More than the payer has. */
const fail = getTransferSolInstruction({
  source: faucet,
  destination: DEPLOYMENT.usdcVault,
  amount: lamports(2n ** 63n),
});
const limit = getSetComputeUnitLimitInstruction({ units: 123_457 });
const price = (microLamports: bigint) => getSetComputeUnitPriceInstruction({ microLamports });

const CASES: readonly (readonly [string, readonly Instruction[]])[] = [
  ['a signature', [transfer]],
  ['a price with a limit', [limit, price(1_000_000n), transfer]],
  ['a price that is rounded up', [price(1n), limit, transfer]],
  ['nothing for a price of nothing', [price(0n), transfer]],
  ['a price with default limits of built-in programs', [price(1_000_000n), transfer]],
  ['a price with default limits of deployed programs', [price(1_000_000n), memo, stake]],
  ['a price with default limits of both', [price(77_777n), transfer, memo, transfer, stake]],
  ['a price beyond the greatest limit', [price(1_000_000n), ...Array.from({ length: 9 }, () => memo)]],
];

for (const [name, instructions] of CASES) {
  test(`computes the fee the VM takes: ${name}`, () => {
    const ledger = createSandboxLedger(DEPLOYMENT, Date.now);
    const signed = createFaucetTransaction(instructions, ledger.blocks.tip().blockhash);
    const outcome = ledger.submit(signed);
    assert.equal(outcome.err, null);
    assert.equal(outcome.fee, getFee(signed, 5_000n));
    assert.ok(outcome.fee >= 5_000n);
  });
}

test('charges for a limit that is asked for, not for what is used', () => {
  const ledger = createSandboxLedger(DEPLOYMENT, Date.now);
  const limited = [getSetComputeUnitLimitInstruction({ units: 400_000 }), price(2_000_000n), transfer];
  const signed = createFaucetTransaction(limited, ledger.blocks.tip().blockhash);
  assert.equal(ledger.submit(signed).fee, 5_000n + 800_000n);
});

test('charges what a signature costs now, of a transaction that fails too, and refuses who cannot pay it', () => {
  const ledger = createSandboxLedger(DEPLOYMENT, Date.now);
  for (const fee of [8_000n, 2_500n]) {
    ledger.bank.setSignatureFee(fee);
    for (const instructions of [[transfer], [transfer, fail]]) {
      const signed = createFaucetTransaction(instructions, ledger.blocks.tip().blockhash);
      const before = ledger.bank.getLamports(FAUCET.address);
      const outcome = ledger.submit(signed);
      assert.equal(outcome.fee, fee);
      const moved = outcome.err === null ? 1_000_000_000n : 0n;
      assert.equal(before - ledger.bank.getLamports(FAUCET.address), fee + moved);
      ledger.advanceSlots(1);
    }
  }
  const account = ledger.bank.findAccount(FAUCET.address) ?? assert.fail();
  ledger.bank.setAccount({ ...account, lamports: lamports(7_999n) });
  ledger.bank.setSignatureFee(8_000n);
  const outcome = ledger.submit(createFaucetTransaction([transfer], ledger.blocks.tip().blockhash));
  assert.deepEqual([outcome.err, outcome.fee], ['InsufficientFundsForFee', 0n]);
  assert.equal(ledger.bank.getLamports(FAUCET.address), 7_999n);
});

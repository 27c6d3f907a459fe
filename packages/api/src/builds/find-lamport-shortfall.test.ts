import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { printTransaction, writeMessage } from '../../test/message-bytes.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { SYSTEM_CLOCK } from '../runtime/clock.ts';
import {
  create,
  createSeeded,
  DEPLOYMENT,
  deposit,
  FEE,
  type Given,
  KEYS,
  opened,
  openLedger,
  openTokens,
  rentOf,
  SYSTEM,
  TOKEN_RENT,
  transfer,
  wallet,
} from './shortfall.world.ts';
import { findLamportShortfall, findTokenShortfall } from './simulate.ts';

async function find(given: Given) {
  const { fault = 'AccountNotFound', logs = null, instructions = [] } = given;
  const ports = openLedger(given);
  const transaction = printTransaction(writeMessage(KEYS, instructions));
  const lacking = await findLamportShortfall(transaction, { fault, logs } as never, ports);
  return { lacking: lacking && [lacking.holds, lacking.needs], asked: ports.calls.length };
}

suite('lamports that a wallet lacks', () => {
  const short = (left: bigint, asked: bigint) => [
    `Program ${SYSTEM} invoke [1]`,
    `Transfer: insufficient lamports ${left}, need ${asked}`,
    `Program ${SYSTEM} failed: custom program error: 0x1`,
  ];
  const ofRent = (index: unknown) => ({ InsufficientFundsForRent: { account_index: index } });
  const cases: Readonly<Record<string, readonly [Given, readonly [bigint, bigint] | undefined]>> = {
    'are those of the fee, where it has none': [{}, [0n, FEE]],
    'are none where it has the fee': [{ holds: FEE }, undefined],
    'are one where it has one less': [{ holds: FEE - 1n }, [FEE - 1n, FEE]],
    'are those of the transfer where no fee is known': [
      { fee: null, instructions: [transfer(9)], holds: 8n },
      [8n, 9n],
    ],
    'are those of all transfers of its own': [
      { instructions: [transfer(7), transfer(8), transfer(100, 1)], holds: 1n },
      [1n, FEE + 15n],
    ],
    'are those of accounts that it makes': [
      { instructions: [create(20), create(500, 1), createSeeded(3)], holds: 1n },
      [1n, FEE + 23n],
    ],
    'are those of deposits': [
      { instructions: [deposit(14, 30), deposit(25, 4), deposit(14, 500, 1)], holds: 1n },
      [1n, FEE + 34n],
    ],
    'are the rents of token accounts that it opens': [
      { instructions: [openTokens(1)], holds: TOKEN_RENT },
      [TOKEN_RENT, FEE + TOKEN_RENT],
    ],
    'are the rents of token accounts that it opens by another instruction': [
      { instructions: [openTokens(0)], holds: 1n },
      [1n, FEE + TOKEN_RENT],
    ],
    'are no rents of accounts that are open': [
      { instructions: [openTokens(1)], holds: FEE, isOpen: true },
      undefined,
    ],
    'are its rent where it would keep less than that': [
      { fault: ofRent(0), instructions: [transfer(7)], holds: FEE + 7n },
      [FEE + 7n, FEE + 7n + rentOf(0)],
    ],
    'are no rent of it where it has too little for the rest': [
      { fault: ofRent(0n), instructions: [transfer(7)], holds: 6n },
      [6n, FEE + 7n],
    ],
    'are none where it keeps its rent': [{ fault: ofRent(0), holds: FEE + rentOf(0) }, undefined],
    'are what a program asked of it beyond the transfers that are seen': [
      { fault: 'Other', logs: short(90n, 200n), holds: FEE + 100n },
      [FEE + 100n, FEE + 210n],
    ],
    'are what is seen where that is more': [
      { fault: 'Other', logs: short(90n, 200n), instructions: [transfer(500)], holds: FEE + 100n },
      [FEE + 100n, FEE + 500n],
    ],
    'are those of its own where the log speaks of an account with more than it has': [
      { fault: 'Other', logs: short(101n, 200n), instructions: [transfer(50)], holds: FEE + 100n },
      undefined,
    ],
    'are counted by the log where it has all of that left': [
      { fault: 'Other', logs: short(100n, 101n), holds: FEE + 100n },
      [FEE + 100n, FEE + 101n],
    ],
    'may be lacked for the fee': [{ fault: 'InsufficientFundsForFee' }, [0n, FEE]],
  };
  for (const [name, [given, expected]] of Object.entries(cases)) {
    test(name, async () => {
      const { lacking, asked } = await find(given);
      assert.deepEqual(lacking, expected);
      assert.equal(asked, 2);
    });
  }

  test('are not asked for where another failure is told', async () => {
    for (const fault of ['AccountInUse', ofRent(1), { InstructionError: [0, 'Custom'] }, ofRent(undefined)]) {
      assert.deepEqual(await find({ fault, logs: ['Program log: no'] }), { lacking: undefined, asked: 0 });
    }
  });
});

suite('tokens that a wallet lacks', () => {
  const lack = (
    asset: 'SOL' | 'raSOL' | 'raUSDC',
    amount: bigint,
    held: bigint | undefined,
    owner = wallet,
  ) => {
    const data = Buffer.alloc(165);
    data.set(toAddressBytes(owner as Address), 32);
    data.writeBigUInt64LE(held ?? 0n, 64);
    const account = { lamports: 1n, owner: TOKEN_PROGRAM_ADDRESS, data: [data.toString('base64'), 'base64'] };
    const { ledger, calls } = createScriptedLedger([
      { getMultipleAccounts: () => ({ context: { slot: 1 }, value: [held === undefined ? null : account] }) },
    ]);
    const ports = { ledger, clock: SYSTEM_CLOCK, config: { deployment: DEPLOYMENT } };
    const found = findTokenShortfall(wallet as Address, { asset, amount }, ports);
    return { found, asked: () => (calls[0]?.params[0] as readonly string[] | undefined)?.[0] };
  };

  test('are those of the account that it spends from', async () => {
    const accounts = new Set();
    for (const asset of ['raSOL', 'raUSDC'] as const) {
      const lacking = { holder: 'wallet', asset, holds: 6n, needs: 7n };
      const { found, asked } = lack(asset, 7n, 6n);
      assert.deepEqual(await found, lacking);
      accounts.add(asked());
      assert.equal(await lack(asset, 7n, 7n).found, undefined);
      const nothing = { ...lacking, holds: 0n };
      assert.deepEqual(await lack(asset, 7n, undefined).found, nothing);
      assert.deepEqual(await lack(asset, 7n, 7n, opened).found, nothing, 'it was given away');
    }
    assert.equal(accounts.size, 2);
  });

  test('are none of SOL', async () => {
    const { found, asked } = lack('SOL', 7n, 0n);
    assert.equal(await found, undefined);
    assert.equal(asked(), undefined);
  });
});

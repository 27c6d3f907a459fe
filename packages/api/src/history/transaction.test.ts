import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountRole, type Address } from '@solana/kit';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import { VOLTR_VAULT_PROGRAM_ADDRESS as VAULT } from '@staking-agent/chain/vault';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import { MAINNET } from '../../test/native-build.ts';
import { locateAccounts, readEffects } from './transaction.ts';

const WALLET = 'So11111111111111111111111111111111111111112' as Address;
const OTHER = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;
const ACCOUNTS = locateAccounts(WALLET, MAINNET);
const { escrow, receipts, request } = ACCOUNTS;
const { rasolMint, rasolMaxMint, rausdcMint, usdcMint } = MAINNET;

type Tokens = {
  readonly account: Address;
  readonly mint: Address;
  readonly from: number;
  readonly to: number;
  /** The wallet's unless given, but for that of another. */
  readonly owner?: Address;
};

/** Returns the type of the only row of a transaction that empties the escrow of a request. */
function typeOf(...others: readonly Tokens[]) {
  return typeOfMove({ account: escrow, mint: rausdcMint, from: 100, to: 0, owner: request }, ...others);
}

function typeOfMove(...tokens: readonly Tokens[]) {
  const moves = listMoves(...tokens);
  for (const { in: gained, out } of moves) assert.deepEqual([gained.length, out[0]?.asset], [0, 'raUSDC']);
  assert.ok(moves.length <= 1);
  return moves[0]?.type;
}

function listMoves(...tokens: readonly Tokens[]) {
  const accounts = tokens.map(({ account }) => ({ address: account, role: AccountRole.WRITABLE }));
  const instructions = [{ programAddress: VAULT, accounts, data: Uint8Array.of() }];
  const message = { feePayer: WALLET, blockhash: OTHER as never, instructions };
  const bytes = Uint8Array.from([1, ...new Uint8Array(64), ...compileMessageWithTables(message, {})]);
  const transaction = Buffer.from(bytes).toString('base64');
  const keys = readTransaction(transaction).message.keys.map(encodeBase58);
  const balances = (side: 'from' | 'to') =>
    tokens.map(({ account, mint, owner = account === OTHER ? OTHER : WALLET, [side]: units }) => ({
      ...{ accountIndex: keys.indexOf(account), mint, owner },
      uiTokenAmount: { amount: String(units), decimals: 9 },
    }));
  const [preTokenBalances, postTokenBalances] = [balances('from'), balances('to')];
  const lamports = keys.map((_, at) => (at === 0 ? 9_000 : 1));
  const after = keys.map((_, at) => (at === 0 ? 4_000 : 1));
  const meta = {
    ...{
      err: null,
      fee: 5_000,
      preBalances: lamports,
      postBalances: after,
      preTokenBalances,
      postTokenBalances,
    },
    ...{ innerInstructions: [], loadedAddresses: null, logMessages: null },
  };
  const executed = { transaction, slot: 1n, blockTime: 1n, meta };
  return readEffects(executed, ACCOUNTS, MAINNET, new Set()).moves;
}

test('units that nobody has after a request was taken back are an exit; given away, or paid to another, a transfer', () => {
  const returned = { account: receipts['usdc-earn'], mint: rausdcMint, from: 1, to: 91 };
  assert.equal(typeOf(returned), 'exit');
  assert.equal(typeOf(), 'exit', 'a claim of a vault that has nothing pays nothing');
  assert.equal(typeOf(returned, { account: OTHER, mint: rausdcMint, from: 0, to: 5 }), 'transfer_out');
  assert.equal(typeOf({ account: OTHER, mint: usdcMint, from: 7, to: 107 }), 'transfer_out');
  assert.equal(typeOf({ ...returned, owner: OTHER }), 'transfer_out', 'to an account that was given away');
});

test('what comes to the account of a receipt that was given away, or leaves it, is nothing of the wallet', () => {
  const given = { account: receipts['usdc-earn'], mint: rausdcMint, owner: OTHER };
  assert.equal(typeOfMove({ ...given, from: 5, to: 95 }), undefined);
  assert.equal(typeOfMove({ ...given, from: 95, to: 5 }), undefined);
  assert.equal(typeOfMove({ ...given, from: 95, to: 5, owner: WALLET }), 'transfer_out');
});

test('a receipt that leaves two accounts of the wallet for another one is named once, with the sum', () => {
  const second = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address;
  const bought = { account: receipts['sol-leveraged-stake'], mint: rasolMaxMint, from: 0, to: 6 };
  const paid = { account: receipts['sol-liquid-stake'], mint: rasolMint, from: 5, to: 0 };
  const told = (from: number, to: number) =>
    listMoves(bought, paid, { account: second, mint: rasolMint, from, to }).map(
      ({ type, strategy, in: gained, out }) => [
        `${type} ${strategy}`,
        ...[...gained, ...out].map(({ asset, baseUnits }) => `${baseUnits} ${asset}`),
      ],
    );
  const exit = ['exit sol-liquid-stake', '6 raSOL Max', '5 raSOL'];
  const deposit = (...cost: string[]) => ['deposit sol-leveraged-stake', '6 raSOL Max', ...cost];
  assert.deepEqual(told(2, 0), [exit, deposit('7 raSOL')]);
  assert.deepEqual(told(0, 2), [exit, deposit('3 raSOL')], 'what went to the other account was not paid');
  assert.deepEqual(told(0, 9), [exit, ['transfer_in sol-leveraged-stake', '6 raSOL Max']]);
});

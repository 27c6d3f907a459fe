import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Blockhash, generateKeyPairSigner, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { encode, getBalance, SOL, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const BASE64 = { encoding: 'base64', commitment: 'confirmed' };
const UNKNOWN_BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;

async function createFixture(t: Parameters<typeof startTestSandbox>[0]) {
  const world = await startTestSandbox(t, FROZEN);
  const wallet = await world.createWallet();
  const destination = (await generateKeyPairSigner()).address;
  const pay = (amount: bigint) => [
    getTransferSolInstruction({ source: wallet, destination, amount: lamports(amount) }),
  ];
  const simulate = async (transaction: string, config: object = {}) =>
    world.call('simulateTransaction', [transaction, { ...BASE64, ...config }]);
  return { world, wallet, destination, pay, simulate };
}

describe('simulateTransaction', () => {
  test('tells balances, logs and accounts, and keeps nothing', async (t) => {
    const { world, wallet, destination, pay, simulate } = await createFixture(t);
    const transaction = encode(await world.sign(wallet, pay(SOL)));
    const { result } = await simulate(transaction, {
      accounts: { encoding: 'base64', addresses: [destination, wallet.address] },
      sigVerify: true,
      innerInstructions: true,
    });
    const { value } = result;
    assert.equal(value.err, null);
    assert.equal(value.fee, 5_000);
    assert.deepEqual(value.preBalances, [Number(100n * SOL), 0, 1]);
    assert.deepEqual(value.postBalances, [Number(99n * SOL) - 5_000, Number(SOL), 1]);
    assert.equal(value.accounts[0].lamports, Number(SOL));
    assert.equal(value.accounts[1].lamports, Number(99n * SOL) - 5_000);
    assert.equal(value.unitsConsumed, 150);
    assert.deepEqual(value.innerInstructions, []);
    assert.equal(value.replacementBlockhash, null);
    assert.ok(value.logs.includes('Program 11111111111111111111111111111111 success'));
    assert.equal(getBalance(world, destination), 0n);
    assert.equal(getBalance(world, wallet.address), 100n * SOL);
  });

  test('answers a failure as a normal result', async (t) => {
    const { world, wallet, pay, simulate } = await createFixture(t);
    const { result } = await simulate(encode(await world.sign(wallet, pay(500n * SOL))));
    assert.deepEqual(result.value.err, { InstructionError: [0, { Custom: 1 }] });
    assert.equal(result.value.fee, 5_000);
    assert.equal(result.value.accounts, null);
  });

  test('needs no signature unless asked, and replaces a dead blockhash when asked', async (t) => {
    const { world, wallet, pay, simulate } = await createFixture(t);
    const dead = Buffer.from(encode(await world.sign(wallet, pay(SOL), UNKNOWN_BLOCKHASH)), 'base64').fill(
      0,
      1,
      65,
    );
    const text = dead.toString('base64');
    assert.equal((await simulate(text)).result.value.err, 'BlockhashNotFound');
    const { value } = (await simulate(text, { replaceRecentBlockhash: true })).result;
    assert.equal(value.err, null);
    const latest = await world.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    assert.equal(value.replacementBlockhash.blockhash, latest.value.blockhash);
    assert.equal(value.replacementBlockhash.lastValidBlockHeight, Number(latest.value.lastValidBlockHeight));
    const signed = await simulate(text, { sigVerify: true });
    assert.deepEqual(signed.error, { code: -32003, message: 'Transaction signature verification failure' });
  });

  test('refuses what cannot be combined or printed', async (t) => {
    const { world, wallet, pay, simulate } = await createFixture(t);
    const text = encode(await world.sign(wallet, pay(SOL)));
    const cases = [
      [
        { sigVerify: true, replaceRecentBlockhash: true },
        'sigVerify may not be used with replaceRecentBlockhash',
      ],
      [{ accounts: { encoding: 'base58', addresses: [] } }, 'base58 encoding not supported'],
      [
        { accounts: { encoding: 'base64', addresses: Array.from({ length: 4 }, () => wallet.address) } },
        'Too many accounts provided; max 3',
      ],
      [{ accounts: { encoding: 'base64', addresses: ['abc'] } }, 'Invalid param: WrongSize'],
    ] as const;
    for (const [config, message] of cases) {
      assert.deepEqual((await simulate(text, config)).error, { code: -32602, message });
    }
    const { error } = await simulate(text, { minContextSlot: 2 ** 52 });
    assert.equal(error?.code, -32016);
  });
});

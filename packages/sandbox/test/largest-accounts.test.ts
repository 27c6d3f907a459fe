import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { getApproveInstruction, getRevokeInstruction } from '@solana-program/token';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import type { Json } from './send.ts';
import { DEPLOYMENT, SOL, startTestSandbox, type TestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

async function createHolder(world: TestSandbox, usdc: string) {
  const wallet = await world.createWallet();
  const { status } = await world.post('/sandbox/fund', { wallet: wallet.address, usdc });
  assert.equal(status, 200);
  return { wallet, account: await findAssociatedTokenAddress(wallet.address, DEPLOYMENT.usdcMint) };
}

describe('who holds what', () => {
  test('the largest accounts of a mint come most first, at most twenty', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const connection = new Connection(world.sandbox.url, 'confirmed');
    const mint = new PublicKey(DEPLOYMENT.usdcMint);
    const rich = await createHolder(world, '900000000.000001');
    const [first] = (await connection.getTokenLargestAccounts(mint)).value;
    assert.equal(first?.address.toBase58(), rich.account);
    assert.deepEqual(
      { ...first, address: undefined },
      {
        address: undefined,
        amount: '900000000000001',
        decimals: 6,
        uiAmount: 900000000.000001,
        uiAmountString: '900000000.000001',
      },
    );
    for (let index = 0; index < 20; index += 1) await createHolder(world, '5');
    const { value } = await world.rpc.getTokenLargestAccounts(DEPLOYMENT.usdcMint).send();
    assert.equal(value.length, 20);
    const amounts = value.map(({ amount }) => BigInt(amount));
    assert.deepEqual(
      amounts,
      amounts.toSorted((left, right) => Number(right - left)),
    );
    assert.equal(new Set(value.map(({ address }) => address)).size, 20);
  });

  test('a delegate’s token accounts are found while it is delegate', async (t) => {
    const world = await startTestSandbox(t);
    const { wallet, account } = await createHolder(world, '7');
    await createHolder(world, '8');
    const delegate = (await generateKeyPairSigner()).address;
    const find = async (filter: object) =>
      (
        await world.call('getTokenAccountsByDelegate', [delegate, filter, { encoding: 'jsonParsed' }])
      ).result.value.map(({ pubkey, account: { data } }: { pubkey: string; account: { data: Json } }) => [
        pubkey,
        data.parsed.info.delegate,
        data.parsed.info.delegatedAmount.amount,
      ]);
    assert.deepEqual(await find({ mint: DEPLOYMENT.usdcMint }), []);
    await world.send(wallet, [
      getApproveInstruction({ source: account, delegate, owner: wallet, amount: 3_000_000n }),
    ]);
    const expected = [[account, delegate, '3000000']];
    assert.deepEqual(await find({ mint: DEPLOYMENT.usdcMint }), expected);
    assert.deepEqual(await find({ programId: TOKEN_PROGRAM }), expected);
    assert.deepEqual(await find({ mint: DEPLOYMENT.rasolMint }), []);
    await world.send(wallet, [getRevokeInstruction({ source: account, owner: wallet })]);
    assert.deepEqual(await find({ programId: TOKEN_PROGRAM }), []);
  });

  test('the largest accounts of all come most first, and all of them circulate', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const connection = new Connection(world.sandbox.url, 'confirmed');
    const { value } = await connection.getLargestAccounts();
    assert.equal(value.length, 20);
    const lamports = value.map((account) => account.lamports);
    assert.deepEqual(
      lamports,
      lamports.toSorted((left, right) => right - left),
    );
    for (const { address, lamports } of value) assert.equal(await connection.getBalance(address), lamports);
    const whale = (await generateKeyPairSigner()).address;
    world.sandbox.ledger.fund(whale, 50_000_000n * SOL);
    const now = await connection.getLargestAccounts({ filter: 'circulating' });
    assert.ok(now.value.some(({ address }) => address.toBase58() === whale));
    assert.deepEqual((await connection.getLargestAccounts({ filter: 'nonCirculating' })).value, []);
  });

  test('refuses what is no mint, no filter and no address', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const nobody = (await generateKeyPairSigner()).address;
    const cases = [
      ['getTokenLargestAccounts', [], /at least 1 argument/],
      ['getTokenLargestAccounts', ['abc'], /WrongSize$/],
      ['getTokenLargestAccounts', [nobody], /^Invalid param: could not find mint$/],
      ['getTokenLargestAccounts', [DEPLOYMENT.voteAccount], /^Invalid param: not a Token mint$/],
      ['getTokenAccountsByDelegate', [nobody], /expected enum RpcTokenAccountsFilter/],
      ['getTokenAccountsByDelegate', [nobody, { mint: nobody }], /could not find mint$/],
      ['getTokenAccountsByDelegate', [nobody, { programId: nobody }], /unrecognized Token program id$/],
      ['getTokenAccountsByDelegate', ['0', { programId: TOKEN_PROGRAM }], /^Invalid param: Invalid$/],
      ['getLargestAccounts', [{ filter: 'all' }], /unknown variant `all`/],
      ['getLargestAccounts', [{ sortResults: 1 }], /expected a boolean/],
    ] as const;
    for (const [method, params, message] of cases) {
      const { error } = await world.call(method, params);
      assert.equal(error?.code, -32602, `${method} ${JSON.stringify(params)}`);
      assert.match(error?.message ?? '', message);
    }
  });
});

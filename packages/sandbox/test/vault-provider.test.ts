import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Address, getBase58Encoder } from '@solana/kit';
import { previewDeposit, redeemableValue } from '@staking-agent/chain/vault';
import { decodeTransaction } from '../src/vm/decoded-transaction.ts';
import { build, createBody, readVault, setVaultFault, signAndSend } from './ask-vault.ts';
import { send } from './send.ts';
import { startVaultSandbox, USDC, type VaultSandbox } from './start-vault-sandbox.ts';

const VAULT_PROGRAM = 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const NOBODY = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';

function read(transaction: string) {
  return decodeTransaction(Uint8Array.from(getBase58Encoder().encode(transaction)));
}

function listPrograms(transaction: string): (string | undefined)[] {
  const { message } = read(transaction);
  return message.instructions.map(({ programAddressIndex }) => message.staticAccounts[programAddressIndex]);
}

async function assertLands(
  world: VaultSandbox,
  wallet: Parameters<typeof signAndSend>[1],
  transaction: string,
) {
  const { result, error } = await signAndSend(world.sandbox, wallet, transaction);
  assert.ok(result, JSON.stringify(error));
  world.ledger.advanceSlots(1);
}

describe('the vault provider builds', () => {
  test('a deposit and an exit from idle funds that land to the last base unit', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(1_000n * USDC);
    const { asset, lp } = await world.findAccounts(wallet.address);
    const [amount, now] = [321_654_987n, world.now()];
    const state = world.state();
    const expected = previewDeposit(state, { amount, assetDecimals: 6, now, operationalState: 0x1fff });
    assert.ok(expected.ok);

    const deposit = await build(world.sandbox, 'deposit', createBody(wallet.address, amount));
    assert.equal(deposit.status, 200, deposit.text);
    assert.deepEqual(Object.keys(deposit.body), ['success', 'transaction']);
    const { transaction, feePayer } = read(deposit.body.transaction);
    assert.equal(feePayer, wallet.address);
    assert.deepEqual(Object.keys(transaction.signatures), [wallet.address]);
    await assertLands(world, wallet, deposit.body.transaction);
    assert.equal(world.tokens(lp), expected.lpMinted);
    assert.equal(world.tokens(asset), 1_000n * USDC - amount);

    const part = createBody(wallet.address, 100_000_001n, { isWithdrawAll: false });
    const exit = await build(world.sandbox, 'direct-withdraw', part);
    await assertLands(world, wallet, exit.body.transaction);
    assert.equal(world.tokens(asset), 1_000n * USDC - amount + 100_000_001n);

    const rest = redeemableValue(world.state(), world.tokens(lp), world.now());
    assert.ok(rest.ok);
    const all = await build(
      world.sandbox,
      'direct-withdraw',
      createBody(wallet.address, 0n, { isWithdrawAll: true }),
    );
    await assertLands(world, wallet, all.body.transaction);
    assert.equal(world.tokens(lp), 0n);
    assert.equal(world.tokens(asset), 1_000n * USDC - amount + 100_000_001n + rest.asset);
  });

  test('an exit from the strategy where idle funds do not suffice', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(2_000_000n * USDC);
    const { asset } = await world.findAccounts(wallet.address);
    const deposit = await build(world.sandbox, 'deposit', createBody(wallet.address, 2_000_000n * USDC));
    await assertLands(world, wallet, deposit.body.transaction);
    world.ledger.advanceEpochs(1);
    const [idle, lent] = [world.idle(), world.lent()];
    const amount = idle + 1n;
    const exit = await build(
      world.sandbox,
      'direct-withdraw',
      createBody(wallet.address, amount, { isWithdrawAll: false }),
    );
    await assertLands(world, wallet, exit.body.transaction);
    assert.equal(world.tokens(asset), amount);
    assert.equal(world.idle(), idle);
    assert.equal(world.lent(), lent - amount);
  });

  test('a request, its cancellation and its payment', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(1_000n * USDC);
    const { asset, lp } = await world.findAccounts(wallet.address);
    const run = async (operation: string, body: object) => {
      const { status, text, body: answer } = await build(world.sandbox, operation, body);
      assert.equal(status, 200, text);
      await assertLands(world, wallet, answer.transaction);
    };
    const pending = async () =>
      (await readVault(world.sandbox, `/user/${wallet.address}/pending-withdrawal`)).body.data;
    await run('deposit', createBody(wallet.address, 1_000n * USDC));
    const held = world.tokens(lp);
    assert.equal(await pending(), null);
    await run('request-withdrawal', createBody(wallet.address, 10n ** 9n));
    assert.equal((await pending()).amountAtPresent, 1_031_200);
    // The slot that has closed since may have taken the clock to the next second.
    assert.ok(Number(world.now()) - (await pending()).withdrawableFromTs <= 1);
    await run('cancel-withdrawal', { userPubkey: wallet.address });
    assert.ok(held - world.tokens(lp) <= 1n);
    await run('request-withdrawal', createBody(wallet.address, 0n, { isWithdrawAll: true }));
    await run('withdraw', { userPubkey: wallet.address });
    assert.equal(world.tokens(lp), 0n);
    assert.ok(world.tokens(asset) >= 1_000n * USDC - 2n);
  });

  test('with a note of the referer, and in base64 when told so', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(10n * USDC);
    const body = createBody(wallet.address, USDC);
    const noted = await build(world.sandbox, 'deposit', body, { referer: 'https://wallet.example' });
    assert.equal(listPrograms(noted.body.transaction).at(-1), MEMO_PROGRAM);
    await assertLands(world, wallet, noted.body.transaction);
    await setVaultFault(world.sandbox, { mode: 'base64' });
    const other = await build(world.sandbox, 'deposit', body);
    const bytes = Uint8Array.from(Buffer.from(other.body.transaction, 'base64'));
    assert.equal(decodeTransaction(bytes).feePayer, wallet.address);
  });
});

describe('the vault provider tells', () => {
  test('what the ledger has, and a history that ends there', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(500n * USDC);
    const deposit = await build(world.sandbox, 'deposit', createBody(wallet.address, 500n * USDC));
    await assertLands(world, wallet, deposit.body.transaction);
    world.ledger.advanceEpochs(2);
    const { vault } = (await readVault(world.sandbox, '')).body;
    const state = world.state();
    assert.equal(vault.pubkey, world.vaultSeed.vault);
    assert.equal(vault.totalValue, Number(state.totalValue));
    assert.equal(vault.token.mint, world.vaultSeed.assetMint);
    assert.equal(vault.allocations[0].positionValue, Number(world.lent()));
    assert.deepEqual(vault.apy, { oneDay: 5.6002, sevenDays: 5.6002, thirtyDays: 5.6002, allTime: 5.6002 });
    const { dateLabels, apyData, tvlData, lpData } = vault.dailyStats;
    assert.equal(dateLabels.at(-1), new Date(Number(world.now()) * 1000).toISOString().slice(0, 10));
    assert.equal(tvlData.at(-1), Number(state.totalValue));
    assert.equal(lpData.at(-1), Number(state.lpMintSupply));
    for (const series of [dateLabels, apyData, tvlData]) assert.equal(series.length, lpData.length);
    const yearly = (tvlData.at(-1) / tvlData.at(-366)) * 100 - 100;
    assert.ok(Math.abs(yearly - 5.6) < 0.01, `${yearly}`);

    const price = (await readVault(world.sandbox, '/share-price')).body.data;
    const shares = state.lpMintSupply + state.deadWeight;
    assert.ok(Math.abs(price.sharePrice - (Number(state.totalValue) / Number(shares)) * 1000) < 1e-12);
    const earlier = (await readVault(world.sandbox, `/share-price?ts=${world.now() - 86_400n}`)).body.data;
    assert.ok(earlier.sharePrice < price.sharePrice);
    const { userAssetAmount } = (await readVault(world.sandbox, `/user/${wallet.address}/balance`)).body.data;
    const { lp } = await world.findAccounts(wallet.address);
    const worth = redeemableValue(state, world.tokens(lp), world.now());
    assert.equal(worth.ok && Number(worth.asset), userAssetAmount);
    assert.equal((await readVault(world.sandbox, `/user/${NOBODY}/balance`)).body.data.userAssetAmount, 0);
    assert.equal(
      (await readVault(world.sandbox, '/lp-supply')).body.data.lpSupply,
      Number(state.lpMintSupply),
    );
    assert.equal((await readVault(world.sandbox, '/apy')).body.data.sevenDays, 5.6002);
    const simulated = (await readVault(world.sandbox, '/simulate-withdraw?amount=1000000000')).body.data;
    assert.equal(simulated.estimatedAssetAmount, Math.floor(price.sharePrice * 1e6));
    assert.ok(
      (await readVault(world.sandbox, '/simulate-deposit?amount=1000000')).body.data.estimatedLpAmount > 0,
    );
    const list = (await send(`${world.sandbox.vaultUrl}/vaults`, 'GET')).body;
    assert.equal(list.vaults[0].tvl, Number(state.totalValue));
  });

  test('what it has been asked, and where it is', async (t) => {
    const world = await startVaultSandbox(t);
    const body = createBody(NOBODY as Address, 5n);
    await build(world.sandbox, 'deposit', body);
    await build(world.sandbox, 'deposit', { ...body, lamportAmount: 'x' });
    await readVault(world.sandbox, '/share-price');
    const told = (await send(`${world.sandbox.url}/sandbox`, 'GET')).body;
    assert.equal(told.vaultUrl, world.sandbox.vaultUrl);
    assert.deepEqual(told.requests.vault.counts, { deposit: 2, 'share-price': 1 });
    assert.equal(told.requests.vault.lastQueries.deposit.lamportAmount, 'x');
    assert.equal(told.vault.program, VAULT_PROGRAM);
    assert.equal(told.vault.totalValue, '8000000000000');
    assert.equal(told.vault.idle, '4000000');
    assert.equal(told.vault.usdcPerLp, '1031200');
  });
});

describe('the vault provider refuses', () => {
  const fine = createBody(NOBODY as Address, 5n, { isWithdrawAll: false });
  const refusals: readonly (readonly [operation: string, body: unknown, RegExp])[] = [
    ['deposit', {}, /^Missing required field: userPubkey$/],
    ['deposit', { userPubkey: NOBODY }, /^Missing required field: lamportAmount$/],
    ['deposit', { ...fine, userPubkey: 'wallet' }, /^Invalid public key: userPubkey$/],
    ['deposit', { ...fine, userPubkey: 5 }, /^Invalid public key: userPubkey$/],
    ['deposit', { ...fine, lamportAmount: '0' }, /above zero/],
    ['deposit', { ...fine, lamportAmount: 5 }, /^Invalid amount: lamportAmount/],
    ['deposit', { ...fine, lamportAmount: '1.5' }, /^Invalid amount/],
    ['deposit', { ...fine, lamportAmount: '-5' }, /^Invalid amount/],
    ['deposit', { ...fine, lamportAmount: '18446744073709551616' }, /^Invalid amount/],
    ['deposit', { ...fine, assetMint: NOBODY }, /^Invalid assetMint: the vault's is EPjF/],
    ['deposit', { ...fine, assetTokenProgram: NOBODY }, /^Invalid assetTokenProgram/],
    ['deposit', '[]', /^Request body must be a JSON object$/],
    ['direct-withdraw', { ...fine, isWithdrawAll: undefined }, /^Missing required field: isWithdrawAll$/],
    ['direct-withdraw', { ...fine, isWithdrawAll: 'true' }, /^Invalid field: isWithdrawAll/],
    ['direct-withdraw', { ...fine, lamportAmount: '0' }, /above zero/],
    ['direct-withdraw', { ...fine, lamportAmount: '8000000000000' }, /^Insufficient liquidity/],
    ['request-withdrawal', { ...fine, isAmountInLp: 1 }, /^Invalid field: isAmountInLp/],
    ['request-withdrawal', { ...fine, lamportAmount: '0' }, /above zero/],
    ['withdraw', {}, /^Missing required field: userPubkey$/],
    ['cancel-withdrawal', { userPubkey: '' }, /^Invalid public key: userPubkey$/],
  ];

  test('what does not fit, saying why', async (t) => {
    const { sandbox } = await startVaultSandbox(t);
    for (const [operation, body, expected] of refusals) {
      const { status, body: answer, text } = await build(sandbox, operation, body);
      assert.equal(status, 400, text);
      assert.deepEqual(Object.keys(answer), ['success', 'error']);
      assert.equal(answer.success, false);
      assert.match(answer.error, expected);
    }
    const broken = await build(sandbox, 'deposit', '{');
    assert.deepEqual([broken.status, broken.body.success], [400, false]);
    for (const [vault, status] of [
      [NOBODY, 404],
      ['vault', 400],
    ] as const) {
      assert.equal((await build(sandbox, 'deposit', fine, { vault })).status, status);
    }
    assert.equal((await build(sandbox, 'instant-withdraw', fine)).status, 404);
    for (const path of [
      '/user/wallet/balance',
      '/simulate-deposit',
      '/simulate-deposit?amount=0',
      '/share-price?ts=x',
    ]) {
      assert.equal((await readVault(sandbox, path)).status, 400, path);
    }
    assert.equal((await readVault(sandbox, '/share-price?ts=99999999999')).status, 400);
    assert.equal((await readVault(sandbox, '/nothing')).status, 404);
  });

  test('nothing that the program would: that shows when the transaction is sent', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(10n * USDC);
    for (const [operation, body, message] of [
      ['deposit', createBody(wallet.address, 11n * USDC), /custom program error: 0x1$/],
      ['deposit', createBody(wallet.address, 10n ** 14n), /custom program error: 0x1776$/],
      [
        'direct-withdraw',
        createBody(wallet.address, 5n, { isWithdrawAll: false }),
        /custom program error: 0x1$/,
      ],
      ['withdraw', { userPubkey: wallet.address }, /custom program error: 0xbbf$/],
      ['cancel-withdrawal', { userPubkey: wallet.address }, /custom program error: 0xbbf$/],
    ] as const) {
      const answer = await build(world.sandbox, operation, body);
      assert.equal(answer.status, 200, answer.text);
      const { error } = await signAndSend(world.sandbox, wallet, answer.body.transaction);
      assert.match(error.message, message);
    }
  });
});

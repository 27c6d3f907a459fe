import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Address, getBase58Encoder } from '@solana/kit';
import { decodeTransaction } from '../src/vm/transaction.ts';
import { build, createBody, readVault, setVaultFault, signAndSend } from './ask-vault.ts';
import { send } from './send.ts';
import { startVaultSandbox, USDC, type VaultSandbox } from './start-vault-sandbox.ts';
import { deposit } from './vault-steps.ts';

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

/** Makes a wallet that has paid everything it had into the vault. */
async function createHolder(world: VaultSandbox, amount: bigint) {
  const wallet = await world.createDepositor(amount);
  const { err } = await world.send(wallet, [await deposit(world, wallet.address, amount)]);
  assert.equal(err, null);
  return { wallet, ...(await world.findAccounts(wallet.address)) };
}

function exit(world: VaultSandbox, wallet: Address, amount: bigint, isWithdrawAll = false) {
  return build(world.sandbox, 'direct-withdraw', createBody(wallet, amount, { isWithdrawAll }));
}

/* What it builds lands: e2e/adversarial/malicious-harm.test.ts, e2e/flows/usdc-provider.test.ts. */
describe('the vault provider builds', () => {
  test('with a note of the referer, and in base64 when told so', async (t) => {
    const world = await startVaultSandbox(t);
    const { wallet } = await createHolder(world, 10n * USDC);
    const body = createBody(wallet.address, USDC, { isWithdrawAll: false });
    const noted = await build(world.sandbox, 'direct-withdraw', body, { referer: 'https://wallet.example' });
    assert.equal(listPrograms(noted.body.transaction).at(-1), MEMO_PROGRAM);
    await assertLands(world, wallet, noted.body.transaction);
    await setVaultFault(world.sandbox, { mode: 'base64' });
    const other = await build(world.sandbox, 'direct-withdraw', body);
    const bytes = Uint8Array.from(Buffer.from(other.body.transaction, 'base64'));
    assert.equal(decodeTransaction(bytes).feePayer, wallet.address);
  });
});

describe('the vault provider tells', () => {
  test('what the ledger has, and a history that ends there', async (t) => {
    const world = await startVaultSandbox(t);
    await createHolder(world, 500n * USDC);
    world.ledger.advanceEpochs(2);
    const { vault } = (await readVault(world.sandbox, '')).body;
    const state = world.state();
    assert.equal(vault.pubkey, world.vaultSeed.vault);
    assert.equal(vault.totalValue, Number(state.totalValue));
    assert.deepEqual(vault.apy, { oneDay: 5.6002, sevenDays: 5.6002, thirtyDays: 5.6002, allTime: 5.6002 });
    const { dateLabels, apyData } = vault.dailyStats;
    assert.equal(dateLabels.at(-1), new Date(Number(world.now()) * 1000).toISOString().slice(0, 10));
    assert.deepEqual([...new Set(apyData)], [5.6002]);
    assert.deepEqual([dateLabels.length, apyData.length], [400, 400]);
  });

  test('what it has been asked, and where it is', async (t) => {
    const world = await startVaultSandbox(t);
    const body = createBody(NOBODY as Address, 5n);
    await build(world.sandbox, 'direct-withdraw', body);
    await build(world.sandbox, 'direct-withdraw', { ...body, lamportAmount: 'x' });
    await readVault(world.sandbox, '');
    const told = (await send(`${world.sandbox.url}/sandbox`, 'GET')).body;
    assert.equal(told.vaultUrl, world.sandbox.vaultUrl);
    assert.deepEqual(told.requests.vault.counts, { 'direct-withdraw': 2, vault: 1 });
    assert.equal(told.requests.vault.lastQueries['direct-withdraw'].lamportAmount, 'x');
    assert.equal(told.vault.programAddress, VAULT_PROGRAM);
    assert.equal(told.vault.totalValue, '8000000000000');
    assert.equal(told.vault.idle, '4000000');
    assert.equal(told.vault.usdcPerLp, '1031200');
  });
});

describe('the vault provider refuses', () => {
  const fine = createBody(NOBODY as Address, 5n, { isWithdrawAll: false });
  const refusals: readonly (readonly [body: unknown, RegExp])[] = [
    [{}, /^Missing required field: userPubkey$/],
    [{ userPubkey: NOBODY, isWithdrawAll: false }, /^Missing required field: lamportAmount$/],
    [{ ...fine, userPubkey: 'wallet' }, /^Invalid public key: userPubkey$/],
    [{ ...fine, userPubkey: 5 }, /^Invalid public key: userPubkey$/],
    [{ ...fine, lamportAmount: '0' }, /above zero/],
    [{ ...fine, lamportAmount: 5 }, /^Invalid amount: lamportAmount/],
    [{ ...fine, lamportAmount: '1.5' }, /^Invalid amount/],
    [{ ...fine, lamportAmount: '-5' }, /^Invalid amount/],
    [{ ...fine, lamportAmount: '18446744073709551616' }, /^Invalid amount/],
    [{ ...fine, assetMint: NOBODY }, /^Invalid assetMint: the vault's is EPjF/],
    [{ ...fine, assetTokenProgram: NOBODY }, /^Invalid assetTokenProgram/],
    ['[]', /^Request body must be a JSON object$/],
    [{ ...fine, isWithdrawAll: undefined }, /^Missing required field: isWithdrawAll$/],
    [{ ...fine, isWithdrawAll: 'true' }, /^Invalid field: isWithdrawAll/],
    [{ ...fine, lamportAmount: '8000000000000' }, /^Insufficient liquidity/],
  ];

  test('what does not fit, saying why', async (t) => {
    const { sandbox } = await startVaultSandbox(t);
    for (const [body, expected] of refusals) {
      const { status, body: answer, text } = await build(sandbox, 'direct-withdraw', body);
      assert.equal(status, 400, text);
      assert.deepEqual(Object.keys(answer), ['success', 'error']);
      assert.equal(answer.success, false);
      assert.match(answer.error, expected);
    }
    const broken = await build(sandbox, 'direct-withdraw', '{');
    assert.deepEqual([broken.status, broken.body.success], [400, false]);
    for (const [vault, status] of [
      [NOBODY, 404],
      ['vault', 400],
    ] as const) {
      assert.equal((await build(sandbox, 'direct-withdraw', fine, { vault })).status, status);
    }
    assert.equal((await build(sandbox, 'instant-withdraw', fine)).status, 404);
    assert.equal((await readVault(sandbox, '/nothing')).status, 404);
  });

  test('nothing that the program would: that shows when the transaction is sent', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(10n * USDC);
    const answer = await exit(world, wallet.address, 5n);
    assert.equal(answer.status, 200, answer.text);
    const { error } = await signAndSend(world.sandbox, wallet, answer.body.transaction);
    assert.match(error.message, /custom program error: 0x1$/);
  });
});

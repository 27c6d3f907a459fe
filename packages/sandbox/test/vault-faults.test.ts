import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getBase58Encoder } from '@solana/kit';
import { giveBelongings } from '../malicious/give-belongings.ts';
import { STRANGER } from '../malicious/scene.ts';
import { VAULT_MALICIOUS_VARIANTS } from '../malicious/vault.ts';
import { decodeTransaction } from '../src/vm/transaction.ts';
import { build, createBody, readVault, setVaultFault, signAndSend } from './ask-vault.ts';
import { shareWorld } from './share-world.ts';
import { startVaultSandbox, USDC } from './start-vault-sandbox.ts';
import { deposit } from './vault-steps.ts';

/** Harms that a transaction of the vault has no place for: it swaps nothing and makes no stake account. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'zero-order',
  'minimum-zero',
  'no-deactivate',
  'stranger-validator',
]);

describe('faults of the vault provider', () => {
  test('can be narrowed to an operation, to builds or to reads', async (t) => {
    const { sandbox } = await startVaultSandbox(t);
    const wallet = STRANGER;
    const exit = () => build(sandbox, 'direct-withdraw', createBody(wallet, 1n, { isWithdrawAll: false }));
    await setVaultFault(sandbox, { mode: '500', method: 'direct-withdraw' });
    assert.deepEqual([(await exit()).status, (await readVault(sandbox, '')).status], [500, 200]);
    await setVaultFault(sandbox, { mode: '500', method: 'build' });
    assert.deepEqual([(await exit()).status, (await readVault(sandbox, '')).status], [500, 200]);
    await setVaultFault(sandbox, { mode: '500', method: 'read' });
    assert.deepEqual([(await exit()).status, (await readVault(sandbox, '')).status], [200, 500]);
  });
});

describe('a malicious vault provider', () => {
  const getScene = shareWorld(async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(100n * USDC);
    await world.send(wallet, [await deposit(world, wallet.address, 50n * USDC)]);
    await giveBelongings(world.ledger, wallet.address);
    const body = createBody(wallet.address, USDC, { isWithdrawAll: false });
    const honest = await build(world.sandbox, 'direct-withdraw', body);
    return { world, body, honest };
  });
  for (const variant of VAULT_MALICIOUS_VARIANTS.filter((each) => !NOT_HERE.has(each))) {
    test(`${variant} changes the transaction, not the answer`, async () => {
      const { world, body, honest } = getScene();
      await setVaultFault(world.sandbox, { mode: 'malicious', variant });
      const evil = await build(world.sandbox, 'direct-withdraw', body);
      assert.equal(evil.status, 200, evil.text);
      assert.deepEqual(Object.keys(evil.body), Object.keys(honest.body));
      const [before, after] = [honest, evil].map((answer) =>
        decodeTransaction(Uint8Array.from(getBase58Encoder().encode(answer.body.transaction))),
      );
      assert.notDeepEqual(after?.message.instructions, before?.message.instructions);
      if (variant === 'payer') assert.equal(after?.feePayer, STRANGER);
    });
  }

  test('drains a wallet that signs without looking', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(100n * USDC);
    const { asset } = await world.findAccounts(wallet.address);
    await world.send(wallet, [await deposit(world, wallet.address, 10n * USDC)]);
    await setVaultFault(world.sandbox, { mode: 'malicious', variant: 'drain-token' });
    const asked = createBody(wallet.address, USDC, { isWithdrawAll: false });
    const { body } = await build(world.sandbox, 'direct-withdraw', asked);
    const { result, error } = await signAndSend(world.sandbox, wallet, body.transaction);
    assert.ok(result, JSON.stringify(error));
    assert.equal(world.tokens(asset), 46n * USDC);
    assert.equal(world.tokens((await world.findAccounts(STRANGER)).asset), 45n * USDC);
  });
});

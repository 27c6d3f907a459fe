import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createWallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { startCounted } from '../lying-node.ts';
import { createFundedWallet, setLedgerFault, startWorld } from '../world.ts';

const NATIVE = { strategy: 'sol-native-stake' };
const INCLUDE = ['receipt', 'explanation'];

const world = await startWorld({ after });
const wallet = await createFundedWallet(world, '20');
const owner = createOwner(world, wallet);

describe('what a build tells beside itself when it is asked', () => {
  test('only what is asked for is told', async () => {
    const tell = async (include: readonly string[]) =>
      Object.keys((await owner.build('/stake', { ...NATIVE, amount: '1', include })).body);
    assert.ok(!(await tell(['receipt'])).includes('explanation'));
    assert.ok(!(await tell(['explanation'])).includes('receipt'));
    const plain = await owner.build('/stake', { ...NATIVE, amount: '1' });
    assert.deepEqual(await tell([]), Object.keys(plain.body));
    assert.ok(!('receipt' in plain.body) && !('explanation' in plain.body));
  });

  test('a build that is repeated by its key tells the same, and one that is asked for more is another', async () => {
    const key = { 'idempotency-key': 'receipts-1' };
    const ask = (include: readonly string[]) =>
      world.post('/stake', { ...NATIVE, wallet: wallet.address, amount: '1', include }, key);
    const first = await ask(INCLUDE);
    assert.equal(first.status, 200, first.text);
    assert.equal((await ask(INCLUDE)).text, first.text);
    assertProblem(await ask(['receipt']), { slug: 'idempotency_mismatch' });
  });

  test('a receipt whose ledger is away is no receipt without warnings', async () => {
    const ask = (include: readonly string[]) => owner.build('/stake', { ...NATIVE, amount: '1', include });
    await setLedgerFault(world, { mode: '500' });
    try {
      assertProblem(await ask(['receipt']), { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
      assert.equal((await ask(['explanation'])).status, 200);
    } finally {
      await setLedgerFault(world, { mode: 'none' });
    }
  });

  test('the ledger is asked about the wallet for a receipt and not without', async (t) => {
    const counted = await startCounted(t, world);
    const { address } = await createWallet();
    const ask = async (include: readonly string[]) => {
      const built = await counted.post('/stake', { ...NATIVE, wallet: address, amount: '1', include });
      assert.equal(built.status, 200, built.text);
      return counted.calls.filter((call) => call.includes(address)).length;
    };
    assert.equal(await ask([]), 0);
    assert.equal(await ask(['explanation']), 0);
    assert.equal(await ask(['receipt']), 1);
  });
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Base64EncodedWireTransaction, getBase58Decoder } from '@solana/kit';
import { assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { passSlots } from '../pass-slots.ts';
import { type Habit, makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, setLedgerFault, startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 40 });
const ledger = createLedgerClient(world);

type Build = Answer['body'];

const readSignature = (signed: string) =>
  getBase58Decoder().decode(Buffer.from(signed, 'base64').subarray(1, 65));

async function build({ address }: SandboxWallet): Promise<Build> {
  const answer = await world.post('/stake', { strategy: 'usdc-earn', wallet: address, amount: '2' });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function sendDirectly(signed: string): Promise<void> {
  const bytes = signed as Base64EncodedWireTransaction;
  await ledger.rpc.sendTransaction(bytes, { encoding: 'base64', skipPreflight: true }).send();
  await assertLanded(signed);
}

/** Waits for its block: accounts show a transaction while its block is open, which no status tells of yet. */
async function assertLanded(signed: string): Promise<void> {
  assert.equal(await ledger.outcome(readSignature(signed)), null);
}

const broadcast = (signed_tx: string, { transaction, service_token }: Build) =>
  world.post('/broadcast', { signed_tx, service_token, built_transaction: transaction });

/** Broadcasts what no node takes, and lets it die. */
async function loseUntilDead(t: { after(stop: () => Promise<void>): void }, signed: string, built: Build) {
  t.after(() => setLedgerFault(world, { mode: 'none' }));
  await setLedgerFault(world, { mode: '500', method: 'sendTransaction' });
  assertProblem(await broadcast(signed, built), { slug: 'upstream_error', outcome: 'unknown' });
  await passSlots(world, 200);
  await setLedgerFault(world, { mode: 'none' });
}

/** What is said of a signature once it is dead: by a broadcast of the same bytes, and by its status. */
async function askOfDead(signed: string, built: Build) {
  const said = await until('its end is known', async () => {
    const answer = await broadcast(signed, built);
    return answer.body.code !== 'OUTCOME_UNKNOWN' && answer;
  });
  const query = `lastValidBlockHeight=${built.expiry.lastValidBlockHeight}`;
  const status = await until('its end is known', async () => {
    const answer = await world.get(`/transactions/${readSignature(signed)}?${query}`);
    assert.equal(answer.status, 200, answer.text);
    const { status, otherForm } = answer.body;
    return (status === 'expired' || otherForm !== undefined) && answer.body;
  });
  return { said, status };
}

describe('a dead transaction', () => {
  test('is called so where nothing else of its build landed', async (t) => {
    const wallet = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
    // Another build of the same, broadcast here: it is no form of this one.
    const other = await build(wallet);
    const another = await wallet.sign(other.transaction);
    assert.equal((await broadcast(another, other)).status, 200);
    await assertLanded(another);
    const built = await build(wallet);
    const signed = await wallet.sign(built.transaction);
    await loseUntilDead(t, signed, built);
    const { said, status } = await askOfDead(signed, built);
    assertProblem(said, { slug: 'upstream_error', code: 'BLOCKHASH_EXPIRED', outcome: 'expired' });
    assert.deepEqual([status.status, status.isFinal, status.otherForm], ['expired', true, undefined]);
  });

  const edits: readonly [Habit, string, string][] = [
    ['android', 'OTHER_FORM_LANDED', 'landed'],
    ['restamp', 'OTHER_FORM_LANDED', 'landed'],
    ['phantom', 'OTHER_FORM_LANDED', 'landed'],
  ];
  for (const [habit, code, outcome] of edits) {
    test(`is not called so beside an edit of its build that landed past the service: ${habit}`, async (t) => {
      const wallet = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
      const built = await build(wallet);
      const signed = await wallet.sign(built.transaction);
      world.sandbox.ledger.advanceSlots(3);
      const edited = await wallet.sign(built.transaction, habit);
      await sendDirectly(edited);
      await loseUntilDead(t, signed, built);
      const { said, status } = await askOfDead(signed, built);
      assertProblem(said, { slug: 'forbidden', code, detail: new RegExp(readSignature(edited)) });
      assert.notEqual(said.body.outcome, 'expired');
      assert.deepEqual(
        [status.status, status.isFinal, status.otherForm],
        ['unknown', false, { signature: readSignature(edited), outcome }],
      );
    });
  }

  test('is not called so beside an edit that was sent here, for which it was refused', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
    const built = await build(wallet);
    const signed = await wallet.sign(built.transaction);
    const edited = await wallet.sign(built.transaction, 'android');
    assert.equal((await broadcast(edited, built)).status, 200);
    await assertLanded(edited);
    const refused = await broadcast(signed, built);
    assert.match(refused.body.code, /^OTHER_FORM_(SENT|LANDED)$/, refused.text);
    await passSlots(world, 200);
    const { status } = await askOfDead(signed, built);
    assert.deepEqual(
      [status.status, status.isFinal, status.otherForm],
      ['unknown', false, { signature: readSignature(edited), outcome: 'landed' }],
    );
  });

  test('is not called so beside an edit that was sent here once it was dead', async (t) => {
    const wallet = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
    const built = await build(wallet);
    const signed = await wallet.sign(built.transaction);
    await loseUntilDead(t, signed, built);
    const edited = await wallet.sign(built.transaction, 'restamp');
    await until('the first is dead', async () => (await broadcast(edited, built)).status === 200);
    await assertLanded(edited);
    // Until its block is confirmed, another one may take its place.
    const status = await until('it is confirmed', async () => {
      const { status } = await askOfDead(signed, built);
      return status.otherForm?.outcome === 'landed' && status;
    });
    assert.deepEqual(
      [status.status, status.otherForm],
      ['unknown', { signature: readSignature(edited), outcome: 'landed' }],
    );
  });

  test('is not called so beside what a refresh made of it, sent or not, here or past the service', async (t) => {
    const wallet = await makeSandboxWallet(world, { sol: '5', usdc: '100' });
    const built = await build(wallet);
    const signed = await wallet.sign(built.transaction);
    await loseUntilDead(t, signed, built);
    const { transaction, service_token } = built;
    const next = await until('it can be refreshed', async () => {
      const answer = await world.post('/refresh', { transaction, service_token });
      return answer.status === 200 && answer.body;
    });
    const unsent = await askOfDead(signed, built);
    assertProblem(unsent.said, { slug: 'forbidden', code: 'BUILD_REPLACED' });
    assert.deepEqual(unsent.status.otherForm, { signature: null, outcome: 'unknown' });
    world.sandbox.ledger.advanceSlots(3);
    const renewed = await wallet.sign(next.transaction, 'android');
    await sendDirectly(renewed);
    const told = { signature: readSignature(renewed), outcome: 'landed' };
    const sent = await until('it is told', async () => {
      const { status } = await askOfDead(signed, built);
      return status.otherForm.signature !== null && status;
    });
    assert.deepEqual([sent.status, sent.otherForm], ['unknown', told]);
  });
});

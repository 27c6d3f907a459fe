import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import {
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type V1TransactionConfig,
} from '@solana/kit';
import { BroadcastAnswer, TransactionAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { type ChangedRouter, startChangedRouter } from '../changed-router.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, createCleanup, DEPLOYMENT, send, startWorld, type World } from '../world.ts';

const LIQUID = { strategy: 'sol-liquid-stake' };
const FIRST_BYTE = 0x81;

describe('a transaction of version 1 that somebody else made', () => {
  const cleanup = createCleanup();
  const t = cleanup;
  let world: World;
  let ledger: ReturnType<typeof createLedgerClient>;
  let router: ChangedRouter;
  let base: string;
  let wallet: SandboxWallet;

  before(async () => {
    world = await startWorld(t, {}, {}, { slotMilliseconds: 40 });
    ledger = createLedgerClient(world);
    router = await startChangedRouter(t, world.sandbox.url);
    wallet = await makeSandboxWallet(world, { sol: '50' });
    base = `${(await startReplica(t, world.sandbox, { ROUTER_URL: router.url, RATE_LIMITS: 'off' })).url}/api/v1`;
  });
  beforeEach(() => {
    router.change({
      order: (order) => (order.tx === undefined ? order : { ...order, tx: toVersionOne(order.tx) }),
    });
  });

  const post = (path: string, body: object): Promise<Answer> => send('POST', `${base}${path}`, body);
  const stake = (more: object = {}) =>
    post('/stake', { ...LIQUID, wallet: wallet.address, amount: '2', ...more });
  const rasol = () => ledger.tokens(wallet.address, DEPLOYMENT.rasolMint);
  const versionOf = (transaction: string) => Buffer.from(transaction, 'base64')[0];
  const sendDirectly = (signed: string) => ledger.send(signed, { preflightCommitment: 'confirmed' });

  test('is proved by simulation, told in a receipt, signed, sent and followed', async () => {
    const held = await rasol();
    const built = await stake({ include: ['receipt', 'explanation'] });
    assert.equal(built.status, 200, built.text);
    const { transaction, service_token, receipt, explanation } = built.body;
    assert.equal(versionOf(transaction), FIRST_BYTE);
    assert.equal(
      receipt.costs.find(({ kind }: { kind: string }) => kind === 'priority-fee')?.amount,
      '0.000008',
    );
    assert.match(JSON.stringify(explanation), /StakeWrappedSol|Swap/);
    const sent = await post('/broadcast', { signed_tx: await wallet.sign(transaction), service_token });
    assertOk(sent, BroadcastAnswer);
    assert.equal(await ledger.outcome(sent.body.signature), null);
    const status = await until('it is shown', async () => {
      const answer = await send('GET', `${base}/transactions/${sent.body.signature}`);
      return answer.body.status === 'landed' && answer;
    });
    assertOk(status, TransactionAnswer);
    const gained = (await rasol()) - held;
    assert.ok(gained > 0n);
    assert.ok(JSON.stringify(status.body.changes).includes('raSOL'));
    assert.equal(status.body.fee.amount, '0.000013');
  });

  test('is refused where it asks for more memory, or bids too much', async () => {
    for (const settings of [{ heapSize: 64 * 1_024 }, { priorityFeeLamports: 6_000_000n }]) {
      router.change({
        order: (order) =>
          order.tx === undefined ? order : { ...order, tx: toVersionOne(order.tx, settings) },
      });
      assertProblem(await stake(), {
        slug: 'upstream_error',
        code: 'ROUTER_TRANSACTION_REFUSED',
        detail: /more for priority/,
      });
    }
  });

  for (const as of ['android', 'restamp'] as const) {
    test(`is to be signed as it was built, not as ${as} edits`, async () => {
      const { body } = await stake();
      world.sandbox.ledger.advanceSlots(3);
      const signed_tx = await wallet.sign(body.transaction, as);
      assert.notEqual(signed_tx, await wallet.sign(body.transaction));
      const { transaction: built_transaction, service_token } = body;
      assertProblem(await post('/broadcast', { signed_tx, service_token, built_transaction }), {
        slug: 'forbidden',
        code: 'EDIT_NOT_LISTED',
        detail: /version 1 must be signed as it was built/,
      });
    });
  }

  test('is no edit of a message of version 0', async () => {
    router.change({});
    const { body } = await stake();
    const { transaction: built_transaction, service_token } = body;
    const signed_tx = await wallet.sign(toVersionOne(built_transaction));
    assertProblem(await post('/broadcast', { signed_tx, service_token, built_transaction }), {
      slug: 'forbidden',
      code: 'EDIT_NOT_LISTED',
      detail: /version 1; it was built as 0/,
    });
  });

  test('is ordered again where the router repeats one that has landed past the service', async () => {
    const { body: landed } = await stake();
    assert.equal(await ledger.outcome(await sendDirectly(await wallet.sign(landed.transaction))), null);
    let orders = 0;
    router.change({
      order: (order) => {
        if (order.tx === undefined) return order;
        orders += 1;
        return { ...order, tx: orders === 1 ? landed.transaction : toVersionOne(order.tx) };
      },
    });
    const { status, body, text } = await stake();
    assert.equal(status, 200, text);
    assert.equal(orders, 2);
    assert.notEqual(body.transaction, landed.transaction);
  });

  test('hides nothing of what a wallet landed past the service, before and after it', async () => {
    const foreign = async () => {
      const { body, text } = await stake();
      assert.ok(body.transaction, text);
      return sendDirectly(await wallet.sign(body.transaction));
    };
    router.change({});
    const { body: built } = await stake();
    router.change({
      order: (order) => (order.tx === undefined ? order : { ...order, tx: toVersionOne(order.tx) }),
    });
    const before = await foreign();
    await sendDirectly(await wallet.sign(built.transaction));
    const later = await foreign();
    for (const signature of [before, later]) assert.equal(await ledger.outcome(signature), null);
    world.sandbox.ledger.advanceSlots(170);
    const { transaction, service_token } = built;
    await until('it is known to have landed', async () => {
      const { body, text } = await post('/refresh', { transaction, service_token });
      assert.equal(body.transaction, undefined, text);
      return body.code === 'TRANSACTION_LANDED';
    });
  });
});

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

const SETTINGS: V1TransactionConfig = {
  computeUnitLimit: 400_000,
  loadedAccountsDataSizeLimit: 20_000_000,
  priorityFeeLamports: 8_000n,
};

/** Says in a message of version 1 what another one says, its compute budget as settings; base64, unsigned. */
function toVersionOne(transaction: string, settings: V1TransactionConfig = {}): Base64EncodedWireTransaction {
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const message = decompileTransactionMessage(compiled);
  const instructions: readonly Instruction[] = message.instructions;
  const blockhash = ('lifetimeToken' in compiled ? compiled.lifetimeToken : '') as Blockhash;
  return getBase64EncodedWireTransaction(
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 1 }),
        (m) => setTransactionMessageFeePayer(message.feePayer.address, m),
        (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, m),
        (m) => setTransactionMessageConfig({ ...SETTINGS, ...settings }, m),
        (m) =>
          appendTransactionMessageInstructions(
            instructions.filter(({ programAddress }) => programAddress !== COMPUTE_BUDGET),
            m,
          ),
      ),
    ),
  );
}

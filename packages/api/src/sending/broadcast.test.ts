import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { sql } from 'kysely';
import sodium from 'sodium-native';
import { forEachStore, type StoreMaker } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { printTransaction } from '../../test/message-bytes.ts';
import { createScriptedLedger, type Script } from '../../test/scripted-ledger.ts';
import { settle } from '../../test/settle.ts';
import { hashMessage, readSignedTransaction, type SignedTransaction } from '../builds/message.ts';
import { StoreFault } from '../problems/faults.ts';
import { createBuilds } from '../store/builds.ts';
import { openReplicas, type Replica } from '../store/builds.world.ts';
import type { Store } from '../store/open.ts';
import { createBroadcast } from './broadcast.ts';
import { BUILT, DEAD, EDITED, LAST_VALID, SECRET } from './forms.world.ts';
import type { OtherForm } from './search.ts';
import type { Signed } from './signed.ts';

function sign(message: Buffer) {
  const signature = Buffer.alloc(sodium.crypto_sign_BYTES);
  sodium.crypto_sign_detached(signature, message, SECRET);
  return readSignedTransaction(printTransaction(message, signature));
}

const TRANSACTION = sign(BUILT);
const NAME = hashMessage(BUILT);
/** The same build, with another blockhash. */
const RESTAMPED = sign(EDITED);

const PASSES = () => ({ context: { slot: 5 }, value: { err: null, logs: [] } });
const PROCESSED = () => ({ context: { slot: 5 }, value: { err: 'AlreadyProcessed', logs: [] } });

const REFUSES = () => ({
  context: { slot: 5 },
  value: { err: { InstructionError: [0, { Custom: 1 }] }, logs: [] },
});

/** A process that broadcasts to one node, which takes everything unless its script says otherwise. */
function open(
  { builds }: Pick<Replica, 'builds'>,
  script: Script = {},
  {
    other,
    height = LAST_VALID - 100n,
    onSearch,
  }: {
    readonly other?: OtherForm | undefined;
    readonly height?: bigint;
    readonly onSearch?: () => Promise<unknown>;
  } = {},
) {
  const { ledger, calls } = createScriptedLedger([
    {
      simulateTransaction: PASSES,
      sendTransaction: () => TRANSACTION.signature,
      getSignatureStatuses: () => ({ context: { slot: 900 }, value: [null] }),
      ...script,
    },
  ]);
  const broadcast = createBroadcast({
    ledger,
    builds,
    clock: createManualClock(),
    blockhash: { blockHeight: () => height },
    async findOther() {
      await onSearch?.();
      return other;
    },
    valueGate: { limitOf: () => undefined },
    onSettled: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
    config: {},
  } as unknown as Parameters<typeof createBroadcast>[0]);
  return {
    sends: () => calls.filter(({ method }) => method === 'sendTransaction').length,
    async ask({
      began = builds.begin(),
      transaction = TRANSACTION,
      mayBeLost = false,
    }: {
      began?: number;
      transaction?: SignedTransaction;
      mayBeLost?: boolean;
    } = {}) {
      const lastValidBlockHeight = transaction === RESTAMPED ? LAST_VALID + 150n : LAST_VALID;
      const record = Buffer.alloc(0);
      const contents = { route: 'rpc', isExpired: false, lastValidBlockHeight, contextSlot: 7n, record };
      const form = hashMessage(transaction.message);
      const names = { form, base: NAME, build: NAME };
      const place = {
        built: BUILT,
        contextSlot: 7n,
        names,
        routed: undefined,
        began,
        mayBeLost,
        mayBeSetBack: false,
      };
      const signed = { transaction, contents, ...place } as unknown as Signed;
      return await broadcast(signed, await builds.find({ form }));
    },
  };
}

async function openTwo(
  t: TestContext,
  stores: Pick<StoreMaker, 'place'>,
): Promise<readonly [Replica, Replica]> {
  const [one = assert.fail(), other = assert.fail()] = await openReplicas(t, stores);
  return [one, other];
}

forEachStore((stores) => {
  for (const isTaken of [true, false]) {
    const said = isTaken ? 'a success' : 'unknown';
    test(`what another replica sends while it is tried, and the ledger does not show for good: ${said}`, async (t) => {
      const [one, other] = await openTwo(t, stores);
      const sender = open(other, {
        sendTransaction: () => (isTaken ? TRANSACTION.signature : assert.fail('no answer')),
      });
      const late = open(one, {
        async simulateTransaction() {
          if (isTaken) await sender.ask();
          else await claim(other);
          return PROCESSED();
        },
        getSignatureStatuses: () => ({
          context: { slot: 900 },
          value: [{ err: null, confirmationStatus: 'processed' }],
        }),
      });
      const { end } = await settle(late.ask());
      assert.deepEqual([end, late.sends()], [isTaken ? 'done' : 'OUTCOME_UNKNOWN', 0]);
    });
  }

  // Its caller builds again, and would pay beside the other form.
  for (const [other, word] of [
    [undefined, 'LEDGER_EXECUTION_FAILED'],
    [{ kind: 'landed', signature: 'other' }, 'OTHER_FORM_LANDED'],
    [{ kind: 'sent', signature: 'other' }, 'OTHER_FORM_SENT'],
  ] as const) {
    test(`what failed on the ledger is ${word} where ${other?.kind ?? 'nothing'} else of its build is there`, async (t) => {
      const [one] = await openTwo(t, stores);
      const status = { err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus: 'confirmed' };
      const script: Script = {
        simulateTransaction: PROCESSED,
        getSignatureStatuses: () => ({ context: { slot: 900 }, value: [status] }),
        getTransaction: () => null,
      };
      const { ask } = open(one, script, { other: other as OtherForm | undefined });
      for (const _time of ['when it is tried', 'by its row']) assert.equal((await settle(ask())).end, word);
    });
  }

  test('what another replica has seen landed is not called dead by the nodes of this one', async (t) => {
    const [one, other] = await openTwo(t, stores);
    await claim(other);
    const { ask } = open(
      one,
      {
        getEpochInfo: () => ({ absoluteSlot: 900, blockHeight: DEAD }),
        minimumLedgerSlot: () => 0,
        async getSignatureStatuses() {
          await other.builds.settle([{ id: NAME, end: 'landed' }]);
          return { context: { slot: 900 }, value: [null] };
        },
      },
      { height: DEAD },
    );
    assert.equal((await settle(ask())).end, 'OUTCOME_UNKNOWN');
    assert.equal(await ask(), TRANSACTION.signature);
  });

  // Its wallet has sent it, though no node of this replica took it.
  test('what another replica has seen landed is not called rejected by the refusal of its row', async (t) => {
    const [one, other] = await openTwo(t, stores);
    const refuses = { simulateTransaction: REFUSES };
    assert.equal((await settle(open(one, refuses).ask())).end, 'LEDGER_REJECTED');
    assert.equal((await settle(open(one).ask())).end, 'LEDGER_REJECTED', 'by its row');
    const { ask } = open(one, {
      async getSignatureStatuses() {
        await other.builds.settle([{ id: NAME, end: 'landed' }]);
        return { context: { slot: 900 }, value: [null] };
      },
    });
    assert.equal((await settle(ask())).end, 'OUTCOME_UNKNOWN');
    assert.equal(await ask(), TRANSACTION.signature);
  });

  test('what becomes of a build while its other forms are looked for is told instead of its death', async (t) => {
    for (const [event, word] of [
      [async () => undefined, 'BLOCKHASH_EXPIRED'],
      [({ builds }: Replica) => builds.settle([{ id: NAME, end: 'landed' }]), 'OUTCOME_UNKNOWN'],
      [refresh, 'BUILD_REPLACED'],
    ] as const) {
      const [one, other] = await openTwo(t, stores);
      await claim(other);
      const script: Script = {
        getEpochInfo: () => ({ absoluteSlot: 900, blockHeight: DEAD }),
        minimumLedgerSlot: () => 0,
      };
      const { ask } = open(one, script, { height: DEAD, onSearch: () => event(other) });
      assert.equal((await settle(ask())).end, word);
    }
  });

  describe('after a signing was refused, or is dead, and its caller was told to build anew', () => {
    const DEAD_BY_HEIGHT: Script = {
      getEpochInfo: () => ({ absoluteSlot: 900, blockHeight: DEAD }),
      minimumLedgerSlot: () => 0,
    };
    const showing = (status: object): Script => ({
      getSignatureStatuses: ([signatures]) => ({
        context: { slot: 900 },
        value: (signatures as readonly string[]).map((each) =>
          each === TRANSACTION.signature ? status : null,
        ),
      }),
      getTransaction: () => null,
    });
    const FAILS = showing({ err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus: 'confirmed' });
    const restamped = { transaction: RESTAMPED };
    const ends = [
      ['LEDGER_REJECTED', { simulateTransaction: REFUSES }, LAST_VALID - 100n],
      ['BLOCKHASH_EXPIRED', DEAD_BY_HEIGHT, DEAD],
      ['LEDGER_EXECUTION_FAILED', { simulateTransaction: PROCESSED, ...FAILS }, LAST_VALID - 100n],
    ] as const;

    for (const [word, script, height] of ends) {
      test(`${word}: no other one of its build is sent, though none had a row`, async (t) => {
        const [one, other] = await openTwo(t, stores);
        assert.equal((await settle(open(one, script, { height }).ask())).end, word);
        const { ask, sends } = open(other, {}, { height: DEAD });
        for (const _time of ['by the row of the first', 'by its own']) {
          const { end, outcome } = await settle(ask(restamped));
          assert.deepEqual([end, outcome, sends()], ['BUILD_ENDED', 'not_sent', 0]);
        }
        assert.equal(
          (await settle(open(one, script, { height }).ask())).end,
          word,
          'the first keeps its word',
        );
      });
    }

    test('one that landed without this service is a success, and no word on one that failed is kept from it', async (t) => {
      const [one, other] = await openTwo(t, stores);
      await settle(open(one, { simulateTransaction: REFUSES }).ask());
      for (const [err, end] of [
        [{ InstructionError: [0, { Custom: 1 }] }, 'LEDGER_EXECUTION_FAILED'],
        [null, 'done'],
      ] as const) {
        const { ask, sends } = open(other, {
          getSignatureStatuses: () => ({
            context: { slot: 900 },
            value: [{ err, confirmationStatus: 'confirmed' }],
          }),
          getTransaction: () => null,
        });
        assert.deepEqual([(await settle(ask(restamped))).end, sends()], [end, 0]);
      }
    });

    test('nobody is told to build anew beside one that has landed or can, nor while rows may be lost', async (t) => {
      const [one, other] = await openTwo(t, stores);
      await settle(open(one, { simulateTransaction: REFUSES }).ask());
      for (const kind of ['landed', 'sent'] as const) {
        const { ask } = open(other, {}, { other: { kind, signature: 'another' } });
        assert.equal((await settle(ask(restamped))).end, `OTHER_FORM_${kind.toUpperCase()}`);
      }
      const { ask, sends } = open(other);
      assert.equal((await settle(ask({ ...restamped, mayBeLost: true }))).end, 'OUTCOME_UNKNOWN');
      assert.equal((await settle(ask({ ...restamped, began: other.began - 1 }))).end, 'OUTCOME_UNKNOWN');
      assert.equal((await settle(ask(restamped))).end, 'BUILD_ENDED');
      assert.equal(sends(), 0);
    });

    // Its wallet sends it itself and brings it here too.
    test('no refusal advises to build anew beside a form that a node shows in a block that may be undone', async (t) => {
      const SHOWN: Script = {
        getSignatureStatuses: () => ({
          context: { slot: 900 },
          value: [{ err: null, confirmationStatus: 'processed' }],
        }),
      };
      const [one, other] = await openTwo(t, stores);
      await settle(open(one, { simulateTransaction: REFUSES }).ask());
      const { ask, sends } = open(other, SHOWN);
      assert.equal((await settle(ask(restamped))).end, 'OUTCOME_UNKNOWN', 'by the row of the first');
      assert.equal((await settle(open(other).ask(restamped))).end, 'BUILD_ENDED', 'while none shows it');
      assert.equal((await settle(ask(restamped))).end, 'OUTCOME_UNKNOWN', 'by its own');
      assert.equal((await settle(ask())).end, 'OUTCOME_UNKNOWN', 'of one that was refused');
      assert.equal((await settle(open(other).ask())).end, 'LEDGER_REJECTED', 'while none shows it');
      assert.equal(sends(), 0);
    });

    test('a refresh that took its place is told instead of the refusal, and of the other one', async (t) => {
      const [one, other] = await openTwo(t, stores);
      await settle(open(one, { simulateTransaction: REFUSES }).ask());
      await settle(open(one).ask(restamped));
      await refresh(other);
      for (const transaction of [TRANSACTION, RESTAMPED])
        assert.equal((await settle(open(one).ask({ transaction }))).end, 'BUILD_REPLACED');
    });

    test('one that is refused by its own trial is told why', async (t) => {
      const [one] = await openTwo(t, stores);
      const { ask } = open(one, { simulateTransaction: REFUSES });
      for (const transaction of [TRANSACTION, RESTAMPED])
        assert.equal((await settle(ask({ transaction }))).end, 'LEDGER_REJECTED');
    });
  });

  test('nothing is asked of a node inside a transaction of the store', async (t) => {
    const { store } = (await openTwo(t, stores))[0];
    const watched = watchTransactions(store);
    const inside: boolean[] = [];
    const note = (answer: unknown) => () => {
      inside.push(watched.isInside());
      return answer;
    };
    const { ask } = open(
      { builds: createBuilds(watched.store) },
      { simulateTransaction: note(PASSES()), sendTransaction: note(TRANSACTION.signature) },
    );
    assert.equal(await ask(), TRANSACTION.signature);
    assert.deepEqual([watched.count() > 0, inside], [true, [false, false]]);
  });
});

/** Puts another form in the place of the one that is asked for. */
async function refresh({ builds, began }: Replica): Promise<void> {
  const build = { id: NAME, wallet: 'w', message: '', contextSlot: 7n };
  const form = { id: 'refreshed', lastValidBlockHeight: DEAD + 100n, claim: undefined, answer: '{}' };
  const { kind } = await builds.replace(build, NAME, form, { began });
  assert.equal(kind, 'free');
}

/** The claim of a process that died before its bytes left. */
async function claim({ builds, began }: Replica): Promise<void> {
  const build = { id: NAME, wallet: 'w', message: '', contextSlot: 7n };
  const { signature, base64: signedTransaction } = TRANSACTION;
  const form = { id: NAME, baseId: NAME, lastValidBlockHeight: LAST_VALID, signature, signedTransaction };
  await builds.claim(build, { ...form, channel: 'ledger' }, { began });
}

function watchTransactions(store: Store) {
  let depth = 0;
  let count = 0;
  const transaction = () => ({
    async execute(work: Parameters<ReturnType<Store['db']['transaction']>['execute']>[0]) {
      depth += 1;
      count += 1;
      return await store.db
        .transaction()
        .execute(work)
        .finally(() => {
          depth -= 1;
        });
    },
  });
  const db = new Proxy(store.db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { store: { ...store, db }, isInside: () => depth > 0, count: () => count };
}

test('PostgreSQL ends every connection while a request is tried: it sends nothing, and the next ones need no help', async (t) => {
  const place = async () => ({ databaseUrl: await createSharedDatabase(), dataDirectory: '' });
  const [one, executioner] = await openTwo(t, { place });
  let isFirst = true;
  const { ask, sends } = open(one, {
    async simulateTransaction() {
      if (isFirst) await endConnections(executioner.store);
      isFirst = false;
      return PASSES();
    },
  });
  const isUntold = (error: unknown) => error instanceof StoreFault || /same signed/.test(String(error));
  await assert.rejects(ask(), isUntold);
  assert.equal(sends(), 0);
  assert.ok(one.builds.begin() > one.began);
  assert.equal(await ask().catch(() => ask()), TRANSACTION.signature);
  assert.equal(sends(), 1);
});

async function endConnections({ db }: Store): Promise<void> {
  const others = sql`datname = current_database() and pid <> pg_backend_pid()`;
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`.execute(db);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '@solana/kit';
import { pino } from 'pino';
import { forEachStore } from '../../test/for-each-store.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { createBuildForms } from '../store/build-forms.ts';
import { StoreFault } from '../store/index.ts';
import type { Build } from './build.ts';
import { createClaimMessage } from './claim-message.ts';
import { createMakeUnique } from './make-unique.ts';

const log = pino({ level: 'silent' });
const SLOT = 200;

/** A build of the router whose message is the text. */
function createBuild(message: string, strategy = 'sol-liquid-stake'): Build<object> {
  const transaction = Buffer.concat([Buffer.of(1), Buffer.alloc(64), Buffer.from(message)]);
  return {
    by: 'router',
    transaction: transaction.toString('base64'),
    route: 'token',
    operation: strategy === 'sol-native-stake' ? 'unstake' : 'stake',
    request: { strategy, wallet: 'wallet', amount: '1' },
    spends: { asset: 'SOL', amount: 1n },
    lifetime: {
      blockhash: new Uint8Array(32),
      blockhashText: '' as never,
      lastValidBlockHeight: 1n,
      contextSlot: 1n,
    },
    wallet: 'wallet' as Address,
    fields: () => ({}),
  };
}

const readMessage = (build: Build<object>) =>
  build.by === 'service' ? '' : Buffer.from(build.transaction, 'base64').subarray(65).toString();

function createUnique(claim: (built: string) => Promise<boolean>, clock = createManualClock()) {
  const claimMessage = createClaimMessage({ forms: { claim }, clock, log });
  const blockhash = { slotMilliseconds: () => SLOT };
  return { clock, makeUnique: createMakeUnique({ claimMessage, blockhash, clock }) };
}

test('what was handed out is ordered again in the next slot, and what of it the ledger takes once is not', async () => {
  const { clock, makeUnique } = createUnique(async () => true);
  let slot = 0;
  const make = (strategy?: string) => async () => createBuild(`message of slot ${slot}`, strategy);
  const first = await makeUnique(make());
  const equal = makeUnique(make());
  slot = 1;
  await clock.pass(SLOT);
  assert.deepEqual([first, await equal].map(readMessage), ['message of slot 0', 'message of slot 1']);
  assert.equal(readMessage(await makeUnique(make('sol-native-stake'))), 'message of slot 1');
});

test('of a provider that repeats itself there is an end, named and retryable, well within the deadline', async () => {
  const { clock, makeUnique } = createUnique(async () => true);
  let orders = 0;
  const make = async () => {
    orders += 1;
    return createBuild('the same');
  };
  await makeUnique(make);
  const refused = [makeUnique(make), makeUnique(make)].map((made) => made.catch((error: unknown) => error));
  const before = orders;
  for (let passed = 0; passed < 5_200; passed += SLOT) await clock.pass(SLOT);
  for (const error of await Promise.all(refused)) {
    const { code, slug } = error as Record<string, unknown>;
    assert.deepEqual({ code, slug }, { code: 'EQUAL_BUILD_ISSUED', slug: 'service_unavailable' });
  }
  assert.ok(orders - before <= 25, `${orders - before} orders`);
});

test('while the store fails or hangs a process knows what it handed out itself, and waits for half a second', async () => {
  for (const claim of [
    () => Promise.reject(new StoreFault('AWAY', undefined)),
    () => new Promise<never>(() => undefined),
  ]) {
    const clock = createManualClock();
    const claimMessage = createClaimMessage({ forms: { claim }, clock, log });
    const { transaction = '' } = createBuild('message') as { transaction?: string };
    const claims = [claimMessage(transaction), claimMessage(transaction)];
    await clock.pass(500);
    assert.deepEqual(await Promise.all(claims), [true, false]);
  }
});

forEachStore(({ place }) => {
  test('of 20 that claim a message at once on two replicas one has it', async (t) => {
    const at = await place(t);
    const stores = await Promise.all([openPatientStore(at), openPatientStore(at)]);
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const claims = stores.map((store) =>
      createClaimMessage({ forms: createBuildForms(store), clock: createManualClock(), log }),
    );
    const { transaction = '' } = createBuild('message') as { transaction?: string };
    const had = await Promise.all(Array.from({ length: 20 }, (_, i) => claims[i % 2]?.(transaction)));
    assert.equal(had.filter((is) => is).length, 1);
  });

  test('what was claimed can be sent, edited and replaced as what was not', async (t) => {
    const at = await place(t);
    const store = await openPatientStore(at);
    t.after(() => store.close());
    const forms = createBuildForms(store);
    const form = { form: 'form', signature: 'signature', lastValidBlockHeight: 7n };
    assert.equal(await forms.claim('sent'), true);
    assert.deepEqual(await forms.reserve('sent', form), { kind: 'reserved', lastValidBlockHeight: 7n });
    assert.equal(await forms.claim('sent'), false);
    assert.equal((await forms.reserve('sent', { ...form, form: 'other' })).kind, 'other');
    assert.equal(await forms.claim('replaced'), true);
    assert.equal(await forms.replace('replaced', undefined), true);
    assert.equal((await forms.reserve('replaced', form)).kind, 'replaced');
  });
});

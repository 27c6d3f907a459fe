import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '@solana/kit';
import { createManualClock } from '../../test/manual-clock.ts';
import { part } from '../../test/part.ts';
import type { Build } from './build.ts';
import { createMakeUnique } from './finish.ts';

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

function createUnique() {
  const clock = createManualClock();
  const makeUnique = createMakeUnique({ blockhash: part({ slotMilliseconds: () => SLOT }), clock });
  const handedOut = new Set<string>();
  const order = (make: () => Promise<Build<object>>) =>
    makeUnique(make, async (build) => {
      const message = readMessage(build);
      if (build.request.strategy !== 'sol-native-stake' && handedOut.has(message)) return undefined;
      handedOut.add(message);
      return message;
    });
  return { clock, order };
}

test('what was handed out is ordered again in the next slot, and what of it the ledger takes once is not', async () => {
  const { clock, order } = createUnique();
  let slot = 0;
  const make = (strategy?: string) => async () => createBuild(`message of slot ${slot}`, strategy);
  const first = await order(make());
  const equal = order(make());
  slot = 1;
  await clock.pass(SLOT);
  assert.deepEqual([first, await equal], ['message of slot 0', 'message of slot 1']);
  assert.equal(await order(make('sol-native-stake')), 'message of slot 1');
});

test('of a provider that repeats itself there is an end, named and retryable, well within the deadline', async () => {
  const { clock, order } = createUnique();
  let orders = 0;
  const make = async () => {
    orders += 1;
    return createBuild('the same');
  };
  await order(make);
  const refused = [order(make), order(make)].map((made) => made.catch((error: unknown) => error));
  const before = orders;
  for (let passed = 0; passed < 5_200; passed += SLOT) await clock.pass(SLOT);
  for (const error of await Promise.all(refused)) {
    const { code, slug } = error as Record<string, unknown>;
    assert.deepEqual({ code, slug }, { code: 'EQUAL_BUILD_ISSUED', slug: 'service_unavailable' });
  }
  assert.ok(orders - before <= 25, `${orders - before} orders`);
});

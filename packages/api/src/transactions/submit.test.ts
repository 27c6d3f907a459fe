import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSubmitter, type SubmitPorts } from './submit.ts';

test('the same bytes that come while they are under way are one submission', async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const landed = { err: null, confirmationStatus: 'confirmed' };
  const node = {
    call: async () => {
      await gate.promise;
      return { context: { slot: 5 }, value: [landed] };
    },
  };
  const submit = createSubmitter({
    ledger: { byHealth: () => [node] },
    blockhash: { blockHeight: () => 0n },
    resender: {
      getState: (signature: string) => {
        begun.push(signature);
        return 'taken';
      },
    },
  } as unknown as SubmitPorts);
  const send = (signature: string) =>
    submit({ signature } as Parameters<typeof submit>[0], { lastValidBlockHeight: 9n, contextSlot: 1n });
  const all = [send('one'), send('one'), send('other'), send('one')];
  assert.deepEqual(begun, ['one', 'other']);
  gate.resolve();
  await Promise.all(all);
  await send('one');
  assert.deepEqual(begun, ['one', 'other', 'one']);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isStakingError } from '@staking-agent/sdk';
import { createStrangersReserve, rename } from '../adversarial/clones.ts';
import { createDraft, createTableReader } from '../adversarial/stage.ts';
import { compileDraft, unsigned } from '../adversarial/transaction-draft.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { advanceEpochs, createFundedWallet } from '../world.ts';
import { startSdkWorld } from './sdk-world.ts';

test("an order into a stranger's copy of the Reserve is not signed, whatever the service says of it", async () => {
  const world = await startSdkWorld({ after });
  const { ledger } = world.sandbox;
  const wallet = await createFundedWallet(world, '20');
  const stakeAccount = await createOwner(world, wallet).stakeNative('5');
  await advanceEpochs(world, 1);
  const { places } = createStrangersReserve(ledger, [stakeAccount]);
  const counts = { renamed: 0, signed: 0 };
  const turned: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (!new URL(String(url)).pathname.endsWith('/unstake')) return answer;
    const body = (await answer.json()) as { transaction: string };
    const draft = createDraft(body.transaction, createTableReader(ledger));
    const { message, signers } = compileDraft(rename(draft, places));
    const transaction = Buffer.from(unsigned(message, signers.length)).toString('base64');
    counts.renamed += Number(transaction !== body.transaction);
    return Response.json({ ...body, transaction });
  };
  const signer = {
    address: wallet.address,
    signBytes: async (bytes: Uint8Array) => {
      counts.signed += 1;
      return bytes;
    },
  };
  const ask = { strategy: 'sol-native-stake', kind: 'instant', stakeAccount, signer } as const;
  await assert.rejects(world.connect({ fetch: turned }).unstakeAndConfirm(ask), (error) => {
    assert.ok(isStakingError(error), String(error));
    assert.match(error.message, /reserve/);
    return true;
  });
  assert.deepEqual(counts, { renamed: 1, signed: 0 });
});

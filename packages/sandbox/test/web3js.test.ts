import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import {
  Connection,
  type FetchFn,
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SystemProgram,
  TransactionMessage,
} from '@solana/web3.js';
import { MAINNET } from '../src/mainnet-2026-11.ts';
import { DEPLOYMENT, startTestSandbox } from './start-test-sandbox.ts';

/**
 * Fetches until the test has ended, which first waits for what is under way: web3.js asks on after it has an answer, and
 * nobody hears what becomes of that.
 */
function createFetch(t: TestContext): FetchFn {
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  t.after(async () => {
    isOver = true;
    await Promise.allSettled(underWay);
  });
  return (...parameters) => {
    if (isOver) return new Promise(() => undefined);
    // biome-ignore lint/style/noRestrictedGlobals: what web3.js itself would call.
    const answer = fetch(...parameters);
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  };
}

async function connect(t: TestContext) {
  // Before the sandbox: what is registered first ends first.
  const ownFetch = createFetch(t);
  const world = await startTestSandbox(t);
  const { url: endpoint, webSocketUrl: wsEndpoint, ledger } = world.sandbox;
  const connection = new Connection(endpoint, { commitment: 'confirmed', wsEndpoint, fetch: ownFetch });
  const wallet = Keypair.generate();
  const signature = await connection.requestAirdrop(wallet.publicKey, 100 * LAMPORTS_PER_SOL);
  const latest = await connection.getLatestBlockhash();
  const { value } = await connection.confirmTransaction({ signature, ...latest });
  assert.equal(value.err, null);
  return { connection, wallet, ledger };
}

describe('driven by @solana/web3.js', () => {
  test('reads the cluster', async (t) => {
    const { connection, wallet } = await connect(t);
    const { current } = await connection.getVoteAccounts();
    const operator = current.find(({ votePubkey }) => votePubkey === DEPLOYMENT.voteAccount);
    assert.equal(operator?.commission, 5);
    assert.ok((operator?.activatedStake ?? 0) > 249_000 * LAMPORTS_PER_SOL);

    const epoch = await connection.getEpochInfo();
    assert.equal(epoch.slotsInEpoch, 432_000);
    assert.equal(epoch.absoluteSlot, epoch.epoch * 432_000 + epoch.slotIndex);
    assert.ok((epoch.blockHeight ?? 0) < epoch.absoluteSlot);
    assert.ok(Math.abs(((await connection.getBlockTime(epoch.absoluteSlot)) ?? 0) - Date.now() / 1000) < 60);
    const newest = await connection.getSlot('confirmed');
    assert.deepEqual(await connection.getBlocks(newest - 2, newest, 'confirmed'), [
      newest - 2,
      newest - 1,
      newest,
    ]);
    const later = await connection.getBlocks(newest - 2, newest + 400_000, 'confirmed');
    assert.ok(later.length >= 3 && later.length < 400_000, 'none that is not there yet');
    await assert.rejects(connection.getBlocks(0, newest), /too large/);
    assert.equal(await connection.getStakeMinimumDelegation().then(({ value }) => value), LAMPORTS_PER_SOL);
    assert.equal((await connection.getVersion())['solana-core'], MAINNET.nodeVersion);

    const message = new TransactionMessage({
      payerKey: wallet.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: [transfer(wallet, Keypair.generate().publicKey)],
    }).compileToV0Message();
    assert.equal((await connection.getFeeForMessage(message)).value, 5_000);
  });
});

function transfer(from: Keypair, toPubkey: PublicKey) {
  return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey, lamports: LAMPORTS_PER_SOL });
}

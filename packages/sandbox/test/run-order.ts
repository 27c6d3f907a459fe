import assert from 'node:assert/strict';
import type { KeyPairSigner } from '@solana/kit';
import { execute, order, type Parameters, sign } from './ask-router.ts';
import type { Answer } from './send.ts';
import type { PoolSandbox } from './start-pool-sandbox.ts';

/** Orders, signs and executes: the answer, the lamports the wallet gained without the fee, and the fee. */
export async function run(
  world: PoolSandbox,
  wallet: KeyPairSigner,
  kind: string,
  parameters: Parameters,
): Promise<{ answer: Answer['body']; gained: bigint; fee: bigint }> {
  const answer = await order(world.sandbox, kind, { signer: wallet.address, ...parameters });
  assert.equal(answer.status, 200, answer.text);
  const before = world.lamports(wallet.address);
  const signedTx = await sign(wallet, answer.body.tx);
  const done = await execute(world.sandbox, kind, { signedTx, orderResponse: answer.body });
  assert.equal(done.status, 200, done.text);
  const landed = world.ledger.history.find(done.body.signature);
  assert.equal(landed?.result.err, null);
  const fee = landed?.result.fee ?? 0n;
  world.ledger.advanceSlots(2);
  return { answer: answer.body, gained: world.lamports(wallet.address) - before + fee, fee };
}

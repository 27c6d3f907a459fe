import assert from 'node:assert/strict';
import type { Address, Base64EncodedWireTransaction, Blockhash } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { compileMessage } from '@staking-agent/chain/message';
import { getMergeStakeInstructions } from '@staking-agent/chain/stake';
import type { Wallet } from '@staking-agent/dev';
import { assertProblem } from './assert-answer.ts';
import { createOwner } from './hold-to-ledger.ts';
import { createLedgerClient } from './ledger-client.ts';
import { createStakePlacer } from './place-stake.ts';
import { createFundedWallet, type World } from './world.ts';

const OLD = 600n;
const STRANGER = toAddress(new Uint8Array(32).fill(77));

type Odd = Parameters<ReturnType<typeof createStakePlacer>>[1];

/** How merges of two accounts ended; spared are those that the ledger takes, but that would take a delegation back. */
export type Comparison = { readonly taken: number; readonly refused: number; readonly spared: number };

/**
 * Holds the service to what the ledger would do with merges of two stake accounts, of each state with each.
 *
 * @param isChosen - by the number of a pair, whether it is compared.
 */
export async function compareMerges(
  world: World,
  isChosen: (pair: number) => boolean = () => true,
): Promise<Comparison> {
  const place = createStakePlacer(world);
  const wallet = await createFundedWallet(world, '200');
  const compare = createComparison(world, wallet);
  const kinds = listKinds(await createLedgerClient(world).epoch());
  const seen = { taken: 0, refused: 0, spared: 0 };
  const froms = await Promise.all(kinds.map((odd) => place(wallet.address, odd)));
  for (const [i, odd] of kinds.entries()) {
    const into = place(wallet.address, odd);
    for (const [k, from] of froms.entries())
      if (isChosen(i * kinds.length + k)) seen[await compare(into, from, `${k} in ${i}`)] += 1;
  }
  return seen;
}

/** Stake accounts of every state, elsewhere, with surplus and under lockups. */
function listKinds(epoch: bigint): readonly Odd[] {
  const locked = { lockup: epoch + 9n };
  const cooled = { deactivationEpoch: epoch - OLD + 9n };
  const fresh = { activationEpoch: epoch };
  return [
    ...[{}, { surplus: 5_000_000n }, { voter: STRANGER }, locked, { lockup: epoch - 1n }],
    ...[fresh, { ...fresh, voter: STRANGER }, { ...fresh, ...locked }],
    ...[{ activationEpoch: epoch - 1n }, { deactivationEpoch: epoch }],
    ...[cooled, { ...cooled, voter: STRANGER }, { ...fresh, deactivationEpoch: epoch }],
    ...[{ isDelegated: false }, { isDelegated: false, lockup: epoch + 8n }],
  ];
}

function createComparison(world: World, wallet: Wallet) {
  const owner = createOwner(world, wallet);
  const merge = (body: object) => owner.build('/merge', body);
  const isTakenByLedger = createTrial(world, wallet.address as Address);
  return async (into: Address, from: Address, name: string): Promise<keyof Comparison> => {
    const answer = await merge({ into, from: [from] });
    const isTaken = await isTakenByLedger(into, from);
    if (answer.status !== 200) {
      const detail = new RegExp(into);
      assertProblem(answer, { slug: 'upstream_error', code: 'STAKES_NOT_MERGEABLE', detail });
    }
    if (/Exchange the two/.test(answer.body.detail)) {
      assert.ok(isTaken, name);
      assert.equal((await merge({ into: from, from: [into] })).status, 200, name);
      return 'spared';
    }
    assert.equal(answer.status === 200, isTaken, `${name}: ${answer.text}`);
    return isTaken ? 'taken' : 'refused';
  };
}

/** Whether the stake program itself would merge one account into another. */
function createTrial(world: World, wallet: Address) {
  const { rpc } = createLedgerClient(world);
  return async (into: Address, from: Address): Promise<boolean> => {
    const { value } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send();
    const message = compileMessage({
      feePayer: wallet,
      blockhash: value.blockhash as Blockhash,
      budget: { computeUnitLimit: 100_000, computeUnitPrice: 0n },
      instructions: getMergeStakeInstructions({ wallet, into, from: [from] }),
    });
    const bytes = Buffer.concat([Uint8Array.of(1), Buffer.alloc(64), message]);
    const transaction = bytes.toString('base64') as Base64EncodedWireTransaction;
    const options = { encoding: 'base64', commitment: 'processed', sigVerify: false } as const;
    return (await rpc.simulateTransaction(transaction, options).send()).value.err === null;
  };
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { base58 } from '@scure/base';
import { parseDeployment } from '@staking-agent/chain/deployment';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { answerAs, dispatch } from '../../sandbox/src/rpc/dispatch.ts';
import { createNodeView } from '../../sandbox/src/rpc/node-view.ts';
import { createSandboxLedger } from '../../sandbox/src/world/create-sandbox-ledger.ts';
import type { SandboxLedger } from '../../sandbox/src/world/sandbox-ledger.ts';
import { createDice, type Dice } from './dice.ts';
import { answerRpc } from './node-answers.ts';
import { createOwner, createScheduler } from './scheduler.ts';
import {
  type Ask,
  createScripted,
  PAYMENT_KINDS,
  runLedgerScript,
  type Sides,
  writeLedgerScript,
} from './scripted-ledger.ts';
import { createSimulatedLedger, heightOf, SLOT_MILLISECONDS } from './simulated-ledger.ts';
import { SOUND_NODE } from './simulated-node.ts';
import { createWallet, type Wallet, writeMessage } from './wallet.ts';

const LENGTH = 120;
/** Each showed a difference: what a node forgets, which refusal comes first, the last block that may hold a payment. */
const SEEDS = [1, 2, 3, 8];
/** Blocks by which the sandbox is higher when it has turned the epoch. */
const SLOTS_OF_A_TURN = 2;

/** Chance that loses nothing, and lets everything land in the next block. */
function calm(dice: Dice): Dice {
  const between = (least: number, most: number) => Math.min(Math.max(least, SLOT_MILLISECONDS + 10), most);
  return { ...dice, chance: () => false, between, fork: (name) => calm(dice.fork(name)) };
}

const kindOf = (payment: number) => PAYMENT_KINDS[payment] ?? 'plain';

function createWallets(name: string, fundedFrom: (kind: string) => number): (payment: number) => Wallet {
  const wallets = new Map(
    PAYMENT_KINDS.map((kind) => [
      kind,
      createWallet(kind, fundedFrom(kind), createDice(0).fork(`${name} ${kind}`)),
    ]),
  );
  return (payment) => wallets.get(kindOf(payment)) as Wallet;
}

function onSimulation(name: string, epoch: number): Sides {
  const scheduler = createScheduler();
  const clock = scheduler.createClock(createOwner());
  const ledger = createSimulatedLedger(clock, calm(createDice(1)), () => undefined);
  while (ledger.epoch() < epoch) ledger.turnEpoch();
  const wallet = createWallets(name, (kind) => (kind === 'unfunded' ? Number.POSITIVE_INFINITY : 0));
  const ask: Ask = async (method, ...params) =>
    answerRpc({ method, params }, SOUND_NODE, ledger) as Awaited<ReturnType<Ask>>;
  const advance = async (slots: number) => {
    let isOver = false;
    clock.after(slots * SLOT_MILLISECONDS, () => {
      isOver = true;
    });
    await scheduler.run(Number.POSITIVE_INFINITY, () => isOver);
  };
  return {
    ask,
    wallet,
    advance,
    async turnEpoch() {
      ledger.turnEpoch();
      await advance(SLOTS_OF_A_TURN);
    },
    height: () => heightOf(ledger.slot()),
    sign(payment, times, blockhash) {
      const blockhashSlot = ledger.slotOfBlockhash(blockhash) ?? 0;
      const bytes = Buffer.from(base58.decode(blockhash));
      const parts = {
        payer: wallet(payment).publicKey,
        blockhash: bytes,
        unitLimit: 10_000,
        unitPrice: times,
      };
      const transaction = wallet(payment).sign(
        writeMessage({ ...parts, data: Buffer.from(String(payment)) }),
      );
      const kind = kindOf(payment);
      ledger.register({
        ...{
          transaction,
          wallet: wallet(payment),
          blockhashSlot,
          code: undefined,
          asked: 0,
          asking: 0,
          amount: 0n,
          root: '',
        },
        account: kind === 'exclusive' ? name : undefined,
        isDoomed: kind === 'doomed',
      });
      return transaction.base64;
    },
  };
}

async function onSandbox(ledger: SandboxLedger, name: string): Promise<Sides> {
  const node = createNodeView(ledger, () => 0);
  // It confirms one block sooner than the simulated ledger, so that its newest blockhash is one block younger.
  const behind = createNodeView(ledger, () => 1);
  const wallet = createWallets(name, () => 0);
  const ask: Ask = async (method, ...params) =>
    dispatch(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      answerAs(method === 'getLatestBlockhash' ? behind : node),
    ) as unknown as Awaited<ReturnType<Ask>>;
  for (const [payment, kind] of PAYMENT_KINDS.entries()) {
    if (kind !== 'unfunded') await ask('requestAirdrop', wallet(payment).address, Number(FUNDS));
  }
  ledger.advanceSlots(40);
  return {
    ask,
    wallet,
    advance: async (slots) => ledger.advanceSlots(slots),
    async turnEpoch() {
      const before = ledger.blocks.tip().height;
      ledger.advanceEpochs(1);
      assert.equal(Number(ledger.blocks.tip().height - before), SLOTS_OF_A_TURN);
    },
    height: () => Number(ledger.blocks.tip().height),
    sign(payment, times, blockhash) {
      const { publicKey } = wallet(payment);
      const bytes = Buffer.from(base58.decode(blockhash));
      return wallet(payment).sign(writePayment(kindOf(payment), publicKey, bytes, times)).base64;
    },
  };
}

const COMPUTE_BUDGET = base58.decode('ComputeBudget111111111111111111111111111111');
const SYSTEM = Buffer.alloc(32);
const FUNDS = 1_000_000_000_000n;
const SEED = 'one';

/** A transfer, a new account that can be made once, or a transfer that leaves too little for rent: each third instruction. */
function writePayment(kind: string, payer: Buffer, blockhash: Uint8Array, times: number): Buffer {
  const limit = Buffer.alloc(5, 2);
  limit.writeUInt32LE(10_000, 1);
  const price = Buffer.alloc(9, 3);
  price.writeBigUInt64LE(BigInt(times), 1);
  const made = createHash('sha256').update(payer).update(SEED).update(SYSTEM).digest();
  const [target, data] =
    kind === 'exclusive'
      ? [
          made,
          Buffer.concat([
            u32(3),
            payer,
            u64(BigInt(SEED.length)),
            Buffer.from(SEED),
            u64(FUNDS / 1_000n),
            u64(0n),
            SYSTEM,
          ]),
        ]
      : [
          createHash('sha256').update(payer).update(kind).digest(),
          Buffer.concat([u32(2), u64(kind === 'doomed' ? 1n : FUNDS / 1_000n)]),
        ];
  const instruction = (program: number, accounts: readonly number[], bytes: Uint8Array) => [
    Buffer.of(program, accounts.length, ...accounts, bytes.length),
    bytes,
  ];
  return Buffer.concat([
    Buffer.of(1, 0, 2, 4),
    ...[payer, target, COMPUTE_BUDGET, SYSTEM, blockhash],
    Buffer.of(3),
    ...instruction(2, [], limit),
    ...instruction(2, [], price),
    ...instruction(3, [0, 1], data),
  ]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

describe('generated scripts of ledger calls', () => {
  const sandbox = createSandboxLedger(parseDeployment(deploymentFile), () => Date.now());

  for (const seed of SEEDS) {
    test(`the simulated ledger answers as a VM does: script ${seed}`, async () => {
      const script = writeLedgerScript(createDice(seed), LENGTH);
      const name = `script ${seed}`;
      const simulated = onSimulation(name, Number(sandbox.epoch()));
      const real = await runLedgerScript(script, createScripted(await onSandbox(sandbox, name)));
      const told = await runLedgerScript(script, createScripted(simulated));
      for (const [i, line] of real.entries()) assert.equal(told[i], line, `step ${i}, after ${real[i - 1]}`);
    });
  }
});

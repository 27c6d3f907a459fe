import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { base58 } from '@scure/base';
import { lamports } from '@solana/kit';
import {
  getCreateAccountWithSeedInstructionDataEncoder,
  getTransferSolInstructionDataEncoder,
} from '@solana-program/system';
import { toAddress } from '@staking-agent/chain/address';
import { parseDeployment } from '@staking-agent/chain/deployment';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { answerAs, dispatch } from '../../sandbox/src/rpc/dispatch.ts';
import { createNodeView } from '../../sandbox/src/rpc/node-view.ts';
import { createSandboxLedger } from '../../sandbox/src/world/create-sandbox-ledger.ts';
import type { SandboxLedger } from '../../sandbox/src/world/sandbox-ledger.ts';
import { createDice, type Dice } from './dice.ts';
import { answerRpc } from './node-answers.ts';
import { createOwner, createScheduler } from './scheduler.ts';
import { createSimulatedLedger, heightOf, readSignature, SLOT_MILLISECONDS } from './simulated-ledger.ts';
import { SOUND_NODE } from './simulated-node.ts';
import { createWallet, type Wallet, writeMessage } from './wallet.ts';

/** Asks a node over JSON-RPC; returns the members of its answer. */
// biome-ignore lint/suspicious/noExplicitAny: results of every shape are printed, and held to those of another ledger.
type Ask = (method: string, ...params: readonly unknown[]) => Promise<{ result?: any; error?: any }>;
/** A payment that was signed, and the last height at which it may land. */
type Signed = {
  readonly base64: string;
  readonly signature: string;
  readonly blockhash: string;
  readonly last: number;
};

/** What differs between ledgers beside their answers. */
type Sides = {
  readonly ask: Ask;
  /** Signs a payment with a new blockhash. */
  sign(payment: number, times: number, blockhash: string): string;
  wallet(payment: number): Wallet;
  advance(slots: number): Promise<void>;
  turnEpoch(): Promise<void>;
  /** The height of the newest block. */
  height(): number;
};

/** Makes a ledger that scripts run on. */
function createScripted(sides: Sides) {
  const { ask, sign, advance, height, turnEpoch, wallet } = sides;
  const signed: (Signed | undefined)[] = PAYMENT_KINDS.map(() => undefined);
  let times = 0;
  const build = async (payment: number) => {
    times += 1;
    const { blockhash, lastValidBlockHeight } = (await ask('getLatestBlockhash', { commitment: 'confirmed' }))
      .result.value;
    const base64 = sign(payment, times, blockhash);
    const last = Number(lastValidBlockHeight);
    signed[payment] = { base64, signature: readSignature(base64), blockhash, last };
    return undefined;
  };
  return {
    /** Does a step; one without an answer returns nothing. */
    async do({ does, payment, count }: LedgerStep): Promise<string | undefined> {
      const one = signed[payment];
      if (does === 'build') return await build(payment);
      if (does === 'advance') return void (await advance(count));
      if (does === 'turn epoch') return void (await turnEpoch());
      if (one === undefined) return undefined;
      if (does === 'approach') {
        const slots = one.last + count - height();
        if (slots > 0) await advance(slots);
        return `${height() - one.last}`;
      }
      if (does === 'try') {
        // As it is before it is signed.
        const unsigned = Buffer.from(one.base64, 'base64').fill(0, 1, 65).toString('base64');
        const options = { encoding: 'base64', sigVerify: false, commitment: 'processed' };
        return printError((await ask('simulateTransaction', unsigned, options)).result.value.err);
      }
      const options = {
        encoding: 'base64',
        preflightCommitment: 'processed',
        skipPreflight: does !== 'send',
      };
      return printSent(await ask('sendTransaction', one.base64, options));
    },
    /** Tells of every payment that was built: its status, its blockhash, its transaction. */
    async tell(): Promise<readonly string[]> {
      const told = signed.map(async (one, payment) => {
        if (one === undefined) return '-';
        const { signature, blockhash } = one;
        const confirmed = { commitment: 'confirmed' };
        const shown = { ...confirmed, encoding: 'base64', maxSupportedTransactionVersion: 0 };
        const statuses = await ask('getSignatureStatuses', [signature]);
        const valid = await ask('isBlockhashValid', blockhash, { commitment: 'processed' });
        const transaction = await ask('getTransaction', signature, shown);
        const listed = await ask('getSignaturesForAddress', wallet(payment).address, confirmed);
        const own = (listed.result as readonly Listed[]).filter((each) => each.signature === signature);
        return [
          printStatus(statuses.result.value[0] ?? null),
          valid.result.value,
          transaction.result && printError(transaction.result.meta.err),
          own.map(({ err }) => printError(err)).join(),
        ].join(' ');
      });
      const { epoch } = (await ask('getEpochInfo', { commitment: 'confirmed' })).result;
      return [...(await Promise.all(told)), `epoch ${epoch}`];
    },
  };
}

type Listed = { readonly signature: string; readonly err: unknown };
type Status = { readonly err: unknown; readonly confirmationStatus: string } | null;

/** Finalized is confirmed for whoever asks here; the simulated node does not tell them apart. */
function printStatus(status: Status): string {
  if (status === null) return 'absent';
  const isConfirmed = status.confirmationStatus !== 'processed';
  return `${isConfirmed ? 'confirmed' : 'processed'} ${printError(status.err)}`;
}

/** Of a wallet that cannot pay the ledger says why in three ways. */
function printError(err: unknown): string {
  const text =
    typeof err === 'string'
      ? err
      : (JSON.stringify(err, (_, value) => (typeof value === 'bigint' ? Number(value) : value)) ?? 'null');
  return /AccountNotFound|InsufficientFunds/.test(text) ? 'no funds' : text;
}

function printSent({ error }: Awaited<ReturnType<Ask>>): string {
  return error === undefined ? 'taken' : `${error.code} ${printError(error.data?.err ?? null)}`;
}

/** One step of a script, as data: what is done, to which of few payments, and how much. */
type LedgerStep = {
  readonly does: 'build' | 'send' | 'send unchecked' | 'try' | 'advance' | 'approach' | 'turn epoch';
  readonly payment: number;
  readonly count: number;
};

/** What payments are for: most do what they should. */
const PAYMENT_KINDS = ['plain', 'exclusive', 'plain', 'exclusive', 'doomed', 'unfunded'] as const;

const STEPS = [
  'build',
  'send',
  'send',
  'send',
  'send unchecked',
  'try',
  'advance',
  'advance',
  'approach',
] as const;

/** Writes a script of steps on few payments, so that they meet; every payment is built first. */
function writeLedgerScript(dice: Dice, length: number): readonly LedgerStep[] {
  const builds = PAYMENT_KINDS.map((_, payment): LedgerStep => ({ does: 'build', payment, count: 0 }));
  const steps = Array.from({ length }, (): LedgerStep => {
    const payment = dice.between(0, PAYMENT_KINDS.length - 1);
    if (dice.chance(0.03)) return { does: 'turn epoch', payment, count: 1 };
    const picked = dice.pick(STEPS);
    // No preflight shows that it fails.
    const isTried = picked === 'send' || picked === 'try';
    const does = isTried && PAYMENT_KINDS[payment] === 'doomed' ? 'send unchecked' : picked;
    // Blocks before and after the last one that may hold a payment.
    if (does === 'approach') return { does, payment, count: dice.between(-2, 2) };
    return { does, payment, count: dice.chance(0.1) ? dice.between(100, 160) : dice.between(1, 6) };
  });
  return [...builds, ...steps];
}

/** Runs a script; returns a line for each step, with what the ledger tells after it. */
async function runLedgerScript(
  script: readonly LedgerStep[],
  ledger: ReturnType<typeof createScripted>,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const step of script) {
    const said = await ledger.do(step);
    // It lands in the next block; after how many more it is confirmed is a figure of each.
    if (step.does.startsWith('send')) await ledger.do({ ...step, does: 'advance', count: 3 });
    const told = await ledger.tell();
    lines.push(`${step.does} ${step.payment} ${step.count}: ${said ?? ''} | ${told.join(', ')}`);
  }
  return lines;
}

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
      const parts = { blockhash: bytes, unitLimit: 10_000, unitPrice: times };
      const data = Buffer.from(String(payment));
      const transaction = wallet(payment).sign(
        writeMessage({ ...parts, payer: wallet(payment).publicKey, data }),
      );
      const kind = kindOf(payment);
      ledger.register({
        ...{ transaction, wallet: wallet(payment), blockhashSlot, code: undefined },
        ...{ asked: 0, asking: 0, amount: 0n, root: '' },
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

const FUNDS = 1_000_000_000_000n;
const SEED = 'one';

/** A transfer, a new account that can be made once, or a transfer that leaves too little for rent. */
function writePayment(kind: string, payer: Buffer, blockhash: Uint8Array, unitPrice: number): Buffer {
  const amount = lamports(kind === 'doomed' ? 1n : FUNDS / 1_000n);
  const [seed, owner] = kind === 'exclusive' ? [SEED, SYSTEM] : [kind, ''];
  const target = createHash('sha256').update(payer).update(seed).update(owner).digest();
  const create = { base: toAddress(payer), seed, amount, space: 0n, programAddress: toAddress(SYSTEM) };
  const data =
    kind === 'exclusive'
      ? getCreateAccountWithSeedInstructionDataEncoder().encode(create)
      : getTransferSolInstructionDataEncoder().encode({ amount });
  const call = { program: SYSTEM, target, data: Uint8Array.from(data) };
  return writeMessage({ payer, blockhash, unitLimit: 10_000, unitPrice, ...call });
}

const SYSTEM = Buffer.alloc(32);

describe('generated scripts of ledger calls', () => {
  const sandbox = createSandboxLedger(parseDeployment(deploymentFile), () => Date.now());

  for (const seed of SEEDS) {
    test(`the simulated ledger answers as a VM does: script ${seed}`, async () => {
      const script = writeLedgerScript(createDice(seed), 120);
      const name = `script ${seed}`;
      const simulated = onSimulation(name, Number(sandbox.epoch()));
      const real = await runLedgerScript(script, createScripted(await onSandbox(sandbox, name)));
      const told = await runLedgerScript(script, createScripted(simulated));
      for (const [i, line] of real.entries()) assert.equal(told[i], line, `step ${i}, after ${real[i - 1]}`);
    });
  }
});

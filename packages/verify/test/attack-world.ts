import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { AccountRole, type Address, generateKeyPairSigner } from '@solana/kit';
import { proveBounded } from '../src/bounded/prove-bounded.ts';
import type { Rule } from '../src/verification.ts';
import { type Ask, type BoundedWorld, DEPLOYMENT, SOL, startBoundedWorld } from './bounded-world.ts';
import type { ReadSubject } from './edit-evidence.ts';
import { compile, listInstructions, type PlainInstruction, withData } from './edit-transaction.ts';
import {
  exit,
  giveRasol,
  giveStake,
  poolExit,
  poolStake,
  slowExit,
  stake,
  stakeExit,
  vaultDeposit,
  vaultExit,
} from './honest-orders.ts';

export const MARKET = '76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC';
const VAULT = 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8';
const STAKE_POOL = DEPLOYMENT.stakePool.program;
export const STAKEDEX = 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq';

/** The kinds of transaction that others make. */
export const KINDS = [
  'stake',
  'pool stake',
  'market stake',
  'exit',
  'pool exit',
  'market exit',
  'slow exit',
  'stake exit',
  'market stake exit',
  'vault deposit',
  'vault exit',
] as const;
export type Kind = (typeof KINDS)[number];

/** A wallet, an honest order of each kind for it, and a stranger. */
export type AttackWorld = Awaited<ReturnType<typeof startAttackWorld>>;

export async function startAttackWorld(t: Pick<TestContext, 'after'>) {
  const world = rememberSubjects(await startBoundedWorld(t));
  const wallet = await world.createWallet(1_000n * SOL);
  const at = wallet.address;
  await giveRasol(world, wallet, 100n * SOL);
  const account = await giveStake(world, wallet, '1');
  await world.call(`${world.sandbox.url}/sandbox/fund`, { wallet: at, usdc: '2000' });
  await world.land(wallet, (await vaultDeposit(world, at, 500n)).transaction);
  const honest: Readonly<Record<Kind, Ask>> = {
    stake: await stake(world, at, 'SanctumRouter'),
    'pool stake': await poolStake(world, at),
    'market stake': await stake(world, at, 'Jup', '10'),
    exit: await exit(world, at, 'SanctumRouter'),
    'pool exit': await poolExit(world, at),
    'market exit': await exit(world, at, 'Jup'),
    'slow exit': await slowExit(world, at),
    'stake exit': await stakeExit(world, at, account, 'SanctumRouter'),
    'market stake exit': await stakeExit(world, at, account, 'Jup'),
    'vault deposit': await vaultDeposit(world, at, 100n),
    'vault exit': await vaultExit(world, at, 100n),
  };
  const stranger = (await generateKeyPairSigner()).address;
  const editInstructions = async (
    ask: Ask,
    edit: (all: readonly PlainInstruction[]) => readonly PlainInstruction[],
  ): Promise<Ask> => ({
    ...ask,
    transaction: compile(at, edit(listInstructions(ask.transaction)), await world.blockhash()),
  });
  return {
    world,
    wallet,
    stranger,
    createAsk: (kind: Kind): Ask => honest[kind],
    editInstructions,
    /** Edits the instructions of one program. */
    editOne: (ask: Ask, program: string, edit: (one: PlainInstruction) => PlainInstruction): Promise<Ask> =>
      editInstructions(ask, (all) => all.map((one) => (one.programAddress === program ? edit(one) : one))),
    /** Lets the message write to more: a listed program ignores what follows its accounts. */
    withWritable: (ask: Ask, address: Address): Promise<Ask> =>
      editInstructions(ask, (all) => {
        const last = all.findLastIndex(({ programAddress }) =>
          [STAKE_POOL, STAKEDEX, MARKET, VAULT].includes(programAddress),
        );
        const extra = { address, role: AccountRole.WRITABLE };
        return all.map((one, i) => (i === last ? { ...one, accounts: [...one.accounts, extra] } : one));
      }),
  };
}

/** Simulates each transaction once: attacks change what was read, and nothing on the ledger. All are one wallet's. */
function rememberSubjects(world: BoundedWorld): BoundedWorld {
  const subjects = new Map<string, ReturnType<BoundedWorld['subject']>>();
  return {
    ...world,
    subject: async (ask) => {
      const simulated = subjects.get(ask.transaction) ?? world.subject(ask);
      subjects.set(ask.transaction, simulated);
      return { ...(await simulated), operation: ask.operation, request: ask.request };
    },
  };
}

/** Lists the rules that a proof finds broken. */
export function listRules(subject: ReadSubject): readonly Rule[] {
  return proveBounded(subject).findings.map(({ rule }) => rule);
}

/** Asserts that a rule is among those broken, and that every finding says so in a sentence. */
export function assertRefused(subject: ReadSubject, rule: Rule, what = ''): void {
  const { findings } = proveBounded(subject);
  const found = findings.map(({ rule: broken, detail }) => `${broken}: ${detail}`);
  assert.ok(
    findings.some((finding) => finding.rule === rule),
    `${what}: ${rule} expected, found ${JSON.stringify(found)}`,
  );
  for (const { detail } of findings) assert.match(detail, /\w{3}.*\.$/s);
}

/** A u64 as the ledger writes it. */
export function u64(value: bigint): Uint8Array {
  const data = new Uint8Array(8);
  new DataView(data.buffer).setBigUint64(0, value, true);
  return data;
}

/** Puts another u64 into the data of an instruction. */
export function setAmount(offset: number, value: bigint) {
  return (one: PlainInstruction): PlainInstruction =>
    withData(one, (data) => {
      data.set(u64(value), offset);
      return data;
    });
}

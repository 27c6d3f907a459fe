import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KeyPairSigner } from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { proveBounded } from '../src/bounded/prove-bounded.ts';
import { explainTransaction } from '../src/explain.ts';
import type { Effects } from '../src/verification.ts';
import { type Ask, type BoundedWorld, DEPLOYMENT, SOL, startBoundedWorld } from './bounded-world.ts';
import { listInstructions } from './edit-transaction.ts';
import { giveWrappedSol } from './give-wrapped-sol.ts';
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

const { solMint, rasolMint, usdcMint, rausdcMint } = DEPLOYMENT;
const STAKEDEX = 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq';
const closings: (() => unknown)[] = [];

describe('honest orders of router and vault provider', () => {
  let world: BoundedWorld;
  before(async () => {
    world = await startBoundedWorld({ after: (close) => closings.push(close as () => unknown) });
  });
  after(() => Promise.all(closings.map((close) => close())));

  const prove = async (ask: Ask): Promise<Effects> => {
    const subject = await world.subject(ask);
    const { findings, effects } = proveBounded(subject);
    assert.deepEqual(findings, []);
    for (const { name, sentence } of explainTransaction(
      subject.answer.transaction,
      subject.deployment,
      subject.evidence.lookupTables,
    )) {
      assert.ok(name, sentence);
      assert.doesNotMatch(sentence, /[{}]|not known|\bno \w/);
    }
    return effects();
  };
  const ata = async (wallet: string, mint: string) => {
    const owner = wallet as KeyPairSigner['address'];
    const input = { owner, mint: mint as typeof owner, tokenProgram: TOKEN_PROGRAM_ADDRESS };
    return (await findAssociatedTokenPda(input))[0];
  };
  const tokens = async (wallet: string, mint: string): Promise<bigint> => {
    const data = world.readAccount(await ata(wallet, mint))?.data;
    return data === undefined ? 0n : new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
  };

  // What is told must be what happens: land it, and compare to the lamport.
  const landAndCompare = async (wallet: KeyPairSigner, ask: Ask): Promise<Effects> => {
    const effects = await prove(ask);
    const mints = [rasolMint, usdcMint, rausdcMint];
    const held = await Promise.all(mints.map((mint) => tokens(wallet.address, mint)));
    const lamports = world.ledger.bank.getLamports(wallet.address);
    await world.land(wallet, ask.transaction);
    const getMoved = (asset: string) =>
      effects.arrives.filter((one) => one.asset === asset).reduce((sum, { amount }) => sum + amount, 0n) -
      effects.leaves.filter((one) => one.asset === asset).reduce((sum, { amount }) => sum + amount, 0n);
    for (const [i, mint] of mints.entries()) {
      assert.equal((await tokens(wallet.address, mint)) - (held[i] ?? 0n), getMoved(mint), mint);
    }
    const rent = effects.rent.reduce((sum, one) => sum + one.lamports, 0n);
    const { signatures, priority } = effects.fee;
    const gained = world.ledger.bank.getLamports(wallet.address) - lamports;
    assert.equal(gained, getMoved(solMint) - signatures - priority - rent);
    return effects;
  };

  for (const source of ['SanctumRouter', 'Jup'] as const) {
    test(`a stake over ${source}, first and second, is told as it lands`, async () => {
      const wallet = await world.createWallet();
      const first = await landAndCompare(wallet, await stake(world, wallet.address, source, '10'));
      assert.equal(first.rent.length, 1);
      const second = await landAndCompare(wallet, await stake(world, wallet.address, source, '10'));
      assert.deepEqual(second.rent, []);
      const [arrived] = second.arrives;
      assert.ok(arrived?.least !== undefined);
      // The pool's rate stands within an epoch, the market's does not.
      if (source === 'SanctumRouter') assert.equal(arrived.least, arrived.amount);
      else assert.ok(arrived.least < arrived.amount);
    });

    test(`an instant exit over ${source} is told as it lands`, async () => {
      const wallet = await world.createWallet();
      await giveRasol(world, wallet, 10n * SOL);
      const { leaves } = await landAndCompare(wallet, await exit(world, wallet.address, source));
      assert.equal(leaves[0]?.amount, 2n * SOL);
    });
  }

  test('the pool takes SOL and gives it back by its own instructions', async () => {
    const wallet = await world.createWallet();
    await landAndCompare(wallet, await poolStake(world, wallet.address));
    await giveRasol(world, wallet, 2n * SOL);
    await landAndCompare(wallet, await poolExit(world, wallet.address));
  });

  test('a wallet with wrapped SOL of its own stakes and exits, and keeps it', async () => {
    const wallet = await world.createWallet();
    await giveRasol(world, wallet, 10n * SOL);
    await giveWrappedSol(world, wallet, 3n * SOL);
    await landAndCompare(wallet, await stake(world, wallet.address, 'Jup', '10'));
    await landAndCompare(wallet, await exit(world, wallet.address, 'Jup'));
    assert.equal(await tokens(wallet.address, solMint), 3n * SOL);
  });

  test('a slow exit makes one stake account that cools down', async () => {
    const wallet = await world.createWallet();
    await giveRasol(world, wallet, 10n * SOL);
    const effects = await landAndCompare(wallet, await slowExit(world, wallet.address));
    assert.equal(effects.arrives[0]?.asset, 'stake');
    assert.equal(effects.rent[0]?.account, effects.arrives[0]?.account);
  });

  test('a large slow exit over the router’s program, whose stake account programs make', async () => {
    const wallet = await world.createWallet(2_000n * SOL);
    await giveRasol(world, wallet, 1_000n * SOL);
    const ask = await slowExit(world, wallet.address, 900n);
    const programs = listInstructions(ask.transaction).map(({ programAddress }) => programAddress);
    assert.ok(programs.includes(STAKEDEX as (typeof programs)[number]));
    const effects = await landAndCompare(wallet, ask);
    assert.equal(effects.arrives[0]?.asset, 'stake');
    assert.deepEqual(effects.rent, [], 'its stake repays the rent');
  });

  for (const source of ['SanctumRouter', 'Jup'] as const) {
    test(`a stake account leaves for SOL over ${source}, with and without raSOL in the wallet`, async () => {
      const wallet = await world.createWallet();
      const [first, second] = [await giveStake(world, wallet, '1'), await giveStake(world, wallet, '2')];
      await landAndCompare(wallet, await stakeExit(world, wallet.address, first, source));
      const poor = await world.createWallet();
      await world.handOver(second, wallet, poor.address);
      const effects = await landAndCompare(poor, await stakeExit(world, poor.address, second, source));
      assert.equal(effects.leaves[0]?.asset, 'stake');
      assert.deepEqual(effects.rent, []);
    });
  }

  test('the vault provider: deposit, exit from idle funds, from a strategy, of everything', async () => {
    const wallet = await world.createWallet();
    await world.call(`${world.sandbox.url}/sandbox/fund`, { wallet: wallet.address, usdc: '2000000' });
    await landAndCompare(wallet, await vaultDeposit(world, wallet.address, 900_000n));
    await landAndCompare(wallet, await vaultExit(world, wallet.address, 100n));
    // The epoch's end puts idle funds to work: the next exit calls them back.
    await world.call(`${world.sandbox.url}/sandbox/advance-epoch`, { epochs: 1 });
    const beyond = await vaultExit(world, wallet.address, 600_000n);
    const names = listInstructions(beyond.transaction).map(({ data }) =>
      Buffer.from(data.subarray(0, 8)).toString('hex'),
    );
    assert.ok(names.includes('77213634c208d3ef'), 'the strategy is called');
    await landAndCompare(wallet, beyond);
    await landAndCompare(wallet, await vaultExit(world, wallet.address, 'all'));
    assert.equal(await tokens(wallet.address, rausdcMint), 0n);
  });

  test('minReceive tightens every kind, and loosens instant exits only', async () => {
    const wallet = await world.createWallet();
    await giveRasol(world, wallet, 10n * SOL);
    const rules = async (ask: Ask, minReceive: string) => {
      const { findings } = proveBounded(
        await world.subject({ ...ask, request: { ...ask.request, minReceive } }),
      );
      return [...new Set(findings.map(({ rule }) => rule))].sort();
    };
    const bought = await stake(world, wallet.address, 'SanctumRouter');
    assert.deepEqual(await rules(bought, '1.9'), ['minimum', 'price']);
    // Nothing in its bytes demands one.
    assert.deepEqual(await rules(bought, '0.000000001'), ['minimum']);
    const traded = await stake(world, wallet.address, 'Jup', '10');
    assert.deepEqual(await rules(traded, '1.9'), ['minimum', 'price']);
    const unslipped = await stake(world, wallet.address, 'Jup', '200');
    assert.deepEqual(await rules(unslipped, '0.000000001'), ['minimum']);
    const sold = await exit(world, wallet.address, 'Jup', '400');
    assert.deepEqual(await rules(sold, '2.143'), ['minimum']);
    assert.deepEqual(await rules(sold, '2.05'), []);
    assert.deepEqual(await rules(sold, '2.2'), ['minimum', 'price']);
  });
});

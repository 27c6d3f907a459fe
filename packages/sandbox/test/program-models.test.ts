import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  AccountRole,
  type Address,
  createNoopSigner,
  getTransactionEncoder,
  type Instruction,
  lamports,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { startSandbox } from '../src/index.ts';
import { stakePoolModel } from '../src/programs/stake-pool/model.ts';
import { prefundWithdrawStake } from '../src/programs/stakedex/instructions.ts';
import { getSwapInstruction, SWAP_PROGRAM_ADDRESS } from '../src/programs/swap.ts';
import { findPda } from '../src/vm/player/model.ts';
import { findProgramData } from '../src/vm/sandbox-vm.ts';
import { type DecodedTransaction, decodeTransaction, replaceBlockhash } from '../src/vm/transaction.ts';
import { cutAccounts, withAccount } from './edit-instruction.ts';
import { depositSol, withdrawSol, withdrawStake } from './pool-steps.ts';
import { type PoolSandbox, startPoolSandbox, tryOut } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { rasolMint: RASOL, solMint: WSOL } = DEPLOYMENT;

const withRole = (instruction: Instruction, index: number, role: AccountRole) =>
  withAccount(instruction, index, undefined, role);

async function sell(test: PoolSandbox, wallet: Address, change: object = {}): Promise<Instruction> {
  return getSwapInstruction({
    market: test.world.market,
    owner: wallet,
    source: await test.findAta(wallet),
    destination: await test.findAta(wallet),
    mintIn: RASOL,
    mintOut: WSOL,
    amountIn: SOL,
    minimumAmountOut: 0n,
    ...change,
  });
}

describe('a modelled program has no more rights than a real one', () => {
  test('an account it writes must be writable, one it lets sign must have signed', async (t) => {
    const world = await startPoolSandbox(t);
    const { address } = await world.createWallet(10n * SOL);
    const stranger = await world.createWallet();
    const deposit = await depositSol(world, address, SOL);
    const cases: readonly (readonly [Instruction, unknown])[] = [
      [withRole(deposit, 0, AccountRole.READONLY), 'ReadonlyDataModified'],
      [withRole(deposit, 2, AccountRole.READONLY), 'PrivilegeEscalation'],
      [withRole(deposit, 7, AccountRole.READONLY), 'PrivilegeEscalation'],
      [await depositSol(world, stranger.address, SOL), 'PrivilegeEscalation'],
      [withRole(await withdrawSol(world, address, SOL), 4, AccountRole.READONLY), 'PrivilegeEscalation'],
    ];
    for (const [instruction, expected] of cases) {
      const unsigned =
        instruction === cases[3]?.[0] ? withRole(instruction, 3, AccountRole.WRITABLE) : instruction;
      const { err, logs } = world.simulate(address, [unsigned]);
      assert.deepEqual(err, { InstructionError: [0, expected] }, logs.join('\n'));
    }
  });

  test('a transaction leaves it as it was deployed, and is as large when it comes again', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet(10n * SOL);
    const { ledger } = world;
    const deposit = await depositSol(world, wallet.address, SOL);
    const program = deposit.programAddress;
    const read = () => [program, findProgramData(program)].map((address) => ledger.findAccount(address));
    const deployed = read();
    assert.ok(deployed[1]);
    const simulated = world.simulate(wallet.address, [deposit]);
    assert.deepEqual(read(), deployed);
    const landed = await world.send(wallet, [deposit]);
    assert.equal(landed.err, null);
    assert.deepEqual(read(), deployed);
    assert.equal(landed.loadedAccountsDataSize, simulated.loadedAccountsDataSize);
  });

  test('decides anew for a transaction that was simulated before the ledger changed', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet(10n * SOL);
    const { ledger } = world;
    const signed = await world.sign(wallet, [await depositSol(world, wallet.address, SOL)]);
    const decode = () => decodeTransaction(new Uint8Array(getTransactionEncoder().encode(signed)));
    const decoded = decode();
    const before = tryOut(decoded, ledger);
    // Each token is worth twice as much from now on.
    world.setPool({ totalLamports: world.pool().totalLamports * 2n });
    const after = tryOut(decode(), ledger);
    const landed = ledger.submit(decoded);
    assert.equal(landed.err, null, landed.logs.join('\n'));
    assert.deepEqual(landed.postTokenBalances, after.postTokenBalances);
    assert.notDeepEqual(landed.postTokenBalances, before.postTokenBalances);
  });

  test('decides once while the ledger stands still, and anew for other calls and in the next slot', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet(10n * SOL);
    const { bank } = world.ledger;
    let runs = 0;
    const run: typeof stakePoolModel.run = (call) => {
      runs += 1;
      stakePoolModel.run(call);
    };
    bank.upgrade({ ...stakePoolModel, run });
    const deposit = await depositSol(world, wallet.address, SOL);
    const decode = async (...deposits: readonly Instruction[]) =>
      decodeTransaction(Buffer.from(getTransactionEncoder().encode(await world.sign(wallet, deposits))));
    const [once, twice] = [await decode(deposit), await decode(deposit, deposit)];
    const count = (decoded: DecodedTransaction): number => {
      const before = runs;
      assert.equal(tryOut(decoded, world.ledger).err, null);
      return runs - before;
    };
    assert.equal(count(once), 1);
    const expected = tryOut(once, world.ledger);
    assert.deepEqual(tryOut(replaceBlockhash(once, wallet.address), world.ledger), expected);
    assert.equal(runs, 1);
    assert.equal(count(twice), 2);
    assert.equal(count(once), 0, 'others in between change nothing');
    world.ledger.advanceSlots(1);
    assert.equal(count(once), 1);
    assert.equal(count(twice), 2);
  });

  test('what it invokes must be among its accounts', async (t) => {
    const world = await startPoolSandbox(t);
    const { address } = await world.createWallet(10n * SOL);
    const swap = await sell(world, address);
    assert.deepEqual(world.simulate(address, [cutAccounts(swap, -1)]).err, {
      InstructionError: [0, 'MissingAccount'],
    });
  });

  test('fails over an account that it cannot read', async (t) => {
    const world = await startPoolSandbox(t);
    const { address } = await world.createWallet(10n * SOL);
    const exit = { user: address, source: await world.findAta(address), amount: SOL, seed: 7 };
    const { accounts = [], ...prefund } = prefundWithdrawStake(world.world, exit);
    // A mint in the place of the fee of the Reserve.
    const given = accounts.with(9, { address: RASOL, role: AccountRole.READONLY });
    const { err, logs } = world.simulate(address, [{ ...prefund, accounts: given }]);
    assert.deepEqual(err, { InstructionError: [0, 'ProgramFailedToComplete'] }, logs.join('\n'));
  });

  test('an error keeps the index of the instruction that was signed', async (t) => {
    const world = await startPoolSandbox(t);
    const { address } = await world.createWallet(30n * SOL);
    const transfer = (amount: bigint) =>
      getTransferSolInstruction({
        source: createNoopSigner(address),
        destination: world.world.reserveStake,
        amount: lamports(amount),
      });
    const market = getTransferSolInstruction({
      source: createNoopSigner(address),
      destination: world.world.market,
      amount: lamports(5n),
    });
    const deposit = await depositSol(world, address, SOL);
    const steps = [
      market,
      deposit,
      ...(await withdrawStake(world, address, 2n * SOL, { seed: 'x' })),
      market,
    ];
    assert.equal(world.simulate(address, steps).err, null);
    const tooMuch = await withdrawSol(world, address, 100n * SOL);
    for (let at = 0; at <= steps.length; at += 1) {
      const broken = [...steps.slice(0, at), tooMuch, ...steps.slice(at)];
      assert.deepEqual(world.simulate(address, broken).err, { InstructionError: [at, { Custom: 1 }] });
      const rich = [...steps.slice(0, at), transfer(10n ** 15n), ...steps.slice(at)];
      assert.deepEqual(world.simulate(address, rich).err, { InstructionError: [at, { Custom: 1 }] });
    }
  });

  test('an account left below its rent is named by its place in the signed transaction', async (t) => {
    const world = await startPoolSandbox(t);
    const { address } = await world.createWallet(30n * SOL);
    const { address: fresh } = findPda(SWAP_PROGRAM_ADDRESS, 'nobody');
    const withdraw = await withdrawSol(world, address, 2n, { lamportReceiver: fresh });
    world.setPool({ solWithdrawalFee: { denominator: 1n, numerator: 0n } });
    const { err } = world.simulate(address, [withdraw]);
    assert.ok(
      err !== null && typeof err === 'object' && 'InsufficientFundsForRent' in err,
      JSON.stringify(err),
    );
    assert.deepEqual(Object.keys(err.InsufficientFundsForRent), ['account_index']);
  });
});

describe('the market', () => {
  test('refuses foreign accounts, too much, too little, and what it does not know', async (t) => {
    const world = await startPoolSandbox(t);
    const { address } = await world.createWallet(50n * SOL);
    const swap = await sell(world, address);
    const { solVault, tokenVault, stakePool } = world.world;
    const place = (index: number, by: Address) => withAccount(swap, index, by);
    const cases: readonly (readonly [Instruction, unknown])[] = [
      [place(0, stakePool), 'IncorrectProgramId'],
      [place(4, solVault), { Custom: 0 }],
      [place(5, tokenVault), { Custom: 0 }],
      [place(2, tokenVault), { Custom: 4 }],
      // The destination takes raSOL, not the wrapped SOL that comes out.
      [swap, { Custom: 3 }],
      [await sell(world, address, { minimumAmountOut: 2n * SOL }), { Custom: 1 }],
      [await sell(world, address, { amountIn: 15_000n * SOL }), { Custom: 2 }],
      [await sell(world, address, { amountIn: 0n }), { Custom: 2 }],
      [{ ...swap, data: Uint8Array.of(9) }, 'InvalidInstructionData'],
      [{ ...swap, data: Uint8Array.of(1, 2) }, 'InvalidInstructionData'],
      [cutAccounts(swap, 3), 'NotEnoughAccountKeys'],
    ];
    for (const [instruction, expected] of cases) {
      const { err, logs } = world.simulate(address, [instruction]);
      assert.deepEqual(err, { InstructionError: [0, expected] }, logs.join('\n'));
    }
  });
});

describe('the folder of binaries', () => {
  test('must exist, and hold a program where it holds the file', async (t) => {
    const options = { deployment: DEPLOYMENT, port: 0 };
    await assert.rejects(
      startSandbox({ ...options, programsDirectory: '/no/such/folder' }),
      /does not exist/,
    );
    const folder = mkdtempSync(join(tmpdir(), 'programs-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const empty = await startSandbox({ ...options, programsDirectory: folder });
    assert.equal(empty.ledger.binaries.size, 0);
    await empty.close();
    writeFileSync(join(folder, 'spl_stake_pool.so'), 'no program');
    await assert.rejects(startSandbox({ ...options, programsDirectory: folder }));
  });
});

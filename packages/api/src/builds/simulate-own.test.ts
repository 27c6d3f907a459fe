import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '@staking-agent/chain/vault';
import { createManualClock } from '../../test/manual-clock.ts';
import { printTransaction, writeMessage } from '../../test/message-bytes.ts';
import { JsonRpcError, UpstreamFault } from '../problems/faults.ts';
import { isProblemError, problem } from '../problems/problem.ts';
import { FEE, type Given, KEYS, openLedger, POOL_PROGRAM, transfer } from './shortfall.world.ts';
import { type SimulationFailure, type SimulationPorts, simulateOwn } from './simulate.ts';

suite('a simulation of our own message', () => {
  const MESSAGE = writeMessage(KEYS, [transfer(7)]);
  const FAULT = { InstructionError: [2, { Custom: 39 }] };
  const ofProgram = (program: string, code: number) => [
    `Program ${program} invoke [1]`,
    `Program ${program} failed: custom program error: 0x${code.toString(16)}`,
  ];
  const POOL = 'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY';
  const STAKE = 'Stake11111111111111111111111111111111111111';
  const gone = [
    `Program ${VOLTR_VAULT_PROGRAM_ADDRESS} invoke [1]`,
    'Program log: AnchorError occurred. Error Code: InstructionFallbackNotFound. Error Number: 101. Error Message: Fallback functions are not supported.',
    `Program ${VOLTR_VAULT_PROGRAM_ADDRESS} failed: custom program error: 0x65`,
  ];
  const behind = () => {
    throw new JsonRpcError(-32_016, 'slot not reached', undefined);
  };
  const shows = (err: unknown, logs: readonly string[] | null = [], used?: number | null) => ({
    value: { err, logs, unitsConsumed: used, loadedAccountsDataSize: used },
  });

  async function simulate(answer: (turn: number) => unknown, since = 5n, given: Given = {}) {
    const clock = createManualClock();
    const { simulations, ...ports } = openLedger(given, answer);
    const explain = (cause: SimulationFailure) => problem('INTERNAL', undefined, { cause });
    const shown = simulateOwn(MESSAGE, since, { ...ports, clock }, explain).catch((error: unknown) => error);
    await clock.pass(10_000);
    return { shown: await shown, simulations };
  }

  test('is made with the blockhash of the node, on a state no older than that of the build', async () => {
    const options = {
      encoding: 'base64',
      commitment: 'confirmed',
      sigVerify: false,
      replaceRecentBlockhash: true,
    };
    const { shown, simulations } = await simulate(() => shows(null, [], 450));
    assert.deepEqual(shown, { unitsConsumed: 450, loadedDataSize: 450 });
    assert.deepEqual(simulations, [[printTransaction(MESSAGE), { ...options, minContextSlot: 5 }]]);
    const { simulations: first } = await simulate(() => shows(null), 0n);
    assert.deepEqual(first, [[printTransaction(MESSAGE), options]]);
  });

  test('names the fee among what a wallet lacks, also where no node knows its blockhash', async () => {
    for (const [fee, counted] of [
      [Number(FEE), FEE],
      [null, 0n],
      [undefined, 0n],
    ] as const) {
      const failing = { value: { ...shows('AccountNotFound').value, fee } };
      const { shown } = await simulate(() => failing, 5n, { fee: null });
      assert.ok(isProblemError(shown));
      assert.equal(shown.code, 'INSUFFICIENT_FUNDS');
      assert.equal(
        (shown.members as { needs?: { baseUnits: string } }).needs?.baseUnits,
        String(counted + 7n),
      );
    }
  });

  test('shows units and loaded data where the node says them, or is refused by what explains the failure', async () => {
    for (const units of [null, undefined]) {
      assert.deepEqual((await simulate(() => shows(null, [], units))).shown, {
        unitsConsumed: undefined,
        loadedDataSize: undefined,
      });
    }
    const { shown } = await simulate(() => shows('AccountInUse', null));
    assert.ok(isProblemError(shown) && shown.code === 'INTERNAL');
    assert.deepEqual(shown.cause, { fault: 'AccountInUse', logs: null });
    const poor = await simulate(() => shows('AccountNotFound', null));
    assert.ok(isProblemError(poor.shown) && poor.shown.code === 'INSUFFICIENT_FUNDS');
  });

  test('is repeated four times where the node is behind, and for no other refusal', async () => {
    const { shown, simulations } = await simulate((turn) => (turn < 5 ? behind() : shows(null, [], 1)));
    assert.deepEqual([shown, simulations.length], [{ unitsConsumed: 1, loadedDataSize: 1 }, 5]);
    const never = await simulate(behind);
    assert.ok(never.shown instanceof JsonRpcError);
    assert.equal(never.simulations.length, 5);
    for (const fault of [
      new JsonRpcError(-32_005, 'unhealthy', undefined),
      new UpstreamFault('ledger', 'timeout'),
    ]) {
      const refused = await simulate(() => {
        throw fault;
      });
      assert.deepEqual([refused.shown, refused.simulations.length], [fault, 1]);
    }
  });

  for (const [name, fault, logs, given, code] of [
    ['what the wallet lacks', 'AccountNotFound', null, {}, 'INSUFFICIENT_FUNDS'],
    ["the program's own code", FAULT, ofProgram(POOL_PROGRAM, 39), {}, 'SLIPPAGE_EXCEEDED'],
    ['a rate that is due', FAULT, ofProgram(POOL, 17), {}, 'POOL_NOT_UPDATED'],
    ['rewards that are being paid', FAULT, ofProgram(STAKE, 16), {}, 'EPOCH_REWARDS_BEING_PAID'],
    ['the word of the vault', FAULT, ofProgram(VOLTR_VAULT_PROGRAM_ADDRESS, 6_006), {}, 'VAULT_REFUSED'],
    ['an instruction that is no more', FAULT, gone, {}, 'PROGRAM_CHANGED'],
    ['what is not known otherwise', { InstructionError: [0, { Custom: 77 }] }, null, {}, 'SIMULATION_FAILED'],
  ] as const) {
    test(`is refused by ${name}`, async () => {
      const ports = { ...openLedger(given, () => shows(fault, logs)), clock: createManualClock() };
      const error = await simulateOwn(MESSAGE, 5n, ports as SimulationPorts).catch((each) => each);
      assert.equal(error.code, code);
    });
  }
});

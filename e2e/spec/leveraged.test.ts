import assert from 'node:assert/strict';
import { before, beforeEach, describe, type TestContext, test } from 'node:test';
import {
  BankOperationalState,
  findBankVaultPda,
  getBankDecoder,
  getBankEncoder,
} from '@staking-agent/chain/lending';
import { getLeveragedPositionCodec } from '@staking-agent/chain/leverage';
import type { Wallet } from '@staking-agent/dev';
import { EntryOptionsAnswer, LeveragedInstantAnswer, LeveragedStakeAnswer } from '@staking-agent/wire';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, changeVault, configureVault, setTokens } from '../change-account.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { signBuild } from '../land-build.ts';
import { startReplica } from '../replica.ts';
import {
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  send,
  setLedgerFault,
  startWorld,
  type World,
} from '../world.ts';

/** About the deadline of a read. */
const READ_DEADLINES = [3_000, 4_000] as const;
const clock = createHastyClock();
/** Where a bank says whether it is open. */
const OPERATIONAL_STATE = 608;
const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const leveraged = DEPLOYMENT.leveraged;

function dataDirectory(t: TestContext): string {
  const directory = createDataDirectory(t);
  return directory;
}

describe('what leveraged staking refuses', () => {
  const cleanup = createCleanup();
  let world: World;
  let wallet: Wallet;
  let snapshot: ReturnType<World['sandbox']['ledger']['save']>;

  // Given a wallet whose deposit is larger than what the manager leaves at hand
  before(async () => {
    world = await startWorld(cleanup, {}, clock);
    wallet = await createFundedWallet(world, '9000');
    const build = await stake('8000');
    await broadcast(build.body);
    await advanceEpochs(world, 1);
    snapshot = world.sandbox.ledger.save();
  });
  beforeEach(async () => {
    world.sandbox.ledger.restore(snapshot);
    await setLedgerFault(world, { mode: 'none' });
  });

  const post = (path: string, body: object) =>
    world.post(path, { ...LEVERAGED, wallet: wallet.address, ...body });
  const stake = (amount: string) => post('/stake', { amount });
  const unstake = (amount: string, more: object = {}) =>
    post('/unstake', { kind: 'instant', amount, ...more });
  const broadcast = async (build: { transaction: string; service_token: string }) =>
    world.post('/broadcast', await signBuild(wallet, build));

  const LARGE = '4000';
  const states: Record<
    string,
    [
      () => void | Promise<void>,
      () => Promise<Awaited<ReturnType<World['post']>>>,
      { code: string; detail: RegExp },
    ]
  > = {
    'a deposit beyond the cap': [
      () => configureVault(world, leveraged.vault, { maxCap: 1n }),
      () => stake('1'),
      { code: 'VAULT_REFUSED', detail: /MaxCapExceeded/ },
    ],
    'a deposit while deposits are off': [
      () => configureVault(world, leveraged.vault, { disabledOperations: 1 }),
      () => stake('1'),
      { code: 'VAULT_REFUSED', detail: /OperationNotAllowed/ },
    ],
    'a deposit before the vault opens': [
      () => configureVault(world, leveraged.vault, { startAtTs: 2n ** 40n }),
      () => stake('1'),
      { code: 'VAULT_REFUSED', detail: /VaultNotActive/ },
    ],
    'a deposit of more than the wallet holds': [
      () => undefined,
      () => stake('2000'),
      { code: 'INSUFFICIENT_FUNDS', detail: /wallet holds .* SOL; this needs / },
    ],
    'a deposit while the pool is stale': [
      () => world.sandbox.ledger.advanceEpochs(1, { updatePool: false }),
      () => stake('1'),
      { code: 'POOL_NOT_UPDATED', detail: /StakeListAndPoolOutOfDate/ },
    ],
    'an exit while the pool is stale': [
      () => world.sandbox.ledger.advanceEpochs(1, { updatePool: false }),
      () => unstake(LARGE),
      { code: 'POOL_NOT_UPDATED', detail: /StakeListAndPoolOutOfDate/ },
    ],
    'an exit while there is a waiting period': [
      () => configureVault(world, leveraged.vault, { withdrawalWaitingPeriod: 60n }),
      () => unstake('1'),
      { code: 'VAULT_REFUSED', detail: /InstantWithdrawNotAllowed/ },
    ],
    'an exit while both ways are off': [
      () => configureVault(world, leveraged.vault, { disabledOperations: 6 }),
      () => unstake('1'),
      { code: 'VAULT_REFUSED', detail: /OperationNotAllowed/ },
    ],
    'an exit of more LP than the wallet holds': [
      () => undefined,
      () => unstake('9000'),
      { code: 'INSUFFICIENT_FUNDS', detail: /wallet holds .* raSOL Max; this needs / },
    ],
    'a large exit while the lender is paused': [
      () => setBank('Paused'),
      () => unstake(LARGE),
      { code: 'NO_EXIT_LIQUIDITY', detail: /BankPaused/ },
    ],
    'a large exit while the bank was never set up': [
      () => setBankByte(OPERATIONAL_STATE, 4),
      () => unstake(LARGE),
      { code: 'NO_EXIT_LIQUIDITY', detail: /BankUninitialized/ },
    ],
    'a large exit while the bank is only to be reduced': [
      () => setBankByte(OPERATIONAL_STATE, 5),
      () => unstake(LARGE),
      { code: 'NO_EXIT_LIQUIDITY', detail: /BankReduceOnly/ },
    ],
    'a large exit while the circuit of the bank is broken': [
      () => setBankByte(OPERATIONAL_STATE, 6),
      () => unstake(LARGE),
      { code: 'NO_EXIT_LIQUIDITY', detail: /CircuitBroken/ },
    ],
    'a quote while the bank is in a state of a later release': [
      () => setBankByte(OPERATIONAL_STATE, 200),
      () => post('/quote', { amount: LARGE }),
      { code: 'NO_EXIT_LIQUIDITY', detail: /OperationalState200/ },
    ],
    'a large exit while the lender has too little': [
      async () => setTokens(world, (await findBankVaultPda(leveraged.lending))[0], 1_000_000_000n),
      () => unstake(LARGE),
      { code: 'NO_EXIT_LIQUIDITY', detail: /InsufficientFunds/ },
    ],
    'a large exit while the market has too little': [
      () => setTokens(world, leveraged.market.solVault, 1_000_000_000n),
      () => unstake(LARGE),
      { code: 'NO_EXIT_LIQUIDITY', detail: /InsufficientLiquidity/ },
    ],
    'a large exit while the position is worth less': [
      () =>
        changeData(world, leveraged.adaptor.position, (data) => {
          const codec = getLeveragedPositionCodec();
          return codec.encode({ ...codec.decode(data), collateral: 1_000_000_000n, debt: 0n });
        }),
      () => unstake(LARGE),
      { code: 'NO_EXIT_LIQUIDITY', detail: /InsufficientPosition/ },
    ],
    'a deposit into a vault whose LP is another': [
      () =>
        changeVault(world, leveraged.vault, (vault) => ({
          ...vault,
          lp: { ...vault.lp, mint: DEPLOYMENT.rausdcMint },
        })),
      () => stake('1'),
      { code: 'VAULT_NOT_FOUND', detail: /vault of sol-leveraged-stake/ },
    ],
    'a deposit into a vault of another kind': [
      () => changeData(world, leveraged.vault, (data) => data.slice(0, 100)),
      () => stake('1'),
      { code: 'VAULT_NOT_FOUND', detail: /vault of sol-leveraged-stake/ },
    ],
    'a large exit with a bank of another kind': [
      () => changeData(world, leveraged.lending.bank, (data) => data.slice(0, 1_064)),
      () => unstake(LARGE),
      { code: 'VAULT_ACCOUNT_NOT_FOUND', detail: new RegExp(leveraged.lending.bank) },
    ],
    'a large exit with a market of another kind': [
      () => changeData(world, leveraged.market.address, (data) => data.fill(1, 0, 1)),
      () => unstake(LARGE),
      { code: 'VAULT_ACCOUNT_NOT_FOUND', detail: new RegExp(leveraged.market.address) },
    ],
    'a quote of more LP than there are': [
      () => undefined,
      () => post('/quote', { amount: '17000000000' }),
      { code: 'NO_EXIT_LIQUIDITY', detail: /InsufficientPosition/ },
    ],
  };
  function setBankByte(at: number, value: number): void {
    changeData(world, leveraged.lending.bank, (data) => Uint8Array.from(data).with(at, value));
  }
  function setBank(state: keyof typeof BankOperationalState): void {
    changeData(world, leveraged.lending.bank, (data) => {
      const bank = getBankDecoder().decode(data);
      const config = { ...bank.config, operationalState: BankOperationalState[state] };
      return getBankEncoder().encode({ ...bank, config });
    });
  }
  for (const [name, [arrange, act, problem]] of Object.entries(states)) {
    test(`502 by name for ${name}`, async () => {
      await arrange();
      const answer = await act();
      assertProblem(answer, { slug: 'upstream_error', ...problem });
      const retryAfter = problem.code === 'POOL_NOT_UPDATED' ? '60' : undefined;
      assert.equal(answer.headers['retry-after'], retryAfter);
      assert.doesNotMatch(answer.body.detail, /0x[0-9a-f]+|\b60\d\d\b/);
    });
  }

  for (const [name, settings, why] of [
    ['there is a waiting period', { withdrawalWaitingPeriod: 60n }, /waiting period .* 60 seconds/],
    ['both ways are off', { disabledOperations: 6 }, /switched off/],
  ] as const) {
    test(`a stake promises no way out while ${name}`, async () => {
      const ask = async () => {
        const built = await post('/stake', { amount: '3', include: ['receipt'] });
        assertOk(built, LeveragedStakeAnswer);
        // An answer is given out again for two seconds.
        clock.pass(2_001);
        const entries = await post('/entry-options', { asset: 'SOL', amount: '3' });
        assertOk(entries, EntryOptionsAnswer);
        const { options }: EntryOptionsAnswer = entries.body;
        const entry = options.find(({ strategy }) => strategy === LEVERAGED.strategy);
        return { undo: built.body.receipt?.undo ?? assert.fail(), leaveAtOnce: entry?.leaveAtOnce };
      };
      const open = await ask();
      assert.equal(open.undo.isPossible, true);
      assert.notEqual(open.leaveAtOnce, null);
      configureVault(world, leveraged.vault, settings);
      const { undo, leaveAtOnce } = await ask();
      assert.deepEqual([undo.isPossible, undo.next, leaveAtOnce], [false, [], null]);
      assert.match(undo.description, why);
    });
  }

  test('502 by name for a large exit while the lookup table is short or gone, and well again after', async (t) => {
    const [table] = leveraged.lookupTables;
    assert.ok(table);
    const whole = world.sandbox.ledger.findAccount(table)?.data ?? assert.fail();
    const setTable = (data: ArrayLike<number>) => changeData(world, table, () => data);
    const exit = async ({ url }: { url: string }) => {
      const body = { ...LEVERAGED, wallet: wallet.address, kind: 'instant', amount: LARGE };
      return send('POST', `${url}/api/v1/unstake`, body);
    };
    setTable(whole.slice(0, 56 + 5 * 32));
    const short = await startReplica(t, world.sandbox, { DATA_DIR: dataDirectory(t) });
    assertProblem(await exit(short), { slug: 'upstream_error', code: 'LOOKUP_TABLE_TOO_SHORT' });
    setTable([]);
    const gone = await startReplica(t, world.sandbox, { DATA_DIR: dataDirectory(t) });
    assertProblem(await exit(gone), { slug: 'upstream_error', code: 'LOOKUP_TABLE_NOT_FOUND' });
    setTable(whole);
    assertOk(await exit(gone), LeveragedInstantAnswer);
  });

  test('502 while the ledger misbehaves, and well again after', async () => {
    clock.hasten(READ_DEADLINES);
    for (const mode of ['500', 'hang']) {
      await setLedgerFault(world, { mode, method: 'getMultipleAccounts' });
      for (const answer of await Promise.all([stake('1'), unstake('1'), post('/quote', { amount: '1' })])) {
        assertProblem(answer, { slug: 'upstream_error' });
      }
    }
    await setLedgerFault(world, { mode: 'none' });
    clock.calm();
    assertOk(await unstake('1'), LeveragedInstantAnswer);
  });
});

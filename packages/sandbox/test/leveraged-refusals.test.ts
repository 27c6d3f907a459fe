import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountRole, type Address, type Instruction, type KeyPairSigner } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import {
  LEVERAGE_ERROR__INSUFFICIENT_POSITION,
  LEVERAGE_ERROR__STALE_POOL,
  LEVERAGE_ERROR__WRONG_ACCOUNT,
} from '@staking-agent/chain/leverage';
import {
  getAdaptorAddReceiptDecoder,
  getAdaptorAddReceiptEncoder,
  VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID,
  VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
} from '@staking-agent/chain/vault';
import { ANCHOR_ERROR__WRONG_SEEDS } from '../src/programs/anchor.ts';
import type { InstructionError } from '../src/vm/transaction-error.ts';
import { cutAccounts, type FullInstruction, withAccount } from './edit-instruction.ts';
import {
  depositRasol,
  flashLoan,
  openLendingAccount,
  planRedemption,
  redeem,
  withdrawLevered,
} from './leveraged-steps.ts';
import { shareWorld } from './share-world.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const NOBODY = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address;
const LIMIT = getSetComputeUnitLimitInstruction({ units: 800_000 });
/** Accounts of the vault's own instruction; the adaptor's follow. */
const OWN = 17;
const WITHDRAWAL = 4;
const SWAP = 5;
const LP = 20n * SOL;
/** Bits of a vault that both must be set to switch withdrawals from strategies off. */
const STRATEGY_WITHDRAWALS = (1 << 1) | (1 << 2);

async function start(t: Parameters<typeof startLeveragedSandbox>[0]) {
  const world = await startLeveragedSandbox(t);
  const wallet = await world.createUser(50n * SOL);
  const { address } = wallet;
  const { tokens } = world.findAccounts(address);
  requireOk(await world.send(wallet, [LIMIT, depositRasol(world, address, world.tokens(tokens))]));
  const opening = [LIMIT, openLendingAccount(world, address)];
  return { world, wallet, address, steps: redeem(world, address, LP, { before: opening }) };
}

const place = (instruction: FullInstruction, index: number, address: Address) =>
  withAccount(instruction, index, address, AccountRole.WRITABLE);

/** Everything that a redemption could have touched. */
function touched(world: LeveragedSandbox, wallet: Address): Uint8Array[] {
  const { leveraged } = world;
  const { sol, tokens, lp, lending } = world.findAccounts(wallet);
  const { tokenVault, solVault, market, poolMint } = world.world;
  const { bank, liquidityVault } = leveraged.lending;
  const { vault, lpMint, position, strategyReceipt, strategyAta, collateral, liquidity } = leveraged;
  return [
    ...[sol, tokens, lp, lending, tokenVault, solVault, market, poolMint, bank, liquidityVault],
    ...[vault, lpMint, position, strategyReceipt, strategyAta, collateral, liquidity],
  ].map((address) => world.readData(address));
}

/** Sends what must be refused, and looks whether anything has moved. */
async function assertRefused(
  world: LeveragedSandbox,
  wallet: KeyPairSigner,
  steps: readonly Instruction[],
  expected: readonly [at: number, error: InstructionError],
): Promise<void> {
  const before = touched(world, wallet.address);
  const { err, logs } = await world.send(wallet, steps, world.tables());
  assert.deepEqual(err, { InstructionError: expected }, logs.join('\n'));
  assert.deepEqual(touched(world, wallet.address), before);
}

type Change = (world: LeveragedSandbox, wallet: Address) => void;
type Refusal = readonly [
  why: string,
  error: InstructionError,
  index: number,
  by: (world: LeveragedSandbox) => Address,
];

/** Accounts of the adaptor that are others, by their place behind the vault's. */
const FOREIGN: readonly Refusal[] = [
  ['position', { Custom: LEVERAGE_ERROR__WRONG_ACCOUNT }, 0, (w) => w.leveraged.strategyReceipt],
  ['stake pool', 'IncorrectProgramId', 1, (w) => w.leveraged.vault],
  ['collateral', { Custom: LEVERAGE_ERROR__WRONG_ACCOUNT }, 2, (w) => w.leveraged.idleAta],
  ['debt liquidity', { Custom: LEVERAGE_ERROR__WRONG_ACCOUNT }, 3, (w) => w.world.solVault],
  ['market authority', { Custom: LEVERAGE_ERROR__WRONG_ACCOUNT }, 4, () => NOBODY],
  ['wallet', { Custom: LEVERAGE_ERROR__WRONG_ACCOUNT }, 5, () => NOBODY],
  ['wrapped SOL', { Custom: LEVERAGE_ERROR__WRONG_ACCOUNT }, 6, (w) => w.world.solVault],
  ['raSOL', { Custom: LEVERAGE_ERROR__WRONG_ACCOUNT }, 7, (w) => w.leveraged.idleAta],
];

const CLOSED: readonly (readonly [why: string, code: number, change: Change])[] = [
  [
    'withdrawals are off',
    VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
    (w) => w.setVault({ disabledOperations: STRATEGY_WITHDRAWALS }),
  ],
  [
    'the pool is of an earlier epoch, which the vault does not see',
    LEVERAGE_ERROR__STALE_POOL,
    (w) => w.setPool({ lastUpdateEpoch: w.pool().lastUpdateEpoch - 1n }),
  ],
  [
    'withdrawals are off and the pool is stale',
    VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
    (w) => {
      w.setVault({ disabledOperations: STRATEGY_WITHDRAWALS });
      w.setPool({ lastUpdateEpoch: 0n });
    },
  ],
  [
    'the position is worth less',
    LEVERAGE_ERROR__INSUFFICIENT_POSITION,
    (w) => w.setPosition({ collateral: SOL, debt: 0n }),
  ],
  [
    'the position is worth nothing',
    LEVERAGE_ERROR__INSUFFICIENT_POSITION,
    (w) => w.setPosition({ debt: 2n * w.position().debt }),
  ],
  ['the adaptor is too new', VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID, renewAdaptor],
];

function renewAdaptor(world: LeveragedSandbox): void {
  const { adaptorReceipt } = world.leveraged;
  const receipt = getAdaptorAddReceiptDecoder().decode(world.readData(adaptorReceipt));
  const lastUpdatedEpoch = world.ledger.epoch() - 1n;
  world.write(adaptorReceipt, getAdaptorAddReceiptEncoder().encode({ ...receipt, lastUpdatedEpoch }));
}

describe('the adaptor of the levered position refuses, and nothing has happened', () => {
  const getScene = shareWorld(start);
  for (const [why, error, index, by] of FOREIGN) {
    test(`another ${why}`, async () => {
      const { world, wallet, address, steps } = getScene();
      const withdrawal = place(withdrawLevered(world, address, LP), OWN + index, by(world));
      await assertRefused(world, wallet, steps.with(WITHDRAWAL, withdrawal), [WITHDRAWAL, error]);
    });
  }

  for (const [why, code, change] of CLOSED) {
    test(why, async () => {
      const { world, wallet, address, steps } = getScene();
      change(world, address);
      await assertRefused(world, wallet, steps, [WITHDRAWAL, { Custom: code }]);
    });
  }

  test('too few accounts, another strategy of the vault, a wallet that has not signed', async () => {
    const { world, wallet, address, steps } = getScene();
    const stranger = await world.createUser(SOL);
    const own = world.findAccounts(stranger.address);
    const whole = withdrawLevered(world, address, LP);
    const [wallets, sol, tokens] = [OWN + 5, OWN + 6, OWN + 7];
    const foreign = place(place(place(whole, wallets, stranger.address), sol, own.sol), tokens, own.tokens);
    const cases: readonly (readonly [FullInstruction, InstructionError])[] = [
      [cutAccounts(whole, OWN + 7), 'NotEnoughAccountKeys'],
      [cutAccounts(whole, OWN), 'NotEnoughAccountKeys'],
      [place(whole, 6, NOBODY), { Custom: ANCHOR_ERROR__WRONG_SEEDS }],
      [
        place(whole, 13, world.ledger.vault.strategies[0].adaptorProgram),
        { Custom: ANCHOR_ERROR__WRONG_SEEDS },
      ],
      [foreign, 'MissingRequiredSignature'],
    ];
    for (const [withdrawal, error] of cases) {
      await assertRefused(world, wallet, steps.with(WITHDRAWAL, withdrawal), [WITHDRAWAL, error]);
    }
  });

  test('a loan smaller than the debt, and an adaptor that is not called by a vault', async () => {
    const { world, wallet, address, steps } = getScene();
    const { repaid } = planRedemption(world, LP);
    const inside = steps.slice(WITHDRAWAL, SWAP + 1);
    const before = steps.slice(0, 2);
    const small = flashLoan(world, address, { amount: repaid - 1n, before, inside });
    await assertRefused(world, wallet, small, [WITHDRAWAL, { Custom: 1 }]);
    const programAddress = world.leveraged.adaptorProgram;
    await assertRefused(world, wallet, [{ programAddress }], [0, 'InvalidInstructionData']);
  });
});

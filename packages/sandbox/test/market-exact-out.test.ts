import { describe, test } from 'node:test';
import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { priceSwapExactOut } from '@staking-agent/chain/market';
import { getDepositSolInstruction } from '@staking-agent/chain/stake-pool';
import {
  SWAP_ERROR__EXCEEDED_SLIPPAGE,
  SWAP_ERROR__INSUFFICIENT_LIQUIDITY,
  SWAP_ERROR__WRONG_ACCOUNT,
} from '../src/programs/swap.ts';
import type { InstructionError } from '../src/vm/transaction-error.ts';
import { assertRefused, place } from './assert-refused.ts';
import { buyExactly } from './leveraged-steps.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { POOL_PROGRAM, SOL } from './start-test-sandbox.ts';

async function start(t: Parameters<typeof startLeveragedSandbox>[0]) {
  const world = await startLeveragedSandbox(t);
  const wallet = await world.createUser(50n * SOL);
  return { world, wallet, address: wallet.address };
}

describe('an order for an exact result', () => {
  test('is refused above its maximum, for nothing, for too much, and with foreign accounts', async (t) => {
    const { world, wallet, address } = await start(t);
    requireOk(await world.send(wallet, [depositSol(world, address)]));
    const cost = priceSwapExactOut(world.market(), 'sell-token', SOL) ?? 0n;
    const order = buyExactly(world, address, SOL, cost);
    const most = 2n ** 64n - 1n;
    const half = world.tokens(world.world.solVault) / 2n;
    const cases: readonly (readonly [Instruction, InstructionError])[] = [
      [buyExactly(world, address, SOL, cost - 1n), { Custom: SWAP_ERROR__EXCEEDED_SLIPPAGE }],
      [buyExactly(world, address, 0n, most), { Custom: SWAP_ERROR__INSUFFICIENT_LIQUIDITY }],
      [buyExactly(world, address, half + 1n, most), { Custom: SWAP_ERROR__INSUFFICIENT_LIQUIDITY }],
      [buyExactly(world, address, most, most), { Custom: SWAP_ERROR__INSUFFICIENT_LIQUIDITY }],
      [buyExactly(world, address, 80n * SOL, most), { Custom: 1 }],
      [place(order, 0, world.world.stakePool), 'IncorrectProgramId'],
      [place(order, 5, world.world.tokenVault), { Custom: SWAP_ERROR__WRONG_ACCOUNT }],
      [place(order, 2, world.world.tokenVault), { Custom: 4 }],
      [{ ...order, data: Uint8Array.from(order.data ?? []).slice(0, 16) }, 'InvalidInstructionData'],
    ];
    for (const [instruction, error] of cases) await assertRefused(world, wallet, [instruction], [0, error]);
  });
});

function depositSol(world: LeveragedSandbox, wallet: Address): Instruction {
  return getDepositSolInstruction(
    {
      ...world.world,
      fundingAccount: createNoopSigner(wallet),
      destinationTokenAccount: world.findAccounts(wallet).tokens,
      referrerTokenAccount: world.findAccounts(wallet).tokens,
      lamports: 10n * SOL,
    },
    POOL_PROGRAM,
  );
}

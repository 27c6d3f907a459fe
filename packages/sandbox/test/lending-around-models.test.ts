import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AccountRole,
  type Address,
  createNoopSigner,
  generateKeyPairSigner,
  type Instruction,
} from '@solana/kit';
import {
  bracketFlashLoan,
  getMarginfiAccountInitializeInstruction,
  i80f48Bits,
  wrapI80F48,
} from '@staking-agent/chain/lending';
import { TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { listImplementations } from './implementations.ts';
import { flashLoan, openLendingAccount } from './leveraged-steps.ts';
import { depositSol } from './pool-steps.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const OLD_GROUP_SIZE = 1_064;
const ONE_SHARE = 1n << 48n;

/**
 * A loan by a lending account of a key pair, with the older form of the end and the vault's authority writable: what the
 * public release 0.1.1 of the lender takes, and the model does too.
 */
async function borrowAround(
  world: LeveragedSandbox,
  wallet: Address,
  inside: readonly Instruction[],
): Promise<Instruction[]> {
  world.setGroupSize(OLD_GROUP_SIZE);
  const account = await generateKeyPairSigner();
  const authority = createNoopSigner(wallet);
  const { group, bank, liquidityVault, liquidityVaultAuthority } = world.leveraged.lending;
  const instructions = bracketFlashLoan({
    group,
    marginfiAccount: account.address,
    authority,
    bank,
    liquidityVault,
    bankLiquidityVaultAuthority: liquidityVaultAuthority,
    tokenAccount: world.findAccounts(wallet).sol,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    amount: 5n * SOL,
    before: [
      getMarginfiAccountInitializeInstruction({
        marginfiGroup: group,
        marginfiAccount: createNoopSigner(account.address),
        authority,
        feePayer: authority,
      }),
    ],
    inside,
    endsWithGroup: false,
  });
  return instructions.map((instruction) => ({
    ...instruction,
    accounts: (instruction.accounts ?? []).map((each) =>
      each.address === liquidityVaultAuthority ? { ...each, role: AccountRole.WRITABLE } : each,
    ),
  }));
}

for (const { name, directory, skip } of listImplementations('marginfi.so')) {
  describe(`a loan around modelled programs, ${name}`, { skip }, () => {
    test('finds its end among the instructions that were signed', async (t) => {
      const world = await startLeveragedSandbox(t, directory);
      const { address } = await world.createUser(50n * SOL);
      const deposits = [await depositSol(world, address, SOL), await depositSol(world, address, 2n * SOL)];
      const loan = await borrowAround(world, address, deposits);
      requireOk(world.simulate(address, loan));
    });

    test('fails where its end is not where it says', async (t) => {
      const world = await startLeveragedSandbox(t, directory);
      const { address } = await world.createUser(50n * SOL);
      const deposit = await depositSol(world, address, SOL);
      const loan = await borrowAround(world, address, [deposit]);
      const { err, logs } = world.simulate(address, [deposit, ...loan]);
      // The deposit before it moves all of the loan one further.
      assert.ok(err !== null && typeof err === 'object' && 'InstructionError' in err, logs.join('\n'));
      assert.equal(err.InstructionError[0], 2);
      assert.match(logs.join('\n'), /IllegalFlashloan/);
    });
  });
}

describe('a debt of less than a share', () => {
  test('counts as no position while it lasts, and as one less when it is repaid, as in the source', async (t) => {
    const world = await startLeveragedSandbox(t);
    const wallet = await world.createUser(SOL);
    requireOk(await world.send(wallet, [openLendingAccount(world, wallet.address)]));
    const four = wrapI80F48(4n * ONE_SHARE);
    world.setBank({ liabilityShareValue: four, assetShareValue: four, borrowingPositionCount: 0 });
    const debts = i80f48Bits(world.bank().totalLiabilityShares);
    requireOk(await world.send(wallet, flashLoan(world, wallet.address, { amount: 1n })));
    assert.equal(world.bank().borrowingPositionCount, -1);
    assert.equal(i80f48Bits(world.bank().totalLiabilityShares), debts);
  });
});

import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getCancelRequestWithdrawVaultInstruction,
  getDepositVaultInstruction,
  getInstantWithdrawStrategyInstruction,
  getInstantWithdrawVaultInstruction,
  getRequestWithdrawVaultInstruction,
  getWithdrawVaultInstruction,
} from '@staking-agent/chain/vault';
import { TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { type FullInstruction, withAccount } from './edit-instruction.ts';
import type { VaultSandbox } from './start-vault-sandbox.ts';

/** How much a withdrawal takes. */
export type Amount = {
  readonly amount: bigint;
  readonly isAmountInLp?: boolean;
  readonly isWithdrawAll?: boolean;
};

/** `deposit_vault` of a wallet. */
export async function deposit(test: VaultSandbox, user: Address, amount: bigint): Promise<Instruction> {
  return getDepositVaultInstruction({ ...(await createCommon(test, user)), amount });
}

/** `instant_withdraw_vault` of a wallet. */
export async function instantWithdraw(test: VaultSandbox, user: Address, how: Amount): Promise<Instruction> {
  return getInstantWithdrawVaultInstruction({ ...(await createCommon(test, user)), ...toAmount(how) });
}

/** `request_withdraw_vault` of a wallet that pays for it itself. */
export async function requestWithdraw(test: VaultSandbox, user: Address, how: Amount): Promise<Instruction> {
  const common = await createCommon(test, user);
  return getRequestWithdrawVaultInstruction({ ...common, payer: createNoopSigner(user), ...toAmount(how) });
}

/** `withdraw_vault` of a wallet. */
export async function withdraw(test: VaultSandbox, user: Address): Promise<Instruction> {
  return getWithdrawVaultInstruction(await createCommon(test, user));
}

/** `cancel_request_withdraw_vault` of a wallet. */
export async function cancel(test: VaultSandbox, user: Address): Promise<Instruction> {
  return getCancelRequestWithdrawVaultInstruction(await createCommon(test, user));
}

/** `instant_withdraw_strategy` of a wallet, with the accounts of the lending adaptor behind. */
export async function withdrawFromStrategy(
  test: VaultSandbox,
  user: Address,
  how: Amount,
): Promise<FullInstruction> {
  const { vaultSeed } = test;
  const { accounts, ...instruction } = getInstantWithdrawStrategyInstruction({
    ...(await createCommon(test, user)),
    ...toAmount(how),
    adaptorAddReceipt: vaultSeed.adaptorReceipt,
    strategyInitReceipt: vaultSeed.strategyReceipt,
    directWithdrawInitReceipt: vaultSeed.directReceipt,
    strategy: vaultSeed.strategy,
    vaultStrategyAuth: vaultSeed.strategyAuth,
    vaultStrategyAssetAta: vaultSeed.strategyAta,
    adaptorProgram: vaultSeed.adaptorProgram,
    userArgs: null,
  });
  const own = [vaultSeed.liquidity, vaultSeed.position].map((address) => ({
    address,
    role: AccountRole.WRITABLE,
  }));
  return { ...instruction, accounts: [...accounts, ...own] };
}

/** Makes an instruction of a user. */
export type Step = (world: VaultSandbox, user: Address) => Promise<Instruction>;

/** Puts another account in one place of an instruction. */
export function swap(
  step: Step,
  index: number,
  by: Address | ((world: VaultSandbox) => Address),
  role?: AccountRole,
): Step {
  return async (world, user) =>
    withAccount(await step(world, user), index, typeof by === 'function' ? by(world) : by, role);
}

function toAmount({ amount, isAmountInLp = false, isWithdrawAll = false }: Amount) {
  return { amount, isAmountInLp, isWithdrawAll };
}

async function createCommon(test: VaultSandbox, user: Address) {
  const { vaultSeed } = test;
  const { asset, lp, escrow, receipt } = await test.findAccounts(user);
  return {
    userTransferAuthority: createNoopSigner(user),
    protocol: vaultSeed.protocol,
    vault: vaultSeed.vault,
    vaultAssetMint: vaultSeed.assetMint,
    vaultLpMint: vaultSeed.lpMint,
    vaultLpMintAuth: vaultSeed.lpMintAuth,
    vaultAssetIdleAta: vaultSeed.idleAta,
    vaultAssetIdleAuth: vaultSeed.idleAuth,
    userAssetAta: asset,
    userLpAta: lp,
    requestWithdrawLpAta: escrow,
    requestWithdrawVaultReceipt: receipt,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}

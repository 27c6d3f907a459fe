import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  bracketFlashLoan,
  type FlashLoanInput,
  getMarginfiAccountInitializePdaInstruction,
} from '@staking-agent/chain/lending';
import {
  getSwapExactOutInstruction,
  previewDeleverage,
  priceSwapExactOut,
} from '@staking-agent/chain/leverage';
import {
  getDepositVaultInstruction,
  getInstantWithdrawStrategyInstruction,
  previewInstantWithdrawStrategy,
} from '@staking-agent/chain/vault';
import { SWAP_PROGRAM_ADDRESS } from '../src/programs/swap.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import type { FullInstruction } from './edit-instruction.ts';
import { type LeveragedSandbox, leveragedDeployment } from './start-leveraged-sandbox.ts';

/** Opens the lending account that a wallet has for flash loans. */
export function openLendingAccount(
  test: LeveragedSandbox,
  wallet: Address,
  thirdPartyId: number | null = leveragedDeployment().lending.thirdPartyId,
  account: Address = test.findAccounts(wallet).lending,
): FullInstruction {
  return getMarginfiAccountInitializePdaInstruction({
    marginfiGroup: test.leveraged.lending.group,
    marginfiAccount: account,
    authority: createNoopSigner(wallet),
    feePayer: createNoopSigner(wallet),
    accountIndex: leveragedDeployment().lending.accountIndex,
    thirdPartyId,
  });
}

/** Borrows, does something, and repays all. */
export function flashLoan(
  test: LeveragedSandbox,
  wallet: Address,
  loan: Pick<FlashLoanInput, 'amount'> & Partial<FlashLoanInput>,
): Instruction[] {
  const { lending } = test.leveraged;
  const { sol, lending: marginfiAccount } = test.findAccounts(wallet);
  return [
    ...bracketFlashLoan({
      group: lending.group,
      marginfiAccount,
      authority: createNoopSigner(wallet),
      bank: lending.bank,
      liquidityVault: lending.liquidityVault,
      bankLiquidityVaultAuthority: lending.liquidityVaultAuthority,
      tokenAccount: sol,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      before: [],
      inside: [],
      endsWithGroup: test.endsWithGroup(),
      ...loan,
    }),
  ];
}

/** `deposit_vault` of a wallet's raSOL. */
export function depositRasol(test: LeveragedSandbox, wallet: Address, amount: bigint): Instruction {
  const { leveraged } = test;
  const { tokens, lp } = test.findAccounts(wallet);
  return getDepositVaultInstruction({
    userTransferAuthority: createNoopSigner(wallet),
    protocol: leveraged.protocol,
    vault: leveraged.vault,
    vaultAssetMint: leveraged.assetMint,
    vaultLpMint: leveraged.lpMint,
    userAssetAta: tokens,
    vaultAssetIdleAta: leveraged.idleAta,
    vaultAssetIdleAuth: leveraged.idleAuth,
    userLpAta: lp,
    vaultLpMintAuth: leveraged.lpMintAuth,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    amount,
  });
}

/** `instant_withdraw_strategy` for an amount of LP, with the accounts of the leverage adaptor behind. */
export function withdrawLevered(test: LeveragedSandbox, wallet: Address, lp: bigint): FullInstruction {
  const { leveraged } = test;
  const own = test.findAccounts(wallet);
  const { accounts, ...instruction } = getInstantWithdrawStrategyInstruction({
    userTransferAuthority: createNoopSigner(wallet),
    protocol: leveraged.protocol,
    vault: leveraged.vault,
    adaptorAddReceipt: leveraged.adaptorReceipt,
    strategyInitReceipt: leveraged.strategyReceipt,
    directWithdrawInitReceipt: leveraged.directReceipt,
    strategy: leveraged.strategy,
    vaultAssetMint: leveraged.assetMint,
    vaultLpMint: leveraged.lpMint,
    userLpAta: own.lp,
    vaultStrategyAuth: leveraged.strategyAuth,
    userAssetAta: own.tokens,
    vaultStrategyAssetAta: leveraged.strategyAta,
    adaptorProgram: leveraged.adaptorProgram,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    amount: lp,
    isAmountInLp: true,
    isWithdrawAll: false,
    userArgs: null,
  });
  const places = { wallet, walletSol: own.sol, walletRasol: own.tokens } as Record<string, Address>;
  const tail = leveragedDeployment().adaptor.accounts.map(({ account, isWritable, isSigner }) => ({
    address: places[account] ?? (account as Address),
    role: getRole(isWritable, isSigner),
  }));
  return { ...instruction, accounts: [...accounts, ...tail] };
}

/** Buys exactly so many lamports for raSOL, or exactly so much raSOL for lamports. */
export function buyExactly(
  test: LeveragedSandbox,
  wallet: Address,
  amountOut: bigint,
  maximumAmountIn: bigint,
): FullInstruction {
  const { market, tokenVault, solVault } = test.world;
  const { sol, tokens } = test.findAccounts(wallet);
  return getSwapExactOutInstruction(
    {
      market,
      owner: wallet,
      source: tokens,
      destination: sol,
      vaultIn: tokenVault,
      vaultOut: solVault,
      amountOut,
      maximumAmountIn,
    },
    { programAddress: SWAP_PROGRAM_ADDRESS },
  ) as FullInstruction;
}

/** What redeeming LP through a flash loan moves, from what the ledger has now. */
export function planRedemption(test: LeveragedSandbox, lp: bigint) {
  const pool = test.pool();
  const position = test.position();
  const withdrawal = previewInstantWithdrawStrategy(test.state(), {
    amount: lp,
    isAmountInLp: true,
    isWithdrawAll: false,
    userLp: lp,
    now: test.now(),
    operationalState: 0x1fff,
    position: {
      reportedValue: test.reported(),
      actualValue: 2n ** 63n,
      adaptorEpoch: 0n,
      epoch: test.ledger.epoch(),
    },
  });
  if (!withdrawal.ok) throw new Error(JSON.stringify(withdrawal));
  const { assetPaid } = withdrawal;
  const deleverage = previewDeleverage(position, pool, assetPaid);
  if (deleverage === undefined) throw new Error('The position is worth less.');
  const cost = priceSwapExactOut(test.market(), 'sell-token', deleverage.repaid);
  if (cost === undefined) throw new Error('The market has less.');
  return { assetPaid, cost, ...deleverage };
}

/** The instructions of a redemption without a margin: borrow what the debt takes, buy as much back. */
export function redeem(
  test: LeveragedSandbox,
  wallet: Address,
  lp: bigint,
  change: { readonly bought?: bigint; readonly maximum?: bigint; readonly before?: Instruction[] } = {},
): Instruction[] {
  const { repaid, cost } = planRedemption(test, lp);
  const { bought = repaid, maximum = cost, before = [] } = change;
  const inside = [withdrawLevered(test, wallet, lp), buyExactly(test, wallet, bought, maximum)];
  return flashLoan(test, wallet, { amount: repaid, before, inside });
}

function getRole(isWritable: boolean, isSigner: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}

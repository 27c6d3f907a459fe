import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { bracketFlashLoan, getMarginfiAccountInitializePdaInstruction } from '@staking-agent/chain/lending';
import { getSwapExactOutInstruction } from '@staking-agent/chain/market';
import {
  getCreateTokenAccountInstruction,
  getRequireBalanceInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/token';
import { withdrawFromStrategy } from '../vaults/strategy-accounts.ts';
import type { FlashAccounts } from './leveraged-accounts.ts';
import type { FlashPlan } from './plan-exit.ts';

/** What an exit through a flash loan is built from. */
export type FlashExit = FlashAccounts & {
  readonly wallet: Address;
  /** raSOL Max LP base units to burn. */
  readonly lp: bigint;
  readonly plan: FlashPlan;
};

/**
 * Builds the instructions of an exit through a flash loan.
 *
 * The loan pays a part of the position's debt, which frees raSOL: the exit's own, and as much as the debt was worth.
 * Of that, SOL is bought to repay the loan; the rest stays with the wallet. Wrapped SOL that the wallet had before is
 * not touched: should the debt have grown beyond the loan, the exit fails.
 *
 * @param budget - instructions of the compute budget, which stand in front.
 */
export function buildFlashExit(exit: FlashExit, budget: readonly Instruction[]): readonly Instruction[] {
  const { wallet, plan, shared, own, leveraged } = exit;
  const { program: programAddress, group, bank } = leveraged.lending;
  return bracketFlashLoan(
    {
      group,
      bank,
      marginfiAccount: own.lendingAccount,
      authority: createNoopSigner(wallet),
      liquidityVault: shared.liquidityVault,
      bankLiquidityVaultAuthority: shared.liquidityVaultAuthority,
      tokenAccount: own.userSol,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      amount: plan.loan,
      endsWithGroup: plan.endsWithGroup,
      before: [...budget, ...openAccounts(exit)],
      inside: [redeem(exit), buyBack(exit), ...keepOwnSol(exit)],
    },
    { programAddress },
  );
}

function openAccounts({ wallet, plan, shared, own, leveraged }: FlashExit): Instruction[] {
  const { opens } = plan;
  const { assetMint } = shared.vault;
  const { program: programAddress, group, accountIndex, thirdPartyId } = leveraged.lending;
  const signer = createNoopSigner(wallet);
  const open = (mint: Address, account: Address) =>
    getCreateTokenAccountInstruction({ owner: wallet, mint, account });
  return [
    ...(opens.sol ? [open(shared.solMint, own.userSol)] : []),
    ...(opens.asset ? [open(assetMint, own.userAsset)] : []),
    ...(opens.lending
      ? [
          getMarginfiAccountInitializePdaInstruction(
            {
              marginfiGroup: group,
              marginfiAccount: own.lendingAccount,
              authority: signer,
              feePayer: signer,
              accountIndex,
              thirdPartyId: thirdPartyId === 0 ? null : thirdPartyId,
            },
            { programAddress },
          ),
        ]
      : []),
  ];
}

function redeem({ wallet, lp, shared, own, leveraged }: FlashExit): Instruction {
  const wallets = { wallet, walletSol: own.userSol, walletRasol: own.userAsset };
  const terms = { amount: lp, isAmountInLp: true, isWithdrawAll: false };
  const accounts = { ...shared, ...shared.vault, ...own };
  return withdrawFromStrategy(accounts, leveraged.adaptor, wallet, wallets, terms);
}

function buyBack({ wallet, plan, own, leveraged }: FlashExit): Instruction {
  if (plan.purchase !== undefined) return plan.purchase;
  if (leveraged.market === undefined) throw new Error('Nobody sells the SOL of the loan.');
  const { program: programAddress, address: market, rasolVault, solVault } = leveraged.market;
  return getSwapExactOutInstruction(
    {
      market,
      owner: wallet,
      source: own.userAsset,
      destination: own.userSol,
      vaultIn: rasolVault,
      vaultOut: solVault,
      amountOut: plan.bought,
      maximumAmountIn: plan.spentAtMost,
    },
    { programAddress },
  );
}

function keepOwnSol({ wallet, plan, own }: FlashExit): Instruction[] {
  const { ownSol, bought } = plan;
  if (ownSol === 0n) return [];
  return [getRequireBalanceInstruction({ account: own.userSol, owner: wallet, amount: ownSol + bought })];
}

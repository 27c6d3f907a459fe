import {
  type Address,
  type AddressesByLookupTableAddress,
  createNoopSigner,
  type Instruction,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION__TOO_MANY_ACCOUNT_ADDRESSES,
} from '@solana/kit';
import { bracketFlashLoan, getMarginfiAccountInitializePdaInstruction } from '@staking-agent/chain/lending';
import { getSwapExactOutInstruction } from '@staking-agent/chain/market';
import {
  getCreateTokenAccountInstruction,
  getRequireBalanceInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/token';
import { takeApart } from '../../builds/message.ts';
import { refuseProvidedTransaction } from '../../builds/provided.ts';
import { isProblemError } from '../../problems/problem.ts';
import type { Purchase } from '../../upstreams/router/router.ts';
import type { StrategyPorts } from '../strategy.ts';
import { withdrawFromStrategy } from '../vault.ts';
import type { FlashAccounts } from './accounts.ts';
import {
  type ExitPlan,
  type FlashExitPlan,
  type FlashPlan,
  noLiquidity,
  tooDear,
  tooSmall,
} from './plan-exit.ts';

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

type Plan = Extract<ExitPlan, FlashExitPlan>;

/** An exit whose SOL the router sells, and what the lookup tables of its order hold. */
export type RoutedExit = { readonly plan: Plan; readonly tables: AddressesByLookupTableAddress };

/** How much the price may worsen until the exit lands: the fees of the dearest source leave so much of the 0.15 %. */
const SLIPPAGE_BPS = 4;

/** Whether an exit buys the SOL of its loan through the router. */
export function isRouted(plan: ExitPlan): plan is Plan {
  return plan.path === 'flash-bracket' && plan.flash.through.leveraged.market === undefined;
}

/**
 * Asks the router what an exit's SOL costs.
 *
 * @returns the plan with the payout that is left.
 * @throws {ProblemError} `upstream_error` when it costs too much, or more than the exit brings.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when the router sells none.
 */
export async function quoteThroughRouter(
  plan: Plan,
  { router }: Pick<StrategyPorts, 'router'>,
): Promise<Plan> {
  const { sold } = await router.quotePurchase(toPurchase(plan));
  return priceAt(sold, plan);
}

/**
 * Orders an exit's SOL from the router.
 *
 * The router answers with a whole transaction. Only its swap is taken; what opens and closes accounts around it, pays for
 * priority or does anything else is left out.
 *
 * @returns the plan with the swap, and the payout that is left.
 * @throws {ProblemError} `upstream_error` as {@link quoteThroughRouter}, and when the order is not one swap.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when the router sells none.
 */
export async function buyThroughRouter(
  plan: Plan,
  wallet: Address,
  services: StrategyPorts,
): Promise<RoutedExit> {
  const { sold, transaction } = await services.router.orderPurchase(toPurchase(plan), wallet);
  const priced = priceAt(sold, plan);
  const parts = await takeApart(transaction, services);
  if (parts === undefined) {
    throw refuse('message', 'It is no transaction, or a lookup table is unknown.', services);
  }
  const { routerPrograms } = services.config.deployment;
  const swaps = parts.instructions.filter(({ programAddress }) => routerPrograms.includes(programAddress));
  const [purchase, ...others] = swaps;
  if (purchase === undefined || others.length > 0) {
    throw refuse(
      'shape',
      `It has ${swaps.length} instructions of the router's programs; one is due.`,
      services,
    );
  }
  return {
    plan: { ...priced, flash: { ...priced.flash, purchase } },
    tables: takenFrom(purchase, parts.tables),
  };
}

/**
 * Converts the error of an exit that the router's order makes too large to a problem.
 *
 * @param error - thrown by the compilation; returned unchanged when it has another cause.
 */
export function refuseTooLarge(error: unknown): unknown {
  if (isSolanaError(error, SOLANA_ERROR__TRANSACTION__TOO_MANY_ACCOUNT_ADDRESSES)) {
    return noLiquidity("RouteTooLarge: with the router's swap the exit needs more than 64 accounts");
  }
  if (isProblemError(error) && error.code === 'LOOKUP_TABLE_TOO_SHORT') {
    return noLiquidity(
      "RouteTooLarge: with the router's swap the exit exceeds the 1232 bytes of a transaction",
    );
  }
  return error;
}

function toPurchase({ flash: { through, bought, opens } }: Plan): Purchase {
  const { shared, own } = through;
  return {
    sell: shared.vault.assetMint,
    buy: shared.solMint,
    amount: bought,
    slippageBps: SLIPPAGE_BPS,
    ...(!opens.sol && { into: own.userSol }),
  };
}

function priceAt(cost: bigint, plan: Plan): Plan {
  const { brought, spentAtMost } = plan.flash;
  if (cost >= brought) throw tooSmall();
  if (cost > spentAtMost) throw tooDear('router');
  return { ...plan, payout: brought - cost };
}

// A table of which the swap takes nothing would make no shorter message.
function takenFrom(
  { accounts = [] }: Instruction,
  tables: AddressesByLookupTableAddress,
): AddressesByLookupTableAddress {
  const held = new Set(accounts.map(({ address }) => address));
  const used = Object.entries(tables).filter(([, addresses]) => addresses.some((each) => held.has(each)));
  return Object.fromEntries(used);
}

function refuse(rule: 'message' | 'shape', detail: string, services: StrategyPorts) {
  return refuseProvidedTransaction('router', [{ rule, detail }], services);
}

import { type AccountMeta, AccountRole, type Address, type Instruction } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { bracketFlashLoan, getMarginfiAccountInitializePdaInstruction } from '@staking-agent/chain/lending';
import { getSwapExactOutInstruction } from '@staking-agent/chain/leverage';
import { getComputeBudgetInstructions } from '@staking-agent/chain/message';
import {
  getInstantWithdrawStrategyInstruction,
  getInstantWithdrawVaultInstruction,
} from '@staking-agent/chain/vault';

import {
  DEPLOYMENT,
  FLASH_ACCOUNTS,
  LENDING_ACCOUNT,
  LEVERAGED,
  LIQUIDITY_VAULT,
  LIQUIDITY_VAULT_AUTHORITY,
  open,
  RASOL_ACCOUNTS,
  signer,
  USER,
  WALLET,
} from './keys.world.ts';
import { BUDGET, type Build, requires, seen } from './ledger.world.ts';

const { lending, market, adaptor } = LEVERAGED;

const exit = {
  operation: 'unstake',
  request: { strategy: 'sol-leveraged-stake', kind: 'instant', wallet: WALLET, amount: '1.000000007' },
} as const;
const LP = 1_000_000_007n;
export const PAYOUT = 998_000_000n;
export const idleExit: Build = {
  ...exit,
  answer: {
    path: 'vault-idle',
    burnedLpLamports: String(LP),
    expectedPayoutRasolLamports: String(PAYOUT),
  },
  instructions: [
    open(DEPLOYMENT.rasolMint, USER.rasol),
    getInstantWithdrawVaultInstruction({
      ...RASOL_ACCOUNTS,
      amount: LP,
      isAmountInLp: true,
      isWithdrawAll: false,
    }),
    requires(USER.rasol, PAYOUT),
  ],
};

/** What an exit through a flash loan may vary in. */
export type FlashTerms = {
  readonly opens: { readonly sol: boolean; readonly asset: boolean; readonly lending: boolean };
  readonly ownSol: bigint;
  readonly loan: bigint;
  readonly bought: bigint;
  readonly spentAtMost: bigint;
  /** True if the end of the loan takes the group, as lenders of version 0.1.10 ask. */
  readonly isEndOfGroup: boolean;
  /** A limit of loaded data stands in front; the message is compiled with the same one. */
  readonly loadedDataLimit?: number;
};
export const FLASH_TERMS: FlashTerms = {
  opens: { sol: true, asset: true, lending: true },
  ownSol: 0n,
  loan: 2_100_000_012n,
  bought: 2_100_000_013n,
  // ⌈2,100,000,013 ÷ 1.05⌉ × 1.0015, rounded down.
  spentAtMost: 2_003_000_013n,
  isEndOfGroup: false,
};

/** An exit through a flash loan. */
export function flashExit(changes: Partial<FlashTerms> = {}): Build {
  const terms = { ...FLASH_TERMS, ...changes };
  const { opens, ownSol, bought } = terms;
  const budget = getComputeBudgetInstructions({ ...BUDGET, loadedDataLimit: terms.loadedDataLimit }, WALLET);
  const opened = [
    ...(opens.sol ? [open(DEPLOYMENT.solMint, USER.sol)] : []),
    ...(opens.asset ? [open(DEPLOYMENT.rasolMint, USER.rasol)] : []),
    ...(opens.lending ? [initializeLendingAccount()] : []),
  ];
  const bracket = bracketFlashLoan(
    {
      group: lending.group,
      bank: lending.bank,
      marginfiAccount: LENDING_ACCOUNT,
      authority: signer,
      liquidityVault: LIQUIDITY_VAULT,
      bankLiquidityVaultAuthority: LIQUIDITY_VAULT_AUTHORITY,
      tokenAccount: USER.sol,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      amount: terms.loan,
      before: [...budget, ...opened],
      inside: [redeem(), buyBack(terms), ...(ownSol === 0n ? [] : [requires(USER.sol, ownSol + bought)])],
    },
    { programAddress: lending.program },
  ).slice(budget.length);
  const end = bracket.at(-1) as Instruction;
  const [account, authority] = end.accounts as [AccountMeta, AccountMeta];
  const group = { address: lending.group, role: AccountRole.READONLY };
  return {
    ...exit,
    answer: {
      ...idleExit.answer,
      path: 'flash-bracket',
      initializedLendingAccount: opens.lending,
    },
    evidence: seen([[USER.rasol, undefined]]),
    hasTable: true,
    instructions: terms.isEndOfGroup
      ? [...bracket.slice(0, -1), { ...end, accounts: [account, group, authority] }]
      : bracket,
  };
}

function initializeLendingAccount(): Instruction {
  return getMarginfiAccountInitializePdaInstruction(
    {
      marginfiGroup: lending.group,
      marginfiAccount: LENDING_ACCOUNT,
      authority: signer,
      feePayer: signer,
      accountIndex: lending.accountIndex,
      thirdPartyId: lending.thirdPartyId,
    },
    { programAddress: lending.program },
  );
}

function redeem(): Instruction {
  const instruction = getInstantWithdrawStrategyInstruction({
    ...RASOL_ACCOUNTS,
    ...FLASH_ACCOUNTS,
    strategy: adaptor.strategy,
    adaptorProgram: adaptor.program,
    amount: LP,
    isAmountInLp: true,
    isWithdrawAll: false,
    userArgs: adaptor.arguments ?? null,
  });
  const wallets = { wallet: WALLET, walletSol: USER.sol, walletRasol: USER.rasol };
  const further = adaptor.accounts.map(({ account, isWritable, isSigner }) => ({
    address: account in wallets ? wallets[account as keyof typeof wallets] : (account as Address),
    role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
  }));
  return { ...instruction, accounts: [...instruction.accounts, ...further] };
}

function buyBack({ bought, spentAtMost }: FlashTerms): Instruction {
  return getSwapExactOutInstruction(
    {
      market: market.address,
      owner: WALLET,
      source: USER.rasol,
      destination: USER.sol,
      vaultIn: market.rasolVault,
      vaultOut: market.solVault,
      amountOut: bought,
      maximumAmountIn: spentAtMost,
    },
    { programAddress: market.program },
  );
}

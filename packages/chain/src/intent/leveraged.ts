import type { LeveragedDeposit, LeveragedRedemption } from './intent.ts';
import { INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './known-keys.ts';
import type { InstructionView } from './read-message.ts';
import { createTokenAccount, depositIntoVault } from './vault.ts';

// The first 8 bytes of sha256("global:…") of each.
const INSTANT_WITHDRAW_STRATEGY = Uint8Array.fromHex('6939a68293ddfabd');
const INITIALIZE_LENDING_ACCOUNT = Uint8Array.fromHex('57b15b50da77f51f');
const START_FLASH_LOAN = Uint8Array.fromHex('0e8321dc51bab46b');
const BORROW = Uint8Array.fromHex('047e74353005d41f');
const REPAY = Uint8Array.fromHex('4fd1acb1de33ad97');
const END_FLASH_LOAN = Uint8Array.fromHex('697cc96a9902089c');

/** Limit and price stand in front; the loan's end is counted with them. */
const COMPUTE_BUDGET_INSTRUCTIONS = 2;

/** The one list of instructions that stakes SOL and puts the pool tokens into a vault. */
export function expectedLeveragedDeposit(intent: LeveragedDeposit): readonly InstructionView[] {
  const { wallet, vault, staged } = intent;
  return [
    createTokenAccount(wallet, vault.userAsset, vault.assetMint),
    createTokenAccount(wallet, vault.userLp, vault.lpMint),
    depositSol(intent),
    depositIntoVault(wallet, vault, staged),
  ];
}

// Stake pool DepositSolWithSlippage: u8 tag 25, u64 lamports, u64 least pool tokens; the pool's manager is the referrer.
function depositSol({ wallet, pool, vault, lamports, staged }: LeveragedDeposit): InstructionView {
  const { program, stakePool, withdrawAuthority, reserveStake, managerFeeAccount } = pool;
  const accounts = [
    stakePool,
    withdrawAuthority,
    reserveStake,
    wallet,
    vault.userAsset,
    managerFeeAccount,
    managerFeeAccount,
    vault.assetMint,
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
  ];
  return { program, accounts, data: bytes(25, u64(lamports), u64(staged)) };
}

/** The one list of instructions that redeems LP through a flash loan. */
export function expectedLeveragedRedemption(intent: LeveragedRedemption): readonly InstructionView[] {
  const { wallet, vault, solMint, userSol, opens } = intent;
  const opened = [
    ...(opens.sol ? [createTokenAccount(wallet, userSol, solMint)] : []),
    ...(opens.asset ? [createTokenAccount(wallet, vault.userAsset, vault.assetMint)] : []),
    ...(opens.lending ? [initializeLendingAccount(intent)] : []),
  ];
  const inside = [borrow(intent), redeem(intent), buyBack(intent), ...keepOwnSol(intent), repay(intent)];
  const endIndex = COMPUTE_BUDGET_INSTRUCTIONS + opened.length + 1 + inside.length;
  return [...opened, startFlashLoan(intent, endIndex), ...inside, endFlashLoan(intent)];
}

// Discriminator, u16 index, then the third-party id: a byte 1 and a u16, or a byte 0 for none.
function initializeLendingAccount({ wallet, lending }: LeveragedRedemption): InstructionView {
  const { program, group, account, accountIndex, thirdPartyId } = lending;
  const id = thirdPartyId === 0 ? [0] : bytes(1, u16(thirdPartyId));
  return {
    program,
    accounts: [group, account, wallet, wallet, INSTRUCTIONS_SYSVAR, SYSTEM_PROGRAM],
    data: bytes(INITIALIZE_LENDING_ACCOUNT, u16(accountIndex), id),
  };
}

// Discriminator, u64 index of the end.
function startFlashLoan({ wallet, lending }: LeveragedRedemption, endIndex: number): InstructionView {
  return {
    program: lending.program,
    accounts: [lending.account, wallet, INSTRUCTIONS_SYSVAR],
    data: bytes(START_FLASH_LOAN, u64(BigInt(endIndex))),
  };
}

// Discriminator, u64 amount.
function borrow({ wallet, lending, userSol, loan }: LeveragedRedemption): InstructionView {
  const { program, group, bank, liquidityVault, liquidityVaultAuthority, account } = lending;
  return {
    program,
    accounts: [group, account, wallet, bank, userSol, liquidityVaultAuthority, liquidityVault, TOKEN_PROGRAM],
    data: bytes(BORROW, u64(loan)),
  };
}

// Discriminator, u64 amount of LP, bool amount is in LP, bool all, then the adaptor's bytes with their length, or 0.
function redeem({ wallet, vault, strategy, lp }: LeveragedRedemption): InstructionView {
  const { adaptor, adaptorReceipt, strategyReceipt, directReceipt } = strategy;
  const given = strategy.arguments;
  return {
    program: vault.program,
    accounts: [
      wallet,
      vault.protocol,
      vault.vault,
      adaptorReceipt,
      strategyReceipt,
      directReceipt,
      strategy.strategy,
      vault.assetMint,
      vault.lpMint,
      vault.userLp,
      strategy.authority,
      vault.userAsset,
      strategy.asset,
      adaptor,
      TOKEN_PROGRAM,
      TOKEN_PROGRAM,
      SYSTEM_PROGRAM,
      ...strategy.accounts,
    ],
    data: bytes(
      INSTANT_WITHDRAW_STRATEGY,
      u64(lp),
      1,
      0,
      given === undefined ? [0] : bytes(1, u32(given.length), given),
    ),
  };
}

// u8 tag 2, u64 lamports out, u64 most that goes in.
function buyBack(intent: LeveragedRedemption): InstructionView {
  const { wallet, vault, market, userSol, bought, spentAtMost } = intent;
  return {
    program: market.program,
    accounts: [
      market.market,
      wallet,
      vault.userAsset,
      userSol,
      market.assetVault,
      market.solVault,
      TOKEN_PROGRAM,
    ],
    data: bytes(2, u64(bought), u64(spentAtMost)),
  };
}

// Token Transfer, u8 tag 3, u64 amount, from an account to itself: fails when there is less.
function keepOwnSol({ wallet, userSol, ownSol, bought }: LeveragedRedemption): readonly InstructionView[] {
  if (ownSol === 0n) return [];
  const accounts = [userSol, userSol, wallet];
  return [{ program: TOKEN_PROGRAM, accounts, data: bytes(3, u64(ownSol + bought)) }];
}

// Discriminator, u64 amount of no meaning, then an optional bool: all.
function repay({ wallet, lending, userSol }: LeveragedRedemption): InstructionView {
  const { program, group, bank, liquidityVault, account } = lending;
  return {
    program,
    accounts: [group, account, wallet, bank, userSol, liquidityVault, TOKEN_PROGRAM],
    data: bytes(REPAY, u64(0n), 1, 1),
  };
}

function endFlashLoan({ wallet, lending }: LeveragedRedemption): InstructionView {
  return { program: lending.program, accounts: [lending.account, wallet], data: END_FLASH_LOAN };
}

function bytes(...parts: readonly (number | ArrayLike<number>)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? part : Array.from(part))));
}

function u16(value: number): Uint8Array {
  const data = new Uint8Array(2);
  new DataView(data.buffer).setUint16(0, value, true);
  return data;
}

function u32(value: number): Uint8Array {
  const data = new Uint8Array(4);
  new DataView(data.buffer).setUint32(0, value, true);
  return data;
}

function u64(value: bigint): Uint8Array {
  const data = new Uint8Array(8);
  new DataView(data.buffer).setBigUint64(0, value, true);
  return data;
}

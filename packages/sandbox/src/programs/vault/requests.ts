import { type Address, createNoopSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  accrueManagementFee,
  FRACTION_BITS,
  getRequestWithdrawVaultReceiptDecoder,
  getRequestWithdrawVaultReceiptEncoder,
  getRequestWithdrawVaultReceiptSize,
  liftHighWaterMark,
  lockedProfit,
  lpForAsset,
  lpSupplyIncludingFees,
  type ParsedCancelRequestWithdrawVaultInstruction,
  type ParsedRequestWithdrawVaultInstruction,
  type ParsedWithdrawVaultInstruction,
  REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
  type RequestWithdrawVaultReceipt,
  type RequestWithdrawVaultReceiptArgs,
  unlockedValue,
  type VaultState,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
  VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED,
  VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE,
} from '@staking-agent/chain/vault';
import { type ModelledCall, ProgramFailure } from '../../vm/player/model.ts';
import { readTokens } from '../../vm/token-balances.ts';
import {
  type AccountRule,
  ANCHOR_ERROR__WRONG_SEEDS,
  checkAccounts,
  seededRule,
  tokenRule,
} from '../anchor.ts';
import {
  ASSET_TOKEN_PROGRAM,
  burnLp,
  type CalledVault,
  createPayoutRules,
  createVaultRule,
  fail,
  findRequestReceipt,
  findVaultKeys,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readVault,
  requireOk,
  SYSTEM_PROGRAM,
  transferAsset,
  transferLp,
  VAULT,
  writeVault,
} from './call.ts';

/** The program writes no version, other than into its other receipts. */
const RECEIPT_VERSION = 0;

/** `request_withdraw_vault`: moves LP into escrow; a receipt records their value and the end of the waiting period. */
export function requestWithdrawVault(
  call: ModelledCall,
  { accounts, data }: ParsedRequestWithdrawVaultInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const [receipt, bump] = findRequestReceipt(vault, user);
  const mint = findVaultKeys(vault).lpMint[0];
  checkAccounts(call, listRules(user, mint, receipt));
  createReceipt(call, accounts.payer.address, receipt);
  // Where a request is pending already, that is where the program ends.
  call.findAccount(receipt);

  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const { amount, isAmountInLp, isWithdrawAll } = data;
  if (amount === 0n) fail(call, VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const price = priceNow(call, called.state);
  const source = accounts.userLpAta.address;
  const held = readTokens(call, source);
  const isInLp = isWithdrawAll || isAmountInLp;
  const lp = isWithdrawAll ? held : isInLp ? amount : getLp(call, amount, price);
  const worth = isInLp ? lessRedemptionFee(getAssetBits(lp, price), called.state) : amount << FRACTION_BITS;
  call.invoke(
    transferLp(mint, {
      source,
      destination: accounts.requestWithdrawLpAta.address,
      owner: user,
      amount: lp,
    }),
  );
  const withdrawableFromTs = call.now + called.state.withdrawalWaitingPeriod;
  const amounts = { amountLpEscrowed: lp, amountAssetToWithdrawDecimalBits: worth };
  writeReceipt(call, receipt, {
    vault,
    user,
    ...amounts,
    withdrawableFromTs,
    bump,
    version: RECEIPT_VERSION,
  });
}

function createReceipt(call: ModelledCall, payer: Address, receipt: Address): void {
  const space = BigInt(getRequestWithdrawVaultReceiptSize());
  call.invoke(
    getCreateAccountInstruction({
      payer: createNoopSigner(payer),
      newAccount: createNoopSigner(receipt),
      lamports: call.getRent(space),
      space,
      programAddress: call.programAddress,
    }),
    [receipt],
  );
}

function writeReceipt(call: ModelledCall, receipt: Address, data: RequestWithdrawVaultReceiptArgs): void {
  call.write(receipt, Uint8Array.from(getRequestWithdrawVaultReceiptEncoder().encode(data)));
}

function listRules(user: Address, mint: Address, receipt: Address): AccountRule[] {
  return [
    { name: 'payer', kind: 'signer', isWritable: true },
    { name: 'user_transfer_authority', kind: 'signer' },
    PROTOCOL,
    VAULT,
    seededRule('vault_lp_mint', mint, 'mint'),
    tokenRule('user_lp_ata', user, mint),
    tokenRule('request_withdraw_lp_ata', receipt, mint),
    seededRule('request_withdraw_vault_receipt', receipt),
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ];
}

/**
 * `cancel_request_withdraw_vault`: returns LP from escrow to the user, and burns the LP that the rise of the price since the
 * request and the redemption fee take.
 */
export function cancelRequestWithdrawVault(
  call: ModelledCall,
  { accounts }: ParsedCancelRequestWithdrawVaultInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = findVaultKeys(vault).lpMint[0];
  const [receipt] = findRequestReceipt(vault, user);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer', isWritable: true },
    PROTOCOL,
    { ...VAULT, isWritable: true },
    seededRule('vault_lp_mint', mint, 'mint', true),
    tokenRule('user_lp_ata', user, mint),
    createEscrowRule(receipt, mint),
    createReceiptRule(receipt),
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const request = readRequest(call, receipt);
  const escrowed = request.amountLpEscrowed;
  const { state } = called;
  const locked = lockedProfit(state, call.now);
  if (locked === undefined || locked > state.totalValue) throw fail(call, VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const price = { vault: state, unlocked: state.totalValue - locked, lpSupply: lpSupplyIncludingFees(state) };
  const returned = lpOfCancelled(escrowed, request.amountAssetToWithdrawDecimalBits, price);
  const source = accounts.requestWithdrawLpAta.address;
  const destination = accounts.userLpAta.address;
  const burned = escrowed - returned;
  call.invoke(transferLp(mint, { source, destination, owner: receipt, amount: returned }), [receipt]);
  if (burned > 0n) call.invoke(burnLp(mint, source, receipt, burned), [receipt]);
  const after = liftHighWaterMark({ ...state, lpMintSupply: state.lpMintSupply - burned });
  writeVault(call, vault, called.account, after);
  call.close(receipt, user);
}

/** `withdraw_vault`: pays a request, the lesser of what its LP were worth then and are worth now. */
export function withdrawVault(call: ModelledCall, { accounts }: ParsedWithdrawVaultInstruction): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const { lpMint, idleAuth } = findVaultKeys(vault);
  const [receipt] = findRequestReceipt(vault, user);
  checkAccounts(call, [
    { name: 'user_transfer_authority', kind: 'signer', isWritable: true },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    { name: 'vault_asset_mint', kind: 'mint', mintProgram: tokenProgram },
    seededRule('vault_lp_mint', lpMint[0], 'mint', true),
    createEscrowRule(receipt, lpMint[0]),
    ...createPayoutRules(accounts.vaultAssetIdleAuth.address, idleAuth[0], { user, mint, tokenProgram }),
    createReceiptRule(receipt),
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ]);
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const request = readDueRequest(call, receipt);

  const { price, lp, amount } = priceDueRequest(call, called.state, request);
  const source = accounts.vaultAssetIdleAta.address;
  const destination = accounts.userAssetAta.address;
  const owner = idleAuth[0];
  call.invoke(burnLp(lpMint[0], accounts.requestWithdrawLpAta.address, receipt, lp), [receipt]);
  call.invoke(transferAsset(call, { mint, tokenProgram, source, destination, owner, amount }), [owner]);
  const after = liftHighWaterMark({
    ...price.vault,
    totalValue: price.vault.totalValue - amount,
    lpMintSupply: price.vault.lpMintSupply - lp,
  });
  writeVault(call, vault, called.account, after);
  call.close(receipt, user);
}

/** The rule of the account with the LP of a request. */
export function createEscrowRule(receipt: Address, mint: Address): AccountRule {
  return tokenRule('request_withdraw_lp_ata', receipt, mint);
}

/** The rule of a request's receipt. */
export function createReceiptRule(receipt: Address): AccountRule {
  return {
    name: 'request_withdraw_vault_receipt',
    kind: REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR,
    isWritable: true,
    is: [receipt, ANCHOR_ERROR__WRONG_SEEDS],
  };
}

/** Reads a request whose accounts have been checked. */
function readRequest(call: ModelledCall, receipt: Address): RequestWithdrawVaultReceipt {
  const { data = new Uint8Array() } = call.findAccount(receipt) ?? {};
  return getRequestWithdrawVaultReceiptDecoder().decode(data);
}

/** Reads a request that can be paid. @throws {ProgramFailure} while its waiting period runs. */
export function readDueRequest(call: ModelledCall, receipt: Address): RequestWithdrawVaultReceipt {
  const request = readRequest(call, receipt);
  if (call.now < request.withdrawableFromTs) fail(call, VOLTR_VAULT_ERROR__WITHDRAWAL_NOT_YET_AVAILABLE);
  return request;
}

/** What a request is paid, in asset base units: the lesser of what its LP were worth then and are worth now. */
export function priceDueRequest(
  call: ModelledCall,
  state: VaultState,
  request: RequestWithdrawVaultReceipt,
): {
  readonly accrued: VaultState;
  readonly price: RequestPrice;
  readonly lp: bigint;
  readonly amount: bigint;
} {
  const { vault: accrued } = requireOk(call, accrueManagementFee(state, call.now));
  const price = priceNow(call, accrued);
  const lp = request.amountLpEscrowed;
  const present = lessRedemptionFee(getAssetBits(lp, price), accrued);
  const then = request.amountAssetToWithdrawDecimalBits;
  return { accrued, price, lp, amount: (present < then ? present : then) >> FRACTION_BITS };
}

/** Bit of the protocol that must be set, and of the vault that must not be, for withdrawals. */
const PROTOCOL_BIT = 1 << 2;
const VAULT_BIT = 1 << 1;
const BASIS_POINTS = 10_000n;
/** With 48 fraction bits the program keeps LP in 128 bits. */
const LP_LIMIT = 2n ** 80n;

/** What LP of a vault are priced by at a moment. */
type RequestPrice = {
  readonly vault: VaultState;
  readonly unlocked: bigint;
  readonly lpSupply: bigint;
};

/** @throws {ProgramFailure} 6009 where protocol or vault have switched withdrawals off. */
export function assertMayWithdraw(call: ModelledCall, { state, operationalState }: CalledVault): void {
  const isOn = (operationalState & PROTOCOL_BIT) !== 0 && (state.disabledOperations & VAULT_BIT) === 0;
  if (!isOn) fail(call, VOLTR_VAULT_ERROR__OPERATION_NOT_ALLOWED);
}

/**
 * Prices LP now.
 *
 * @param vault - with the management fee taken for a payment; as stored for a request, which takes none.
 * @throws {ProgramFailure} 6000 or 6004, as the arithmetic of withdrawals says.
 */
function priceNow(call: ModelledCall, vault: VaultState): RequestPrice {
  if (vault.lpMintSupply === 0n) fail(call, VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const { unlocked } = requireOk(call, unlockedValue(vault, call.now));
  return { vault, unlocked, lpSupply: lpSupplyIncludingFees(vault) };
}

/** What LP base units are worth before the redemption fee, in asset base units with 48 fraction bits, rounded down. */
function getAssetBits(lp: bigint, { unlocked, lpSupply }: RequestPrice): bigint {
  return ((lp << FRACTION_BITS) * unlocked) / lpSupply;
}

/** Takes the redemption fee in force off, rounded down; a request keeps what is left of it, and so does a payment. */
function lessRedemptionFee(assetBits: bigint, { redemptionFee }: VaultState): bigint {
  return (assetBits * (BASIS_POINTS - BigInt(redemptionFee))) / BASIS_POINTS;
}

/**
 * The LP base units that a cancelled request gives back, rounded down: those that what was requested would buy of the
 * vault without it, were the redemption fee one of issuance. Never more than were escrowed; the rest is burned.
 *
 * The price is that without whole base units of the asset, while what buys has its fraction.
 *
 * @param assetBits - of the receipt.
 */
function lpOfCancelled(escrowed: bigint, assetBits: bigint, price: RequestPrice): bigint {
  const fee = BigInt(price.vault.redemptionFee);
  const asset = assetBits >> FRACTION_BITS;
  const rest = price.unlocked - asset;
  if (rest <= 0n) return escrowed;
  const divisor = (rest * BASIS_POINTS + asset * fee) << FRACTION_BITS;
  const lp = (assetBits * (price.lpSupply - escrowed) * (BASIS_POINTS - fee)) / divisor;
  return lp < escrowed ? lp : escrowed;
}

/**
 * The LP base units that a request of an amount of the asset takes: those it costs, rounded up, of which the program
 * keeps the lowest 64 bits. It panics where they do not fit 80, without the redemption fee or with it.
 *
 * @throws {ProgramFailure} 6014 where the fee is everything, and `ProgramFailedToComplete`.
 */
function getLp(call: ModelledCall, asset: bigint, price: RequestPrice): bigint {
  const { redemptionFee } = price.vault;
  const beforeFee = requireOk(call, lpForAsset(asset, { ...price, redemptionFee: 0 }));
  if (beforeFee.lp >= LP_LIMIT) throw panic();
  const { lp } = requireOk(call, lpForAsset(asset, { ...price, redemptionFee }));
  if (lp >= LP_LIMIT) throw panic();
  return BigInt.asUintN(64, lp);
}

function panic(): ProgramFailure {
  return new ProgramFailure('ProgramFailedToComplete');
}

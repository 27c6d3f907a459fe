import {
  type AccountMeta,
  AccountRole,
  type Address,
  addEncoderSizePrefix,
  getBytesEncoder,
  getOptionEncoder,
  getU32Encoder,
  getU64Decoder,
  getU64Encoder,
} from '@solana/kit';
import {
  ADAPTOR_ADD_RECEIPT_DISCRIMINATOR,
  ADAPTOR_WAITING_EPOCHS,
  DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR,
  type DirectWithdrawInitReceipt,
  getAdaptorAddReceiptDecoder,
  getDirectWithdrawInitReceiptDecoder,
  getStrategyInitReceiptDecoder,
  getStrategyInitReceiptEncoder,
  liftHighWaterMark,
  lockedProfit,
  type ParsedDirectWithdrawStrategyInstruction,
  type ParsedInstantWithdrawStrategyInstruction,
  previewInstantWithdrawStrategy,
  reportGain,
  STRATEGY_INIT_RECEIPT_DISCRIMINATOR,
  VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID,
  VOLTR_VAULT_ERROR__DIVISION_BY_ZERO,
  VOLTR_VAULT_ERROR__INVALID_AMOUNT,
  VOLTR_VAULT_ERROR__MATH_OVERFLOW,
} from '@staking-agent/chain/vault';
import { type CallAccount, type ModelledCall, ProgramFailure, toMeta } from '../../vm/player/model.ts';
import { readTokens } from '../../vm/token-balances.ts';
import {
  type AccountRule,
  ANCHOR_ERROR__BAD_DATA,
  ANCHOR_ERROR__WRONG_SEEDS,
  checkAccounts,
  failWith,
  readData,
  tokenRule,
} from '../anchor.ts';
import {
  ASSET_TOKEN_PROGRAM,
  burnLp,
  createVaultRule,
  fail,
  findRequestReceipt,
  findStrategyKeys,
  findVaultKeys,
  LP_TOKEN_PROGRAM,
  PROTOCOL,
  readVault,
  requireOk,
  SYSTEM_PROGRAM,
  transferAsset,
  writeVault,
} from './call.ts';
import {
  assertMayWithdraw,
  createEscrowRule,
  createReceiptRule,
  priceDueRequest,
  readDueRequest,
} from './requests.ts';

/** Bytes of what an adaptor returns: what the position is worth. */
const VALUE_SIZE = 8;

/** The accounts that both withdrawals from a strategy take. */
export type StrategyAccounts = Readonly<
  Record<
    | 'userTransferAuthority'
    | 'vault'
    | 'strategy'
    | 'vaultAssetMint'
    | 'vaultStrategyAuth'
    | 'userAssetAta'
    | 'vaultStrategyAssetAta'
    | 'adaptorProgram'
    | 'assetTokenProgram',
    AccountMeta
  >
>;

/**
 * Lists the rules of a withdrawal from a strategy.
 *
 * @param lpAccount - the account whose LP are burned.
 * @param receipt - of a request, where there is one.
 */
function strategyRules(
  call: ModelledCall,
  accounts: StrategyAccounts,
  lpAccount: AccountRule,
  receipt?: AccountRule,
): AccountRule[] {
  const vault = accounts.vault.address;
  const mint = accounts.vaultAssetMint.address;
  const tokenProgram = accounts.assetTokenProgram.address;
  const seeds = (address: Address) => [address, ANCHOR_ERROR__WRONG_SEEDS] as const;
  const keys = findStrategyKeys(vault, accounts.strategy.address, accounts.adaptorProgram.address);
  const createAssetRule = (name: string, owner: Address): AccountRule => ({
    name,
    kind: 'token',
    isWritable: true,
    associated: { owner, mint, tokenProgram },
  });
  return [
    { name: 'user_transfer_authority', kind: 'signer', isWritable: true },
    PROTOCOL,
    createVaultRule(call, vault, mint),
    {
      name: 'adaptor_add_receipt',
      kind: ADAPTOR_ADD_RECEIPT_DISCRIMINATOR,
      is: seeds(keys.adaptorReceipt[0]),
    },
    {
      name: 'strategy_init_receipt',
      kind: STRATEGY_INIT_RECEIPT_DISCRIMINATOR,
      isWritable: true,
      is: seeds(keys.strategyReceipt[0]),
    },
    {
      name: 'direct_withdraw_init_receipt',
      kind: DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR,
      is: seeds(keys.directReceipt[0]),
    },
    { name: 'strategy', kind: 'any' },
    { name: 'vault_asset_mint', kind: 'mint', isWritable: true, mintProgram: tokenProgram },
    { name: 'vault_lp_mint', kind: 'mint', isWritable: true, is: seeds(findVaultKeys(vault).lpMint[0]) },
    lpAccount,
    { name: 'vault_strategy_auth', kind: 'any', isWritable: true, is: seeds(keys.strategyAuth[0]) },
    createAssetRule('user_asset_ata', accounts.userTransferAuthority.address),
    createAssetRule('vault_strategy_asset_ata', accounts.vaultStrategyAuth.address),
    ...(receipt === undefined ? [] : [receipt]),
    { name: 'adaptor_program', kind: 'any' },
    ASSET_TOKEN_PROGRAM,
    LP_TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
  ];
}

/** Reads a strategy whose accounts have been checked; the adaptor's own follow behind `ownAccounts` of the instruction. */
function openStrategy(call: ModelledCall, accounts: StrategyAccounts, ownAccounts: number) {
  const strategy = accounts.strategy.address;
  const programAddress = accounts.adaptorProgram.address;
  const keys = findStrategyKeys(accounts.vault.address, strategy, programAddress);
  const authority = keys.strategyAuth[0];
  const source = accounts.vaultStrategyAssetAta.address;
  const receipt = getStrategyInitReceiptDecoder().decode(readData(call, keys.strategyReceipt[0]));
  const { lastUpdatedEpoch } = getAdaptorAddReceiptDecoder().decode(readData(call, keys.adaptorReceipt[0]));
  const direct = getDirectWithdrawInitReceiptDecoder().decode(readData(call, keys.directReceipt[0]));
  return {
    /** Invokes the adaptor for base units: what it has delivered, and what it says that the position is worth now. */
    collect: (amount: bigint) => {
      const before = readTokens(call, source);
      const own = [
        { address: authority, role: AccountRole.WRITABLE_SIGNER },
        { address: strategy, role: AccountRole.READONLY },
        { address: accounts.vaultAssetMint.address, role: AccountRole.READONLY },
        { address: source, role: AccountRole.WRITABLE },
        { address: accounts.assetTokenProgram.address, role: AccountRole.READONLY },
      ];
      const remaining = call.accounts.slice(ownAccounts).map(toMeta);
      const data = encodeAdaptorCall(direct, amount);
      call.invoke({ programAddress, accounts: [...own, ...remaining], data }, [authority]);
      const delivered = readTokens(call, source) - before;
      const returned = call.getReturned();
      if (returned.length < VALUE_SIZE) failWith(call, ANCHOR_ERROR__BAD_DATA);
      return { delivered, positionValue: getU64Decoder().decode(returned) };
    },
    receipt,
    /** Epoch in which the vault was allowed the adaptor. */
    adaptorEpoch: lastUpdatedEpoch,
    /** Hands base units to the user, and stores what the position is worth afterwards. */
    settle: (paid: bigint, positionValue: bigint): void => {
      const transfer = transferAsset(call, {
        mint: accounts.vaultAssetMint.address,
        tokenProgram: accounts.assetTokenProgram.address,
        source,
        destination: accounts.userAssetAta.address,
        owner: authority,
        amount: paid,
      });
      call.invoke(transfer, [authority]);
      const after = { ...receipt, positionValue, lastUpdatedTs: call.now };
      call.write(keys.strategyReceipt[0], Uint8Array.from(getStrategyInitReceiptEncoder().encode(after)));
    },
  };
}

/** The first bytes of the data that ask an adaptor for a withdrawal: `sha256("global:withdraw")`. */
export const ADAPTOR_WITHDRAW_DISCRIMINATOR = Uint8Array.of(183, 18, 70, 156, 148, 109, 161, 34);

/** Accounts that a vault passes to every adaptor; those of the adaptor follow. */
const ADAPTOR_ACCOUNTS = 5;
const AMOUNT_SIZE = 8;

/** What a vault asks of an adaptor. */
export type AdaptorRequest = {
  /** The vault's authority towards the strategy, in whose name the position is held. */
  readonly authority: Address;
  readonly strategy: Address;
  /** The vault's token account that the assets must be left in. */
  readonly destination: Address;
  /** The accounts behind those of the vault's own instruction. */
  readonly remaining: readonly CallAccount[];
  /** Asset base units. */
  readonly amount: bigint;
};

/** The data of a call for a withdrawal, as the vault program writes it. */
function encodeAdaptorCall(receipt: DirectWithdrawInitReceipt, amount: bigint): Uint8Array {
  const optionalBytes = getOptionEncoder(addEncoderSizePrefix(getBytesEncoder(), getU32Encoder()));
  return Uint8Array.from([
    ...receipt.instructionDiscriminator,
    ...getU64Encoder().encode(amount),
    ...optionalBytes.encode(receipt.additionalArgs),
  ]);
}

/**
 * Reads what a vault asks an adaptor of the sandbox for.
 *
 * @throws {ProgramFailure} for another instruction, and where the authority has not signed.
 */
export function parseAdaptorCall({ accounts, data }: ModelledCall): AdaptorRequest {
  const start = ADAPTOR_WITHDRAW_DISCRIMINATOR.length;
  const isWithdrawal = ADAPTOR_WITHDRAW_DISCRIMINATOR.every((byte, index) => data[index] === byte);
  if (!isWithdrawal || data.length < start + AMOUNT_SIZE) throw new ProgramFailure('InvalidInstructionData');
  const [authority, strategy, , destination] = accounts;
  if (!authority || !strategy || !destination) throw new ProgramFailure('NotEnoughAccountKeys');
  if (!authority.isSigner) throw new ProgramFailure('MissingRequiredSignature');
  return {
    authority: authority.address,
    strategy: strategy.address,
    destination: destination.address,
    remaining: accounts.slice(ADAPTOR_ACCOUNTS),
    amount: getU64Decoder().decode(data, start),
  };
}

/** Returns the current value of the position to the vault, in asset base units. */
export function returnValue(call: ModelledCall, value: bigint): void {
  call.return(Uint8Array.from(getU64Encoder().encode(value)));
}

/** Accounts of the instruction itself; the adaptor's own follow. */
const DIRECT_ACCOUNTS = 18;

/**
 * `direct_withdraw_strategy`: the adaptor of one strategy pays a whole request, the lesser of what its LP were worth
 * then and are worth now, and reports what its position has become worth.
 */
export function directWithdrawStrategy(
  call: ModelledCall,
  { accounts }: ParsedDirectWithdrawStrategyInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = findVaultKeys(vault).lpMint[0];
  const [receipt] = findRequestReceipt(vault, user);
  checkAccounts(
    call,
    strategyRules(call, accounts, createEscrowRule(receipt, mint), createReceiptRule(receipt)),
  );
  const called = readVault(call, vault);
  assertMayWithdraw(call, called);
  const place = openStrategy(call, accounts, DIRECT_ACCOUNTS);
  if (call.epoch < place.adaptorEpoch + ADAPTOR_WAITING_EPOCHS) {
    fail(call, VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID);
  }
  const request = readDueRequest(call, receipt);

  const { accrued, price, lp, amount } = priceDueRequest(call, called.state, request);
  if (amount === 0n) fail(call, VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const { delivered, positionValue } = place.collect(amount);
  if (amount - delivered > 1n) fail(call, VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const locked = lockedProfit(accrued, call.now) ?? 0n;
  const gain = positionValue + delivered - place.receipt.positionValue;
  const reported = reportGain(price.vault, { gain, locked, now: call.now });
  if (reported === undefined) throw fail(call, VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  call.invoke(burnLp(mint, accounts.requestWithdrawLpAta.address, receipt, lp), [receipt]);
  place.settle(delivered, positionValue);
  const after = liftHighWaterMark({
    ...reported,
    totalValue: reported.totalValue - delivered,
    lpMintSupply: reported.lpMintSupply - lp,
  });
  writeVault(call, vault, called.account, after);
  call.close(receipt, user);
}

/** Accounts of the instruction itself; the adaptor's own follow. */
const INSTANT_ACCOUNTS = 17;
const U64_MAX = 2n ** 64n - 1n;

/** `instant_withdraw_strategy`: LP of the user are burned, the adaptor of a strategy pays. */
export function instantWithdrawStrategy(
  call: ModelledCall,
  { accounts, data }: ParsedInstantWithdrawStrategyInstruction,
): void {
  const user = accounts.userTransferAuthority.address;
  const vault = accounts.vault.address;
  const mint = findVaultKeys(vault).lpMint[0];
  const userLp = accounts.userLpAta.address;
  checkAccounts(call, strategyRules(call, accounts, tokenRule('user_lp_ata', user, mint)));
  const called = readVault(call, vault);
  const { receipt, adaptorEpoch, collect, settle } = openStrategy(call, accounts, INSTANT_ACCOUNTS);
  const preview = (actualValue: bigint, shortfall = 0n) =>
    previewInstantWithdrawStrategy(called.state, {
      ...data,
      userLp: readTokens(call, userLp),
      now: call.now,
      operationalState: called.operationalState,
      position: {
        reportedValue: receipt.positionValue,
        actualValue,
        shortfall,
        adaptorEpoch,
        epoch: call.epoch,
      },
    });
  const asked = preview(receipt.positionValue);
  // More than the vault knows of is asked for all the same: whether there is so much, the adaptor says.
  const isBeyond = !asked.ok && asked.by === 'token' && asked.account === 'strategy';
  const { assetPaid: amount } = requireOk(call, isBeyond ? preview(U64_MAX) : asked);
  const { delivered, positionValue } = collect(amount);
  // What the adaptor says afterwards is what the vault goes by; it may have rounded in the vault's favour.
  const withdrawal = requireOk(call, preview(positionValue + delivered, amount - delivered));
  call.invoke(burnLp(mint, userLp, user, withdrawal.lpBurned));
  settle(delivered, positionValue);
  writeVault(call, vault, called.account, withdrawal.vault);
}

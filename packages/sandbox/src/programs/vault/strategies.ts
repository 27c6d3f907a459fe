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
import * as vaults from '@staking-agent/chain/vault';
import { type ModelledCall, ProgramFailure, toMeta } from '../../vm/player/model.ts';
import { readTokens } from '../../vm/token-balances.ts';
import { ANCHOR_ERROR__BAD_DATA, failWith, readData } from '../anchor.ts';
import { burnTokens } from '../native.ts';
import {
  encodeStrategyReceipt,
  fail,
  findStrategyKeys,
  moveAsset,
  openVault,
  readStrategyReceipt,
  requireOk,
  writeVault,
} from './call.ts';
import { claimRequest } from './requests.ts';

/** The accounts that both withdrawals from a strategy take. */
type StrategyAccounts = Readonly<
  Record<
    | 'vault'
    | 'strategy'
    | 'vaultAssetMint'
    | 'userAssetAta'
    | 'vaultStrategyAssetAta'
    | 'adaptorProgram'
    | 'assetTokenProgram',
    AccountMeta
  >
>;

/** Bytes of what an adaptor returns: what the position is worth. */
const VALUE_SIZE = 8;

/** Reads a strategy whose accounts have been checked; the adaptor's own accounts follow those of the instruction. */
function openStrategy(call: ModelledCall, accounts: StrategyAccounts) {
  const strategy = accounts.strategy.address;
  const programAddress = accounts.adaptorProgram.address;
  const keys = findStrategyKeys(accounts.vault.address, strategy, programAddress);
  const authority = keys.strategyAuth;
  const source = accounts.vaultStrategyAssetAta.address;
  const address = keys.strategyReceipt.address;
  const receipt = readStrategyReceipt(call, address);
  const adaptor = vaults.getAdaptorAddReceiptDecoder().decode(readData(call, keys.adaptorReceipt.address));
  return {
    /** Invokes the adaptor for base units: what it has delivered, and what it says that the position is worth now. */
    collect: (amount: bigint) => {
      const before = readTokens(call, source);
      const own = [
        { address: authority.address, role: AccountRole.WRITABLE_SIGNER },
        { address: strategy, role: AccountRole.READONLY },
        { address: accounts.vaultAssetMint.address, role: AccountRole.READONLY },
        { address: source, role: AccountRole.WRITABLE },
        { address: accounts.assetTokenProgram.address, role: AccountRole.READONLY },
      ];
      const remaining = call.accounts.slice(Object.keys(accounts).length).map(toMeta);
      const data = encodeAdaptorCall(call, keys.directReceipt.address, amount);
      call.invoke({ programAddress, accounts: [...own, ...remaining], data }, authority);
      const delivered = readTokens(call, source) - before;
      const returned = call.getReturned();
      if (returned.length < VALUE_SIZE) failWith(call, ANCHOR_ERROR__BAD_DATA);
      return { delivered, positionValue: getU64Decoder().decode(returned) };
    },
    /** Value of the position as the vault last knew it, in asset base units. */
    reportedValue: receipt.positionValue,
    /** Epoch in which the vault was allowed the adaptor. */
    adaptorEpoch: adaptor.lastUpdatedEpoch,
    /** Hands base units to the user, and stores what the position is worth afterwards. */
    settle: (amount: bigint, positionValue: bigint): void => {
      const destination = accounts.userAssetAta.address;
      moveAsset(call, accounts, { source, destination, owner: authority, amount });
      call.write(address, encodeStrategyReceipt(receipt, positionValue, call.now));
    },
  };
}

/** Writes the data of a call for a withdrawal as the vault program does. */
function encodeAdaptorCall(call: ModelledCall, directReceipt: Address, amount: bigint): Uint8Array {
  const receipt = vaults.getDirectWithdrawInitReceiptDecoder().decode(readData(call, directReceipt));
  const optionalBytes = getOptionEncoder(addEncoderSizePrefix(getBytesEncoder(), getU32Encoder()));
  return Uint8Array.from([
    ...receipt.instructionDiscriminator,
    ...getU64Encoder().encode(amount),
    ...optionalBytes.encode(receipt.additionalArgs),
  ]);
}

/** The first bytes of the data that ask an adaptor for a withdrawal: `sha256("global:withdraw")`. */
export const ADAPTOR_WITHDRAW_DISCRIMINATOR = Uint8Array.of(183, 18, 70, 156, 148, 109, 161, 34);

/** Accounts that a vault passes to every adaptor; those of the adaptor follow. */
const ADAPTOR_ACCOUNTS = 5;
const AMOUNT_SIZE = 8;

/** A call of a vault to an adaptor. */
export type AdaptorRequest = ReturnType<typeof parseAdaptorCall>;

/**
 * Reads what a vault asks an adaptor of the sandbox for, in asset base units.
 *
 * @throws {ProgramFailure} for another instruction, and where the authority has not signed.
 */
export function parseAdaptorCall({ accounts, data }: ModelledCall) {
  const start = ADAPTOR_WITHDRAW_DISCRIMINATOR.length;
  const isWithdrawal = ADAPTOR_WITHDRAW_DISCRIMINATOR.every((byte, index) => data[index] === byte);
  if (!isWithdrawal || data.length < start + AMOUNT_SIZE) throw new ProgramFailure('InvalidInstructionData');
  const [authority, strategy, mint, destination] = accounts;
  if (!authority || !strategy || !mint || !destination) throw new ProgramFailure('NotEnoughAccountKeys');
  if (!authority.isSigner) throw new ProgramFailure('MissingRequiredSignature');
  return {
    /** The vault's towards the strategy, in whose name the position is held. */
    authority: authority.address,
    strategy: strategy.address,
    mint: mint.address,
    /** The vault's token account that the assets must be left in. */
    destination: destination.address,
    /** The accounts behind those of the vault's own instruction. */
    remaining: accounts.slice(ADAPTOR_ACCOUNTS),
    amount: getU64Decoder().decode(data, start),
  };
}

/** Returns the current value of the position to the vault, in asset base units. */
export function returnValue(call: ModelledCall, value: bigint): void {
  call.return(Uint8Array.from(getU64Encoder().encode(value)));
}

/**
 * `direct_withdraw_strategy`: the adaptor of one strategy pays a whole request, the lesser of what its LP were worth
 * then and are worth now, and reports what its position has become worth.
 */
export function directWithdrawStrategy(
  call: ModelledCall,
  { accounts }: vaults.ParsedDirectWithdrawStrategyInstruction,
): void {
  const opened = openVault(call, accounts);
  const { lp, amount, accrued } = claimRequest(call, opened);
  const { user, lpMint, receipt } = opened;
  const strategy = openStrategy(call, accounts);
  if (call.epoch < strategy.adaptorEpoch + vaults.ADAPTOR_WAITING_EPOCHS) {
    fail(call, vaults.VOLTR_VAULT_ERROR__ADAPTOR_EPOCH_INVALID);
  }
  if (amount === 0n) fail(call, vaults.VOLTR_VAULT_ERROR__MATH_OVERFLOW);
  const { delivered, positionValue } = strategy.collect(amount);
  if (amount - delivered > 1n) fail(call, vaults.VOLTR_VAULT_ERROR__INVALID_AMOUNT);
  const locked = vaults.lockedProfit(accrued, call.now) ?? 0n;
  const gain = positionValue + delivered - strategy.reportedValue;
  const reported = vaults.reportGain(accrued, { gain, locked, now: call.now });
  if (reported === undefined) throw fail(call, vaults.VOLTR_VAULT_ERROR__DIVISION_BY_ZERO);
  call.invoke(burnTokens(lpMint, accounts.requestWithdrawLpAta.address, receipt.address, lp), receipt);
  strategy.settle(delivered, positionValue);
  const after = vaults.liftHighWaterMark({
    ...reported,
    totalValue: reported.totalValue - delivered,
    lpMintSupply: reported.lpMintSupply - lp,
  });
  writeVault(call, opened, after);
  call.close(receipt.address, user);
}

const U64_MAX = 2n ** 64n - 1n;

/** `instant_withdraw_strategy`: LP of the user are burned, the adaptor of a strategy pays. */
export function instantWithdrawStrategy(
  call: ModelledCall,
  { accounts, data }: vaults.ParsedInstantWithdrawStrategyInstruction,
): void {
  const opened = openVault(call, accounts);
  const { user, lpMint, state, operationalState } = opened;
  const { reportedValue, adaptorEpoch, collect, settle } = openStrategy(call, accounts);
  const userLp = accounts.userLpAta.address;
  const preview = (actualValue: bigint, shortfall = 0n) =>
    vaults.previewInstantWithdrawStrategy(state, {
      ...data,
      userLp: readTokens(call, userLp),
      now: call.now,
      operationalState,
      position: { reportedValue, actualValue, shortfall, adaptorEpoch, epoch: call.epoch },
    });
  const asked = preview(reportedValue);
  // More than the vault knows of is asked for all the same: whether there is so much, the adaptor says.
  const isBeyond = !asked.ok && asked.by === 'token' && asked.account === 'strategy';
  const { assetPaid } = requireOk(call, isBeyond ? preview(U64_MAX) : asked);
  const { delivered, positionValue } = collect(assetPaid);
  // What the adaptor says afterwards is what the vault goes by; it may have rounded in the vault's favour.
  const withdrawal = requireOk(call, preview(positionValue + delivered, assetPaid - delivered));
  call.invoke(burnTokens(lpMint, userLp, user, withdrawal.lpBurned));
  settle(delivered, positionValue);
  writeVault(call, opened, withdrawal.vault);
}

import { type Address, address } from '@solana/kit';
import * as lending from '@staking-agent/chain/lending';
import { findBankKeys } from '../../programs/lending/call.ts';
import type { Bank } from '../../vm/bank.ts';
import { findProgramAccount, SEEDED_AT, setProgramAccount, setTokenAccount } from '../accounts.ts';

const SOL = 1_000_000_000n;
const SOL_DECIMALS = 9;
const SOL_TAG = 1;
const ONE = 1n << lending.I80F48_FRACTION_BITS;
const UNLIMITED = 2n ** 64n - 1n;

/** Lamports others have deposited in the bank. */
const DEPOSITS = 100_000n * SOL;
/** Lamports others owe to it. */
const DEBTS = 40_000n * SOL;
/** Debts must stay below this, in lamports. */
const BORROW_LIMIT = 500_000n * SOL;

/** Where the lender of the world and its bank for SOL are. */
export type LendingSeed = ReturnType<typeof findLendingSeed>;

/** Derives the addresses of a bank; what of its deposits is not lent lies in its liquidity vault. */
export function findLendingSeed(group: Address, bank: Address, mint: Address) {
  const keys = findBankKeys(bank);
  return {
    programAddress: lending.MARGINFI_PROGRAM_ADDRESS,
    group,
    bank,
    mint,
    liquidityVault: keys.liquidityVault.address,
    liquidityVaultAuthority: keys.liquidityVaultAuthority.address,
  };
}

/** Writes the group, its bank for SOL with a price of it, and the SOL that is not lent. Its debts bear no interest. */
export function seedLending(bank: Bank, seed: LendingSeed): void {
  const own = (address: Address, data: ArrayLike<number>): void =>
    setProgramAccount(bank, address, seed.programAddress, data);
  seedPriceFeed(bank);
  own(seed.group, encodeGroup());
  own(seed.bank, encodeBank(seed));
  const vault = { mint: seed.mint, owner: seed.liquidityVaultAuthority, amount: DEPOSITS - DEBTS };
  setTokenAccount(bank, seed.liquidityVault, vault);
}

function encodeGroup(): ArrayLike<number> {
  const data = blank(lending.getMarginfiGroupSize(), lending.MARGINFI_GROUP_DISCRIMINATOR);
  const group = lending.getMarginfiGroupDecoder().decode(data);
  const known = { ...group, admin: findProgramAccount('lending admin'), banks: 1 };
  // Of what release 0.1.10 has appended, nothing is used here.
  const whole = new Uint8Array(lending.GROUP_SIZE);
  whole.set(lending.getMarginfiGroupEncoder().encode(known));
  return whole;
}

function encodeBank({ group, bank, mint }: LendingSeed): ArrayLike<number> {
  const keys = findBankKeys(bank);
  const empty = lending.getBankDecoder().decode(blank(lending.getBankSize(), lending.BANK_DISCRIMINATOR));
  const state: lending.Bank = {
    ...empty,
    mint,
    mintDecimals: SOL_DECIMALS,
    group,
    assetShareValue: lending.wrapI80F48(ONE),
    liabilityShareValue: lending.wrapI80F48(ONE),
    liquidityVault: keys.liquidityVault.address,
    liquidityVaultBump: keys.liquidityVault.bump,
    liquidityVaultAuthorityBump: keys.liquidityVaultAuthority.bump,
    insuranceVault: keys.insuranceVault.address,
    insuranceVaultBump: keys.insuranceVault.bump,
    insuranceVaultAuthorityBump: keys.insuranceVaultAuthority.bump,
    feeVault: keys.feeVault.address,
    feeVaultBump: keys.feeVault.bump,
    feeVaultAuthorityBump: keys.feeVaultAuthority.bump,
    totalAssetShares: lending.wrapI80F48(DEPOSITS * ONE),
    totalLiabilityShares: lending.wrapI80F48(DEBTS * ONE),
    lastUpdate: SEEDED_AT,
    config: {
      ...empty.config,
      assetWeightInit: lending.wrapI80F48((ONE * 8n) / 10n),
      assetWeightMaint: lending.wrapI80F48((ONE * 9n) / 10n),
      liabilityWeightInit: lending.wrapI80F48((ONE * 12n) / 10n),
      liabilityWeightMaint: lending.wrapI80F48((ONE * 11n) / 10n),
      depositLimit: UNLIMITED,
      borrowLimit: BORROW_LIMIT,
      operationalState: lending.BankOperationalState.Operational,
      oracleSetup: lending.OracleSetup.PythPushOracle,
      oracleKeys: [PRICE_FEED_ADDRESS, ...empty.config.oracleKeys.slice(1)],
      assetTag: SOL_TAG,
    },
  };
  return lending.getBankEncoder().encode(state);
}

function blank(size: number, discriminator: ArrayLike<number>): Uint8Array {
  const data = new Uint8Array(size);
  data.set(Array.from(discriminator));
  return data;
}

/** Pyth's program that owns prices. */
const RECEIVER = address('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ');
/** `sha256("account:PriceUpdateV2")` begins with this. */
const DISCRIMINATOR = Uint8Array.of(34, 241, 35, 99, 157, 126, 244, 205);
const FULLY_VERIFIED = 1;
/** 150 US dollars for a SOL, with so many digits behind the point; the world does not trade by it. */
const DIGITS = 8;
const PRICE = 150n * 10n ** BigInt(DIGITS);
const PRICE_UPDATE_SIZE = 134;

/** The account with the price of SOL that the lender's bank names. */
const PRICE_FEED_ADDRESS: Address = findProgramAccount('price of SOL');

/**
 * Writes the price as it is at genesis, which is never updated, as Pyth's `PriceUpdateV2`: price and confidence, exponent, the
 * time of this and of the previous publication, mean price and mean confidence, slot. Clients of the lender read it, its model
 * does not.
 */
function seedPriceFeed(bank: Bank): void {
  const data = Buffer.alloc(PRICE_UPDATE_SIZE);
  data.set(DISCRIMINATOR);
  data.writeUInt8(FULLY_VERIFIED, 40);
  data.writeBigInt64LE(PRICE, 73);
  data.writeBigUInt64LE(PRICE / 1000n, 81);
  data.writeInt32LE(-DIGITS, 89);
  data.writeBigInt64LE(SEEDED_AT, 93);
  data.writeBigInt64LE(SEEDED_AT, 101);
  data.writeBigInt64LE(PRICE, 109);
  data.writeBigUInt64LE(PRICE / 1000n, 117);
  data.writeBigUInt64LE(bank.openSlot(), 125);
  setProgramAccount(bank, PRICE_FEED_ADDRESS, RECEIVER, data);
}

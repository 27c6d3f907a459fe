import {
  type Address,
  createDecoder,
  type FixedSizeDecoder,
  fixDecoderSize,
  getBytesDecoder,
  getConstantDecoder,
  getU8Decoder,
  getU16Encoder,
  getU64Decoder,
  type ProgramDerivedAddress,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { findProgramAddress, getAddressDecoder, toAddressBytes } from '#address';
import { BANK_DISCRIMINATOR, getBankSize, type MarginfiAccount } from './generated/accounts/index.ts';
import {
  MARGINFI_ERROR__ILLEGAL_FLASHLOAN,
  MARGINFI_ERROR__INVALID_BANK_ACCOUNT,
  MARGINFI_ERROR__INVALID_GROUP,
  MARGINFI_ERROR__OPERATION_BORROW_ONLY,
  MARGINFI_ERROR__UNAUTHORIZED,
  type MarginfiError,
} from './generated/errors/index.ts';
import { MARGINFI_PROGRAM_ADDRESS } from './generated/programs/index.ts';
import { type Balance, getWrappedI80F48Decoder, type WrappedI80F48 } from './generated/types/index.ts';

/** Fraction bits of the program's fixed-point numbers. */
export const I80F48_FRACTION_BITS = 48n;

/** Reads a fixed-point number: signed, 128 bits, little-endian; the value times 2⁴⁸. */
export function i80f48Bits({ value }: WrappedI80F48): bigint {
  return BigInt.asIntN(128, readLittleEndian(value));
}

/**
 * Writes a fixed-point number.
 *
 * @param bits - the value times 2⁴⁸.
 */
export function wrapI80F48(bits: bigint): WrappedI80F48 {
  const value = new Uint8Array(16);
  let rest = BigInt.asUintN(128, bits);
  for (let i = 0; i < value.length; i++, rest >>= 8n) value[i] = Number(rest & 0xffn);
  return { value };
}

function readLittleEndian(bytes: ReadonlyUint8Array): bigint {
  return [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Which deployment of the program is meant; absent means {@link MARGINFI_PROGRAM_ADDRESS}. */
export type LendingProgramConfig = {
  /** The program that owns the bank account. */
  readonly programAddress?: Address;
};

/** The seeds of a bank's token accounts: one of the loans, unless `kind` names another. */
type BankVaultSeeds = { readonly bank: Address; readonly kind?: 'liquidity' | 'insurance' | 'fee' };

/** Finds a token account of a bank. */
export function findBankVaultPda(
  seeds: BankVaultSeeds,
  config: LendingProgramConfig = {},
): ProgramDerivedAddress {
  return derive(`${seeds.kind ?? 'liquidity'}_vault`, seeds.bank, config);
}

/** Finds the owner of a token account of a bank. */
export function findBankVaultAuthorityPda(
  seeds: BankVaultSeeds,
  config: LendingProgramConfig = {},
): ProgramDerivedAddress {
  return derive(`${seeds.kind ?? 'liquidity'}_vault_auth`, seeds.bank, config);
}

function derive(word: string, bank: Address, config: LendingProgramConfig): ProgramDerivedAddress {
  return findProgramAddress(config.programAddress ?? MARGINFI_PROGRAM_ADDRESS, [word, toAddressBytes(bank)]);
}

/** Third-party ids below this one are free for anybody; from here on a registered program must call. */
export const FREE_THIRD_PARTY_IDS = 10_000;

type LendingAccountSeeds = {
  readonly group: Address;
  /** The user's wallet. */
  readonly authority: Address;
  /** Tells one user's accounts apart, a u16; zero unless given. */
  readonly accountIndex?: number;
  /** Tells applications apart, a u16; zero, as if none was said, unless given. */
  readonly thirdPartyId?: number;
};

/**
 * Finds a user's lending account, of the kind that MarginfiAccountInitializePda creates without another signature.
 *
 * A flash loan wants an account of its own: a position in the same bank makes the loan fail, and index 0 of id 0 is
 * where the lender's own application keeps positions.
 */
export function findLendingAccountPda(
  seeds: LendingAccountSeeds,
  config: LendingProgramConfig = {},
): ProgramDerivedAddress {
  const number = getU16Encoder();
  return findProgramAddress(config.programAddress ?? MARGINFI_PROGRAM_ADDRESS, [
    'marginfi_account',
    toAddressBytes(seeds.group),
    toAddressBytes(seeds.authority),
    number.encode(seeds.accountIndex ?? 0),
    number.encode(seeds.thirdPartyId ?? 0),
  ]);
}

/** The fields of a bank that decide a flash loan, and its owner. */
export type LendingBank = {
  readonly mint: Address;
  readonly group: Address;
  readonly assetShareValue: WrappedI80F48;
  readonly liabilityShareValue: WrappedI80F48;
  readonly totalAssetShares: WrappedI80F48;
  readonly totalLiabilityShares: WrappedI80F48;
  readonly config: {
    /** A number of `BankOperationalState`, or one that later releases have added. */
    readonly operationalState: number;
    readonly borrowLimit: bigint;
    readonly interestRateConfig: { readonly protocolOriginationFee: WrappedI80F48 };
  };
};

/** Offsets in the account's data; the releases since 0.1.2 agree on them. */
const AT = {
  mint: 8,
  group: 41,
  assetShareValue: 80,
  liabilityShareValue: 96,
  totalLiabilityShares: 256,
  totalAssetShares: 272,
  originationFee: 480,
  operationalState: 608,
  borrowLimit: 776,
} as const;

const SHARES = getWrappedI80F48Decoder();

/**
 * Returns a decoder that reads only the fields in use, each at its own offset. Bytes that later releases give a meaning, and
 * unknown states of operation or of oracles, do not make it fail.
 *
 * It throws kit's error for data that is not a bank's or is too short; longer data is accepted.
 */
export function getLendingBankDecoder(): FixedSizeDecoder<LendingBank> {
  const whole = fixDecoderSize(getBytesDecoder(), getBankSize());
  return createDecoder({
    fixedSize: getBankSize(),
    read: (bytes, start) => {
      const [data, end] = whole.read(bytes, start);
      getConstantDecoder(BANK_DISCRIMINATOR).decode(data);
      const bank = {
        mint: getAddressDecoder().decode(data, AT.mint),
        group: getAddressDecoder().decode(data, AT.group),
        assetShareValue: SHARES.decode(data, AT.assetShareValue),
        liabilityShareValue: SHARES.decode(data, AT.liabilityShareValue),
        totalAssetShares: SHARES.decode(data, AT.totalAssetShares),
        totalLiabilityShares: SHARES.decode(data, AT.totalLiabilityShares),
        config: {
          operationalState: getU8Decoder().decode(data, AT.operationalState),
          borrowLimit: getU64Decoder().decode(data, AT.borrowLimit),
          interestRateConfig: { protocolOriginationFee: SHARES.decode(data, AT.originationFee) },
        },
      };
      return [bank, end];
    },
  });
}

/** Bits of a lending account's flags. */
export const LENDING_ACCOUNT_FLAGS = {
  disabled: 1n,
  inFlashLoan: 2n,
  inReceivership: 16n,
  inDeleverage: 32n,
  frozen: 64n,
  inOrderExecution: 128n,
} as const;

const BARRING = Object.values(LENDING_ACCOUNT_FLAGS).reduce((sum, flag) => sum | flag, 0n);

/** Lists the positions of a lending account, in the order of its slots. */
export function activeBalances(account: MarginfiAccount): readonly Balance[] {
  return account.lendingAccount.balances.filter(({ active }) => active !== 0);
}

/**
 * Finds why an existing lending account cannot take a flash loan whose end names no further accounts.
 *
 * A debt in the same bank is allowed: repaying all clears it with the loan. Any other position is: a deposit in the bank
 * forbids the loan, and a position in another bank must be proven healthy at the end.
 *
 * @returns the code the program would answer with: Unauthorized, InvalidGroup, IllegalFlashloan for a flag,
 *   OperationBorrowOnly for a deposit in the bank, InvalidBankAccount for a position elsewhere; undefined for none.
 */
export function findLendingAccountFault(
  account: MarginfiAccount,
  loan: { readonly authority: Address; readonly group: Address; readonly bank: Address },
): MarginfiError | undefined {
  if (account.authority !== loan.authority) return MARGINFI_ERROR__UNAUTHORIZED;
  if (account.group !== loan.group) return MARGINFI_ERROR__INVALID_GROUP;
  if ((account.accountFlags & BARRING) !== 0n) return MARGINFI_ERROR__ILLEGAL_FLASHLOAN;
  for (const balance of activeBalances(account)) {
    if (balance.bankPk !== loan.bank) return MARGINFI_ERROR__INVALID_BANK_ACCOUNT;
    if (i80f48Bits(balance.assetShares) > 0n) return MARGINFI_ERROR__OPERATION_BORROW_ONLY;
  }
  return undefined;
}

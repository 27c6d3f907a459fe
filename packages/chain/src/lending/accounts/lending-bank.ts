import {
  type Address,
  createDecoder,
  type FixedSizeDecoder,
  fixDecoderSize,
  getBytesDecoder,
  getConstantDecoder,
  getU8Decoder,
  getU64Decoder,
} from '@solana/kit';
import { getAddressDecoder } from '#address';
import { BANK_DISCRIMINATOR, getBankSize } from '../generated/accounts/index.ts';
import { getWrappedI80F48Decoder } from '../generated/types/index.ts';
import type { FlashLoanBank } from '../math/preview-flash-loan.ts';

/** What is read of a bank: whose it is, and what decides a flash loan. */
export type LendingBank = FlashLoanBank & { readonly mint: Address; readonly group: Address };

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

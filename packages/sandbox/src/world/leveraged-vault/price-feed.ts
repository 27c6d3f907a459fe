import {
  type Address,
  address,
  fixEncoderSize,
  getBytesEncoder,
  getI32Encoder,
  getI64Encoder,
  getStructEncoder,
  getU8Encoder,
  getU64Encoder,
} from '@solana/kit';
import type { Bank } from '../../vm/bank.ts';
import { findProgramAccount, setProgramAccount } from '../accounts/program-account.ts';

/** Pyth's program that owns prices. */
const RECEIVER = address('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ');
/** `sha256("account:PriceUpdateV2")` begins with this. */
const DISCRIMINATOR = Uint8Array.of(34, 241, 35, 99, 157, 126, 244, 205);
const FULLY_VERIFIED = 1;
/** US dollars for a SOL, with this many digits behind the point; nobody in the world trades by it. */
const PRICE = 150n;
const DIGITS = 8;
const UNIT = 10n ** BigInt(DIGITS);

/** The account with the price of SOL that the lender's bank names. */
export const PRICE_FEED_ADDRESS: Address = findProgramAccount('price of SOL');

/** Writes the price as it is at genesis; nobody updates it. Clients of the lender read it, its model does not. */
export function seedPriceFeed(bank: Bank): void {
  const { slot, unixTimestamp } = bank.vm().getClock();
  const bytes = (size: number) => fixEncoderSize(getBytesEncoder(), size);
  const encoder = getStructEncoder([
    ['discriminator', bytes(8)],
    ['writeAuthority', bytes(32)],
    ['verificationLevel', getU8Encoder()],
    ['feedId', bytes(32)],
    ['price', getI64Encoder()],
    ['confidence', getU64Encoder()],
    ['exponent', getI32Encoder()],
    ['publishTime', getI64Encoder()],
    ['previousPublishTime', getI64Encoder()],
    ['meanPrice', getI64Encoder()],
    ['meanConfidence', getU64Encoder()],
    ['postedSlot', getU64Encoder()],
    ['unused', getU8Encoder()],
  ]);
  const price = PRICE * UNIT;
  const data = encoder.encode({
    discriminator: DISCRIMINATOR,
    writeAuthority: new Uint8Array(32),
    verificationLevel: FULLY_VERIFIED,
    feedId: new Uint8Array(32),
    price,
    confidence: price / 1000n,
    exponent: -DIGITS,
    publishTime: unixTimestamp,
    previousPublishTime: unixTimestamp,
    meanPrice: price,
    meanConfidence: price / 1000n,
    postedSlot: slot,
    unused: 0,
  });
  setProgramAccount(bank, PRICE_FEED_ADDRESS, RECEIVER, data);
}

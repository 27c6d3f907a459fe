import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import type { ValidatorApyClient } from '../upstreams/validator-apy/validator-apy-client.ts';

/** What a receipt was worth in one epoch. */
export type ReceiptValue = {
  readonly epoch: number;
  /** Unix milliseconds by the ledger's clock, which the yield is annualised over and dated by. */
  readonly measuredAt: number;
  /** What it holds, and what that is worth in the asset that was staked: decimal text, rounded down. */
  readonly assetPerReceipt: string;
  readonly worthPerReceipt: string;
  /** Percent a year of the epoch before, where no receipt shows it. */
  readonly apy?: number;
};

/** What receipts are priced from. */
export type ReceiptPorts = {
  readonly ledger: LedgerReader;
  readonly validatorApy: Pick<ValidatorApyClient, 'yields'>;
};

/** Where the captures of one strategy come from. */
export type CaptureSource = {
  /** Reads at `finalized`. @throws {NotSettled} what its clients throw. */
  read(ports: ReceiptPorts): Promise<ReceiptValue>;
  /** Milliseconds between two looks while the epoch has no capture; as often as all unless given. */
  readonly pause?: number;
};

/** The epoch has not settled yet, or there is no price: worth another look later. */
export class NotSettled extends Error {
  override readonly name = 'NotSettled';
}

const PLACES = 18;

/** A quotient as decimal text with 18 places, rounded down. */
export function printQuotient(numerator: bigint, denominator: bigint): string {
  const text = String((numerator * 10n ** BigInt(PLACES)) / denominator).padStart(PLACES + 1, '0');
  return `${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`;
}

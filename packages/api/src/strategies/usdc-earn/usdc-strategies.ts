import type { Address, FixedSizeDecoder } from '@solana/kit';
import type { Adaptor, Deployment, UsdcWalletAccount } from '@staking-agent/chain/deployment';
import {
  ADAPTOR_WAITING_EPOCHS,
  getAdaptorAddReceiptDecoder,
  getStrategyInitReceiptDecoder,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { decodeUnlessSame } from '../vaults/decode-unless-same.ts';
import { findStrategyAccounts, type StrategyAccounts } from '../vaults/strategy-accounts.ts';
import type { VaultAccounts } from '../vaults/vault-accounts.ts';

// Made once: making a decoder costs as much as decoding.
const STRATEGY_RECEIPT = createReceipt(getStrategyInitReceiptDecoder());
const ADAPTOR_RECEIPT = createReceipt(getAdaptorAddReceiptDecoder());

/** Where a strategy of the USDC vault is, and what its adaptor is called with. */
export type StrategyPlace = StrategyAccounts & { readonly adaptor: Adaptor<UsdcWalletAccount> };

/** A strategy that can pay. */
export type StrategyPosition = {
  readonly place: StrategyPlace;
  /** What the vault last knew it to be worth, in base units of USDC. */
  readonly reportedValue: bigint;
  /** Epoch in which the vault was allowed the adaptor. */
  readonly adaptorEpoch: bigint;
};

/** Derives the strategies that a deployment lists; none where it lists none. */
export function findStrategyPlaces(
  { usdcStrategies }: Pick<Deployment, 'usdcStrategies'>,
  vault: Pick<VaultAccounts, 'vault' | 'assetMint'>,
): Promise<readonly StrategyPlace[]> {
  const adaptors = usdcStrategies?.adaptors ?? [];
  return Promise.all(
    adaptors.map(async (adaptor) => ({ ...(await findStrategyAccounts(vault, adaptor)), adaptor })),
  );
}

/** Lists what must be read for {@link decodePositions}. */
export function strategyAddresses(places: readonly StrategyPlace[]): Address[] {
  return places.flatMap(({ adaptorReceipt, strategyReceipt, directReceipt }) => [
    adaptorReceipt,
    strategyReceipt,
    directReceipt,
  ]);
}

type Receipt<T> = {
  readonly least: number;
  readonly decode: (address: Address, data: Uint8Array) => T;
};

function createReceipt<T>(decoder: FixedSizeDecoder<T>): Receipt<T> {
  return { least: decoder.fixedSize, decode: decodeUnlessSame(decoder) };
}

/**
 * Decodes the strategies that can pay, the one with most in it first.
 *
 * Left out are those that the vault has closed, lets nobody withdraw from directly, or has allowed too recently.
 */
export function decodePositions(
  read: ReadAccounts,
  places: readonly StrategyPlace[],
  epoch: bigint,
): StrategyPosition[] {
  const decode = <T>({ least, decode: decodeData }: Receipt<T>, address: Address) => {
    const account = read(address);
    const isThere = account?.owner === VOLTR_VAULT_PROGRAM_ADDRESS && account.data.length >= least;
    return isThere ? decodeData(address, account.data) : undefined;
  };
  return places
    .flatMap((place) => {
      const strategy = decode(STRATEGY_RECEIPT, place.strategyReceipt);
      const adaptor = decode(ADAPTOR_RECEIPT, place.adaptorReceipt);
      const isDirect = read(place.directReceipt)?.owner === VOLTR_VAULT_PROGRAM_ADDRESS;
      if (strategy === undefined || adaptor === undefined || !isDirect) return [];
      const adaptorEpoch = adaptor.lastUpdatedEpoch;
      if (epoch < adaptorEpoch + ADAPTOR_WAITING_EPOCHS) return [];
      return [{ place, reportedValue: strategy.positionValue, adaptorEpoch }];
    })
    .toSorted((a, b) => (a.reportedValue < b.reportedValue ? 1 : -1));
}

import { StakingError } from '../staking-error.ts';
import type { BytesSigner } from './signer.ts';

/** A wallet of the wallet adapter. */
export type AdapterWallet<Transaction> = {
  readonly publicKey: { toBase58(): string } | null;
  readonly signTransaction?: ((transaction: Transaction) => Promise<Transaction>) | undefined;
};

/** The class `VersionedTransaction` of web3.js. */
export type TransactionClass<Transaction> = { deserialize(bytes: Uint8Array): Transaction };

/**
 * Signs with a wallet of the wallet adapter.
 *
 * @param transactionClass - `VersionedTransaction` of the web3.js that the adapter uses.
 * @throws {StakingError} kind `wallet` where the wallet is not connected or cannot sign.
 */
export function fromWalletAdapter<Transaction extends { serialize(): Uint8Array }>(
  wallet: AdapterWallet<Transaction>,
  transactionClass: TransactionClass<Transaction>,
): BytesSigner {
  const { publicKey } = wallet;
  if (publicKey === null || wallet.signTransaction === undefined) {
    throw new StakingError('The wallet is not connected, or cannot sign.', {
      kind: 'wallet',
      code: 'WALLET_REFUSED',
      retryable: false,
    });
  }
  return {
    address: publicKey.toBase58(),
    async signBytes(transaction) {
      const signed = await wallet.signTransaction?.(transactionClass.deserialize(transaction));
      return signed?.serialize() ?? new Uint8Array();
    },
  };
}

import { StakingError } from '../staking-error.ts';
import type { BytesSigner } from './signer.ts';

const FEATURE = 'solana:signTransaction';

/** A wallet of the wallet standard. */
export type StandardWallet = {
  readonly features: Readonly<Record<string, unknown>>;
  readonly accounts: readonly StandardAccount[];
};

/** An account of such a wallet. */
export type StandardAccount = { readonly address: string };

type Feature = {
  signTransaction(input: {
    readonly account: StandardAccount;
    readonly transaction: Uint8Array;
    readonly chain?: string;
  }): Promise<readonly { readonly signedTransaction: Uint8Array }[]>;
};

/**
 * Signs with a wallet of the wallet standard, by its feature `solana:signTransaction`.
 *
 * @param account - the wallet's first one unless given.
 * @param chain - what the wallet is told; `solana:mainnet` unless given.
 * @throws {StakingError} kind `wallet` where the wallet has no such feature, or no account.
 */
export function fromWalletStandard(
  wallet: StandardWallet,
  account: StandardAccount | undefined = wallet.accounts[0],
  chain = 'solana:mainnet',
): BytesSigner {
  const feature = wallet.features[FEATURE] as Feature | undefined;
  if (feature === undefined || account === undefined) {
    throw new StakingError(`The wallet has no account or no ${FEATURE}.`, {
      kind: 'wallet',
      code: 'WALLET_REFUSED',
      retryable: false,
    });
  }
  return {
    address: account.address,
    async signBytes(transaction) {
      const [signed] = await feature.signTransaction({ account, transaction, chain });
      return signed?.signedTransaction ?? new Uint8Array();
    },
  };
}

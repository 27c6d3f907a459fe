import {
  createKeyPairFromPrivateKeyBytes,
  generateKeyPair,
  getAddressFromPublicKey,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  partiallySignTransaction,
} from '@solana/kit';

/** A key pair of a user. */
export type Wallet = {
  /** Base58. */
  readonly address: string;
  /** Signs base64 transaction bytes and returns base64 bytes. */
  sign(transaction: string): Promise<string>;
};

/**
 * Creates a key that signs as a wallet does: it fills its own signature slot and changes nothing else.
 *
 * @param privateKey - 32 bytes; a fresh key unless given.
 */
export async function createWallet(privateKey?: Uint8Array): Promise<Wallet> {
  const keyPair = await (privateKey === undefined
    ? generateKeyPair()
    : createKeyPairFromPrivateKeyBytes(privateKey));
  return {
    address: await getAddressFromPublicKey(keyPair.publicKey),
    async sign(transaction) {
      const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
      return getBase64EncodedWireTransaction(await partiallySignTransaction([keyPair], decoded));
    },
  };
}

import { base58 } from '@scure/base';
import sodium from 'sodium-native';
import { readSignedTransaction, type SignedTransaction } from '../../api/src/builds/signed.ts';
import type { Dice } from './dice.ts';

/** A caller's key; its payments can land from a slot on. */
export type Wallet = {
  readonly name: string;
  readonly publicKey: Buffer;
  /** Base58. */
  readonly address: string;
  readonly fundedFrom: number;
  sign(message: Uint8Array): SignedTransaction;
};

/** Makes a wallet. */
export function createWallet(name: string, fundedFrom: number, dice: Dice): Wallet {
  const publicKey = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
  const secretKey = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, dice.bytes(sodium.crypto_sign_SEEDBYTES));
  return {
    name,
    publicKey,
    address: base58.encode(publicKey),
    fundedFrom,
    sign(message) {
      const signature = Buffer.alloc(sodium.crypto_sign_BYTES);
      sodium.crypto_sign_detached(signature, Buffer.from(message), secretKey);
      return readSignedTransaction(Buffer.concat([Buffer.of(1), signature, message]).toString('base64'));
    },
  };
}

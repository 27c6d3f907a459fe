import { base58 } from '@scure/base';
import sodium from 'sodium-native';
import { readSignedTransaction, type SignedTransaction } from '../../api/src/builds/message.ts';
import { createTokenKey } from '../../api/src/builds/token.ts';
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

/** Makes a key pair, which signs messages. */
export function createKeyPair(dice: Dice) {
  const publicKey = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
  const secretKey = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, dice.bytes(sodium.crypto_sign_SEEDBYTES));
  const signMessage = (message: Uint8Array): Buffer => {
    const signature = Buffer.alloc(sodium.crypto_sign_BYTES);
    sodium.crypto_sign_detached(signature, Buffer.from(message), secretKey);
    return signature;
  };
  return { publicKey, address: base58.encode(publicKey), signMessage };
}

/** Makes a wallet. */
export function createWallet(name: string, fundedFrom: number, dice: Dice): Wallet {
  const { publicKey, address, signMessage } = createKeyPair(dice);
  const sign: Wallet['sign'] = (message) =>
    readSignedTransaction(Buffer.concat([Buffer.of(1), signMessage(message), message]).toString('base64'));
  return { name, publicKey, address, fundedFrom, sign };
}

const COMPUTE_BUDGET = Buffer.from('0306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a40000000', 'hex');
const PROGRAM = Buffer.alloc(32, 5);

/** What a message is made of; keys and blockhash of 32 bytes. */
export type MessageParts = {
  readonly payer: Uint8Array;
  readonly blockhash: Uint8Array;
  readonly unitLimit: number;
  readonly unitPrice: number;
  /** What it does, which two builds for one purpose have in common; by which program, and to which account beside the payer's. */
  readonly data: Uint8Array;
  readonly program?: Uint8Array;
  readonly target?: Uint8Array;
};

/** Writes a message of one signer: compute budget, then one instruction. */
export function writeMessage(parts: MessageParts): Buffer {
  const { payer, blockhash, unitLimit, unitPrice, data, program = PROGRAM, target } = parts;
  const accounts = target === undefined ? [payer] : [payer, target];
  const limit = Buffer.alloc(5, 2);
  limit.writeUInt32LE(unitLimit, 1);
  const price = Buffer.alloc(9, 3);
  price.writeBigUInt64LE(BigInt(unitPrice), 1);
  const instruction = (program: number, accounts: readonly number[], bytes: Uint8Array) => [
    Buffer.of(program, accounts.length, ...accounts, bytes.length),
    bytes,
  ];
  return Buffer.concat([
    Buffer.of(1, 0, 2, accounts.length + 2),
    ...[...accounts, COMPUTE_BUDGET, program, blockhash],
    Buffer.of(3),
    ...instruction(accounts.length, [], limit),
    ...instruction(accounts.length, [], price),
    ...instruction(accounts.length + 1, [...accounts.keys()], data),
  ]);
}

/** The keys that operators have; worlds begin with the first. */
export const TOKEN_KEYS = [7, 8, 9].map((byte) =>
  createTokenKey(`key${byte}:${Buffer.alloc(32, byte).toString('base64')}`),
);

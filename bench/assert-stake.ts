import sodium from 'sodium-native';
import { readMessage } from '../packages/verify/src/index.ts';
import { LEDGER, type Order } from './orders.ts';

const SIGNATURE_SIZE = 64;
const CREATE_ACCOUNT_SIZE = 52;

/** Refuses a contender whose transaction is not what was ordered, signed by the new account. */
export function assertStake(base64: string, { lamports }: Order): void {
  const transaction = Buffer.from(base64, 'base64');
  const message = transaction.subarray(1 + 2 * SIGNATURE_SIZE);
  const { keys, signerCount, instructions } = readMessage(message);
  const signers = keys.slice(0, signerCount);
  const [, stakeAccount] = signers;
  const signature = transaction.subarray(1 + SIGNATURE_SIZE, 1 + 2 * SIGNATURE_SIZE);
  if (transaction[0] !== 2 || signers.length !== 2 || stakeAccount === undefined) {
    throw new Error('The transaction does not ask for two signatures.');
  }
  if (!sodium.crypto_sign_verify_detached(signature, message, Buffer.from(stakeAccount))) {
    throw new Error('The stake account has not signed.');
  }
  const create = instructions.find(({ data }) => data.length === CREATE_ACCOUNT_SIZE);
  const funded = create && Buffer.from(create.data).readBigUInt64LE(4);
  if (funded !== lamports + LEDGER.rentExemptReserve) throw new Error(`The account is given ${funded}.`);
}

import {
  Authorized,
  ComputeBudgetProgram,
  Keypair,
  Lockup,
  PublicKey,
  StakeProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { type Builder, LEDGER, LOADED_DATA_LIMIT, type Order, UNIT_LIMIT, VOTE_ACCOUNT } from '../orders.ts';

const VOTE = new PublicKey(VOTE_ACCOUNT);

/** Limits the bytes of accounts that a transaction may load; the SDK has no function for it. */
export function limitLoadedData(bytes: number): TransactionInstruction {
  const data = Buffer.alloc(5);
  data.writeUInt8(4, 0);
  data.writeUInt32LE(bytes, 1);
  return new TransactionInstruction({ programId: ComputeBudgetProgram.programId, keys: [], data });
}

/** Builds a stake with @solana/web3.js 1.x, as its documentation does. */
export function buildWithWeb3({ wallet, lamports }: Pick<Order, 'wallet' | 'lamports'>) {
  const owner = new PublicKey(wallet);
  const stake = Keypair.generate();
  const create = StakeProgram.createAccount({
    fromPubkey: owner,
    stakePubkey: stake.publicKey,
    authorized: new Authorized(owner, owner),
    lockup: Lockup.default,
    lamports: Number(lamports + LEDGER.rentExemptReserve),
  });
  const delegate = StakeProgram.delegate({
    stakePubkey: stake.publicKey,
    authorizedPubkey: owner,
    votePubkey: VOTE,
  });
  const message = new TransactionMessage({
    payerKey: owner,
    recentBlockhash: LEDGER.blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: UNIT_LIMIT }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: LEDGER.unitPrice }),
      limitLoadedData(LOADED_DATA_LIMIT),
      ...create.instructions,
      ...delegate.instructions,
    ],
  }).compileToV0Message();
  const transaction = new VersionedTransaction(message);
  transaction.sign([stake]);
  return {
    transaction: Buffer.from(transaction.serialize()).toString('base64'),
    stakeAccount: stake.publicKey.toBase58(),
  };
}

/** @solana/web3.js 1.x, version 0 message. */
export const web3: Builder = {
  title: '@solana/web3.js 1.99',
  prepare: async () => (order) => buildWithWeb3(order).transaction,
};

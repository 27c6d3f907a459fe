import { hash } from 'node:crypto';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import type { Explanation } from '@staking-agent/wire';
import type { ToldBuild } from '../builds/told-build.ts';

/** Describes the bytes of a build, instruction by instruction. */
export function writeExplanation({
  transaction,
  proof,
}: Pick<ToldBuild, 'transaction' | 'proof'>): Explanation {
  const { message, messageBytes } = readTransaction(transaction);
  const signers = message.keys.slice(0, message.signerCount).map(encodeBase58);
  return {
    version: message.version,
    bytes: Buffer.from(transaction, 'base64').length,
    feePayer: signers[0] ?? '',
    signers,
    messageHash: hash('sha256', messageBytes, 'base64url'),
    instructions: proof.explanation.map(({ program, name, accounts, data, sentence }, index) => ({
      index,
      program: program.address,
      programName: program.name ?? null,
      name: name ?? null,
      summary: sentence,
      accounts: accounts.map(({ address, role, isSigner, isWritable }) => ({
        address,
        role,
        isSigner,
        isWritable,
      })),
      data,
    })),
  };
}

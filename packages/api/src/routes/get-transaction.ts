import { base58 } from '@scure/base';
import { MAX_WAIT_SECONDS, type TransactionAnswer, type TransactionQuery } from '@staking-agent/wire';
import { readFeePayer } from '../builds/message.ts';
import { problem } from '../problems/problem.ts';
import { describeStanding } from '../sending/status.ts';
import type { Ask, RoutePorts } from './handler.ts';

/** `GET /transactions/{signature}`: what became of a transaction. */
export async function getTransaction(
  { params, query, note, isGone }: Ask<'getTransaction'>,
  services: RoutePorts,
): Promise<TransactionAnswer> {
  const { config, clock, transactionStatus, wallets } = services;
  const signature = requireSignature(params.signature);
  const lastValidBlockHeight = readHeight(query.lastValidBlockHeight);
  const wait = readWait(query.wait);
  note({ signature });
  const standing = await transactionStatus.find({ signature, lastValidBlockHeight }, wait, isGone);
  if (standing.status === 'landed' && standing.executed !== undefined) {
    const { transaction, slot } = standing.executed;
    wallets.noteLanded(readFeePayer(transaction), slot);
  }
  return {
    signature,
    status: standing.status,
    ...describeStanding(standing, config.deployment),
    asOf: {
      slot: transactionStatus.newestSlot()?.toString() ?? null,
      time: new Date(clock.now()).toISOString(),
    },
    explorer: config.explorerUrl.replace('{signature}', signature),
  };
}

function requireSignature(text: string): string {
  const isBase58 = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text);
  if (!isBase58 || base58.decode(text).length !== 64) throw problem('SIGNATURE_MALFORMED');
  return text;
}

function readWait(text: TransactionQuery['wait']): number {
  if (text === undefined) return 0;
  const seconds = Number(text);
  if (/^\d{1,3}$/.test(text) && seconds <= MAX_WAIT_SECONDS) return seconds;
  throw problem('WAIT_INVALID', { wait: text, most: MAX_WAIT_SECONDS });
}

function readHeight(text: TransactionQuery['lastValidBlockHeight']): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,19}$/.test(text)) throw problem('BLOCK_HEIGHT_MALFORMED');
  return BigInt(text);
}

import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { encodeBase58, readTransaction } from '@staking-agent/verify';
import type { Shortfall } from '../problems/insufficient-funds.ts';
import type { TransactionFault } from '../upstreams/ledger/answers.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { RENT, readRent } from '../upstreams/node-reading.ts';
import { readShortTransfer } from './describe-transaction-fault.ts';
import { listOutlays } from './list-outlays.ts';

/** How a transaction failed. */
export type Failed = { readonly fault: TransactionFault; readonly logs: readonly string[] | null };

/** What lamports are counted with. */
export type ShortfallPorts = {
  readonly ledger: LedgerReader;
  readonly config: { readonly deployment: Deployment };
};

/** Faults that tell of an account that pays for the transaction and cannot. */
const OF_PAYER: ReadonlySet<unknown> = new Set(['AccountNotFound', 'InsufficientFundsForFee']);

/**
 * Checks whether a transaction failed because its wallet has too few lamports for its transfers, the rent of new accounts
 * and the fee. Two reads of the ledger, made only where the failure can mean that.
 *
 * @param transaction - base64 or bytes, signed or not.
 * @returns what the wallet holds, and what the whole transaction needs; undefined when it holds enough.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function findLamportShortfall(
  transaction: string | Uint8Array,
  failed: Failed,
  ports: ShortfallPorts,
): Promise<Shortfall | undefined> {
  const short = readShortTransfer(failed.logs);
  const leavesTooLittle = isRentOfPayer(failed.fault);
  if (short === undefined && !leavesTooLittle && !OF_PAYER.has(failed.fault)) return undefined;
  const { messageBytes, message } = readTransaction(transaction);
  const wallet = encodeBase58(message.keys[0] ?? new Uint8Array()) as Address;
  const { lamports, opened } = listOutlays(transaction, wallet, ports.config.deployment);
  const base64 = Buffer.from(messageBytes).toString('base64');
  const [read, { value: fee }] = await Promise.all([
    readAccounts([wallet, RENT, ...opened.map(({ account }) => account)], ports),
    ports.ledger.read('getFeeForMessage', [base64, { commitment: 'confirmed' }]),
  ]);
  const rentOf = readRent({ accounts: new Map([[RENT, read(RENT)]]) });
  const rents = opened.reduce((sum, { account, size }) => (read(account) ? sum : sum + rentOf(size)), 0n);
  const holds = read(wallet)?.lamports ?? 0n;
  const whole = lamports + rents + BigInt(fee ?? 0);
  const counted = leavesTooLittle && holds >= whole ? whole + rentOf(0) : whole;
  // Programs may take more by themselves. Of the wallet, which pays the fee first, the log says how much it is at least.
  const isOfWallet = short !== undefined && short.left <= holds - BigInt(fee ?? 0);
  const seen = isOfWallet ? holds - short.left + short.asked : 0n;
  const needs = counted > seen ? counted : seen;
  return holds < needs ? { holder: 'wallet', asset: 'SOL', holds, needs } : undefined;
}

// What is left of an account must be nothing or its rent; the first one pays.
function isRentOfPayer(fault: TransactionFault): boolean {
  const { InsufficientFundsForRent: rent }: { InsufficientFundsForRent?: unknown } = Object(fault);
  const { account_index: index }: { account_index?: unknown } = Object(rent);
  return Number(index) === 0;
}

import { base58 } from '@scure/base';
import type { Address, EncodedAccount } from '@solana/kit';
import { LookupTableError, loadAddresses } from '../../../sandbox/src/vm/loaded-transaction.ts';
import type { DecodedTransaction } from '../../../sandbox/src/vm/transaction.ts';
import type { SandboxLedger } from '../../../sandbox/src/world/sandbox-ledger.ts';

/** A transaction in a block, and what it did to whoever paid for it. */
export type Landing = {
  readonly signature: string;
  readonly wallet: string;
  readonly isFailed: boolean;
  readonly epoch: bigint;
  /** By how much the worth of the wallet's accounts grew, by asset; less than zero for a loss. */
  readonly gains: ReadonlyMap<string, bigint>;
};

/** Sees every transaction that lands, and what the accounts that it names held before and after. */
export function watchLandings(ledger: SandboxLedger, onLanding: (landing: Landing) => void): SandboxLedger {
  const submit = (transaction: DecodedTransaction) => {
    const wallet = String(transaction.message.staticAccounts[0]);
    const accounts = findAccounts(transaction, ledger);
    const read = () => accounts.map((address): EncodedAccount | undefined => ledger.findAccount(address));
    const before = read();
    const epoch = ledger.epoch();
    const result = ledger.submit(transaction);
    if (result.fee === 0n) return result;
    const gains = new Map<string, bigint>();
    for (const account of before) addWorth(gains, readWorth(account, wallet), -1n);
    for (const account of read()) addWorth(gains, readWorth(account, wallet), 1n);
    onLanding({ signature: transaction.signature, wallet, isFailed: result.err !== null, epoch, gains });
    return result;
  };
  return Object.create(ledger, { submit: { value: submit } }) as SandboxLedger;
}

function findAccounts(transaction: DecodedTransaction, { bank }: SandboxLedger): readonly Address[] {
  try {
    return loadAddresses(transaction, bank).accounts;
  } catch (error) {
    if (error instanceof LookupTableError) return [];
    throw error;
  }
}

/** Base units by asset: `SOL`, or the mint of a token. */
export type Worth = ReadonlyMap<string, bigint>;

const SYSTEM = '11111111111111111111111111111111';
const STAKE = 'Stake11111111111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const NOTHING: Worth = new Map();

/**
 * Tells what an account is worth to a wallet: its own SOL, tokens that nobody else can move, stake that it alone controls,
 * each with the SOL that its account holds. Read from the bytes of the ledger, with no code of the service.
 */
export function readWorth(account: EncodedAccount | undefined, wallet: string): Worth {
  if (account === undefined) return NOTHING;
  const { address, lamports, programAddress } = account;
  const data = Buffer.from(account.data);
  if (address === wallet) {
    return programAddress === SYSTEM && data.length === 0 ? new Map([['SOL', lamports]]) : NOTHING;
  }
  const key = Buffer.from(base58.decode(wallet));
  if (programAddress === TOKEN && data.length === 165) return readTokens(data, lamports, key);
  if (programAddress === STAKE && data.length === 200)
    return isStakeOf(data, key) ? new Map([['SOL', lamports]]) : NOTHING;
  return NOTHING;
}

function readTokens(data: Buffer, lamports: bigint, key: Buffer): Worth {
  const isOwn = data.subarray(32, 64).equals(key);
  const isInitialised = data[108] === 1;
  const hasDelegate = data[72] !== 0;
  const hasCloser = data[129] !== 0;
  if (!isOwn || !isInitialised || hasDelegate || hasCloser) return NOTHING;
  const mint = base58.encode(data.subarray(0, 32));
  // The lamports of wrapped SOL are its amount, and its rent.
  if (mint === WRAPPED_SOL) return new Map([['SOL', lamports]]);
  return new Map([
    ['SOL', lamports],
    [mint, data.readBigUInt64LE(64)],
  ]);
}

/** Initialised or delegated, both authorities the wallet's, without a lockup. */
function isStakeOf(data: Buffer, key: Buffer): boolean {
  const state = data.readUInt32LE(0);
  return (
    (state === 1 || state === 2) &&
    data.subarray(12, 44).equals(key) &&
    data.subarray(44, 76).equals(key) &&
    data.readBigInt64LE(76) === 0n &&
    data.readBigUInt64LE(84) === 0n
  );
}

/** Adds what is worth to a sum, so many times. */
export function addWorth(sum: Map<string, bigint>, worth: Worth, times: bigint): void {
  for (const [asset, amount] of worth) sum.set(asset, (sum.get(asset) ?? 0n) + times * amount);
}

import { base58 } from '@scure/base';
import type { Address, EncodedAccount } from '@solana/kit';
import { readStake, readTokens } from '../../../sandbox/malicious/holdings.ts';
import { loadAddresses } from '../../../sandbox/src/vm/loaded-transaction.ts';
import {
  NATIVE_MINT_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../../sandbox/src/vm/program-addresses.ts';
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
  const loaded = loadAddresses(transaction, bank);
  return 'lookupError' in loaded ? [] : loaded.accounts;
}

/** Base units by asset: `SOL`, or the mint of a token. */
type Worth = ReadonlyMap<string, bigint>;

const NOTHING: Worth = new Map();

/**
 * Tells what an account is worth to a wallet: its own SOL, tokens that nobody else can move, stake that it alone controls,
 * each with the SOL that its account holds.
 */
function readWorth(account: EncodedAccount | undefined, wallet: string): Worth {
  if (account === undefined) return NOTHING;
  const { address, lamports, programAddress, data } = account;
  const sol: Worth = new Map([['SOL', lamports]]);
  if (address === wallet)
    return programAddress === SYSTEM_PROGRAM_ADDRESS && data.length === 0 ? sol : NOTHING;
  const key = Buffer.from(base58.decode(wallet)).toString('hex');
  const stake = readStake(account);
  if (stake !== undefined)
    return stake.staker === key && stake.withdrawer === key && !stake.hasLockup ? sol : NOTHING;
  const tokens = programAddress === TOKEN_PROGRAM_ADDRESS ? readTokens(account) : undefined;
  if (tokens?.owner !== key || !tokens.isFree) return NOTHING;
  const mint = base58.encode(Buffer.from(tokens.mint, 'hex'));
  // The lamports of wrapped SOL are its amount, and its rent.
  return mint === NATIVE_MINT_ADDRESS ? sol : new Map([...sol, [mint, tokens.amount]]);
}

/** Adds what is worth to a sum, so many times. */
function addWorth(sum: Map<string, bigint>, worth: Worth, times: bigint): void {
  for (const [asset, amount] of worth) sum.set(asset, (sum.get(asset) ?? 0n) + times * amount);
}

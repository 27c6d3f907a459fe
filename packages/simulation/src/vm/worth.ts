import { base58 } from '@scure/base';
import type { EncodedAccount } from '@solana/kit';

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

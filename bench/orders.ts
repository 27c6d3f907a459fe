/** What every contender is asked for: the same wallets in the same turn, each with an amount of its own. */
export type Order = { readonly wallet: string; readonly amount: string; readonly lamports: bigint };

/** One way to make a native stake, in a process of its own. */
export type Builder = {
  readonly title: string;
  /** Prepares, before anything is measured, what makes one: a fresh key, create, initialize, delegate, its slot signed, base64. */
  prepare(): Promise<(order: Order) => Promise<string> | string>;
};

/** The ledger's side of every build. No contender asks for it over the network: what is measured is building. */
export const LEDGER = {
  blockhash: 'J7rBdM6AecPDEZp8aPq5iPSNKVkU5Q76F3oAV4eW5wsW',
  lastValidBlockHeight: 300_000_150n,
  slot: 320_000_000n,
  rentExemptReserve: 2_282_880n,
  minimumDelegation: 1n,
  unitPrice: 1_000n,
} as const;

/** Where the stake goes: a vote account. */
export const VOTE_ACCOUNT = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';

/** Compute units the transaction may use. */
export const UNIT_LIMIT = 40_000;
/** Bytes of accounts that it may load, programs among them. */
export const LOADED_DATA_LIMIT = 2 * 1_024 * 1_024;

const WALLETS = [
  'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
  'HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX',
  'CJEYakpjmKBvvUzAn3HJSs9vtijnv472T8YJEV3WzToF',
  '53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS',
  '3maCuTJVPteZ2dFA8dADxz2EbpJHfoAG5txYhXDs6gNQ',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  '9QU2QSxhb24FUX3Tu2FpczXjpK3VYrvRudywSZaM29mF',
] as const;

/** 700 orders, repeated for as long as a round lasts. */
export const ORDERS: readonly Order[] = Array.from({ length: 700 }, (_, i) => {
  const lamports = 1_500_000_000n + BigInt(i) * 1_000_000n;
  return {
    wallet: WALLETS[i % WALLETS.length] ?? WALLETS[0],
    amount: `${lamports / 1_000_000_000n}.${String(lamports % 1_000_000_000n).padStart(9, '0')}`,
    lamports,
  };
});

/** The order of a turn. */
export function orderAt(turn: number): Order {
  const order = ORDERS[turn % ORDERS.length];
  if (order === undefined) throw new Error('There are no orders.');
  return order;
}

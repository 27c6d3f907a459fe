/** Harms a malicious order can do. */
export const MALICIOUS_VARIANTS = [
  'drain',
  'reauthorize',
  'approve',
  'set-authority',
  'assign',
  'nonce',
  'destination',
  'amount',
  'signer',
  'payer',
  'close',
  'parked-sol',
  'rent-ransom',
  'foreign-wrapped-sol',
  'foreign-account',
  'zero-order',
  'second-account',
  'minimum-zero',
  'long-price',
  'no-deactivate',
  'stranger-validator',
  'lockup',
  'split-stake',
  'withdraw-stake',
  'deactivate-other',
  'nonce-account',
  'seed-account',
  'excess-lamports',
  'mint-authority',
] as const;

export type MaliciousVariant = (typeof MALICIOUS_VARIANTS)[number];

/** What goes into an order and what comes out of it. */
export type OrderName =
  | 'SOL into raSOL'
  | 'raSOL into SOL'
  | 'stake into SOL'
  | 'stake into raSOL'
  | 'raSOL into stake';

type Limit = {
  /** The only orders that it changes; each unless given. */
  readonly orders?: readonly OrderName[];
  /** What the wallet must have for it; nothing unless given. */
  readonly wallet?: string;
};

const OTHER_STAKE = 'another stake account';

/**
 * Variants that leave some orders as they are: a stake account that is given up has no amount to double, the instructions of
 * the router's own program have no minimum, and only a slow exit brings a stake account.
 */
export const VARIANT_LIMITS: Readonly<Partial<Record<MaliciousVariant, Limit>>> = {
  reauthorize: { wallet: 'a stake account' },
  amount: { orders: ['SOL into raSOL', 'raSOL into SOL', 'raSOL into stake'] },
  'second-account': { wallet: 'a second raSOL account' },
  'minimum-zero': { orders: ['raSOL into SOL', 'raSOL into stake'] },
  'no-deactivate': { orders: ['raSOL into stake'] },
  'stranger-validator': { orders: ['raSOL into stake'] },
  lockup: { wallet: OTHER_STAKE },
  'split-stake': { wallet: OTHER_STAKE },
  'withdraw-stake': { wallet: OTHER_STAKE },
  'deactivate-other': { wallet: OTHER_STAKE },
  'nonce-account': { wallet: 'a nonce account' },
  'seed-account': { wallet: 'an address by a seed' },
  'excess-lamports': { wallet: 'a second token account' },
  'mint-authority': { wallet: 'a mint' },
};

/** Whether a variant changes an order of a wallet that has whatever it reaches for. */
export function fitsOrder(variant: MaliciousVariant, order: OrderName): boolean {
  return VARIANT_LIMITS[variant]?.orders?.includes(order) ?? true;
}

/** Whether a name is that of a harm an order can do. */
export function isMaliciousVariant(name: string): name is MaliciousVariant {
  return MALICIOUS_VARIANTS.some((each) => each === name);
}

/** Harms a malicious execution can do: a signature of no transaction, or a refusal of bytes that are sent later. */
export const EXECUTION_VARIANTS = ['other-signature', 'reject-and-send'] as const;

export type ExecutionVariant = (typeof EXECUTION_VARIANTS)[number];

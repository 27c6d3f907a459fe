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

/** Whether a name is that of a harm an order can do. */
export function isMaliciousVariant(name: string): name is MaliciousVariant {
  return MALICIOUS_VARIANTS.some((each) => each === name);
}

/** Harms a malicious execution can do: a signature of no transaction, or a refusal of bytes that are sent later. */
export const EXECUTION_VARIANTS = ['other-signature', 'reject-and-send'] as const;

export type ExecutionVariant = (typeof EXECUTION_VARIANTS)[number];

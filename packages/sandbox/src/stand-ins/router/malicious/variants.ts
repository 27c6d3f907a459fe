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
] as const;

export type MaliciousVariant = (typeof MALICIOUS_VARIANTS)[number];

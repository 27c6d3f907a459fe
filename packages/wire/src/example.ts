/**
 * The accounts of the examples. Their private keys are the SHA-256 of the texts in {@link EXAMPLE_SEEDS}, so anyone can sign for
 * them: never fund them.
 */
export const EXAMPLE = {
  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
  stakeAccount: '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ',
  secondStakeAccount: 'C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf',
  cooledStakeAccount: '6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE',
} as const;

/** The texts behind the keys of {@link EXAMPLE}. */
export const EXAMPLE_SEEDS = {
  wallet: 'staking-agent-api example wallet',
  stakeAccount: 'staking-agent-api example stake account',
  secondStakeAccount: 'staking-agent-api example second stake account',
  cooledStakeAccount: 'staking-agent-api example cooled stake account',
} as const;

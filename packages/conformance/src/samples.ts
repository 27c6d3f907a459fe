/** A wallet of nobody, made from a public seed: it holds nothing. */
export const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

/** An address at which there is no stake account. */
export const STAKE_ACCOUNT = 'BdLKM6fiT13Eqm14gS3XjceQmPNWpSoEqYeQXBMc9Dsk';

/** A signature that nobody has made. */
export const SIGNATURE =
  '2JJmE9AtHRyMfGMYaGLb5D1nyYkiRuWbmJbFU9MktwS5phgcr81fCC1vAtW8nF4f215suwhngMSQghmd9iHfoV2G';

/** A body of each operation with one, in which nothing is wrong but that there is nothing at the addresses. */
export const BODIES = {
  '/stake': { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' },
  '/unstake': {
    strategy: 'sol-native-stake',
    wallet: WALLET,
    kind: 'deactivate',
    stakeAccount: STAKE_ACCOUNT,
  },
  '/quote': { strategy: 'sol-native-stake', wallet: WALLET, amount: '1', stakeAccount: STAKE_ACCOUNT },
  '/withdraw': { wallet: WALLET, stakeAccount: STAKE_ACCOUNT },
  '/split': { wallet: WALLET, stakeAccount: STAKE_ACCOUNT, amount: '1' },
  '/broadcast': { signed_tx: 'AQ==', service_token: 'st1.x' },
} as const;

/** A path whose body is among {@link BODIES}. */
export type BodyPath = keyof typeof BODIES;

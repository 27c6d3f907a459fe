/**
 * Expands the one notation of the data files: `{x*100}` is x a hundred times. It keeps values of 60,000 characters readable.
 */
export function expandText(text: string): string {
  return text.replaceAll(/\{([^{}*]+)\*(\d+)\}/g, (_, part: string, times: string) =>
    part.repeat(Number(times)),
  );
}

/** Requests that a run has under way at a time. */
const AT_A_TIME = 4;

/** Calls a function for each row of a table, a few at a time; the first failure stops it. */
export async function forRows<Row>(rows: readonly Row[], act: (row: Row) => Promise<void>): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await act(row);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

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
  '/exit-options': { strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1' },
  '/entry-options': { wallet: WALLET, asset: 'SOL', amount: '1' },
  '/broadcast': { signed_tx: 'AQ==', service_token: 'st1.x' },
} as const;

/** A path whose body is among {@link BODIES}. */
export type BodyPath = keyof typeof BODIES;

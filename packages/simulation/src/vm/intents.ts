import type { Belongings } from '../../../sandbox/malicious/give-belongings.ts';
import type { Dice } from '../dice.ts';
import { CODES } from '../simulated-store.ts';
import type { VmWallet } from './vm-wallet.ts';

/** An amount, as answers name it. */
export type Quantity = { readonly asset: string; readonly baseUnits: string };

/** What is read of a receipt. */
export type Receipt = {
  readonly changes: readonly (Quantity & { readonly direction: 'in' | 'out' })[];
  readonly costs: readonly Quantity[];
  readonly receive: { readonly expected: Quantity; readonly atLeast: Quantity | null } | null;
  readonly warnings: readonly { readonly code: string }[];
};

/** What a caller wants once. */
export type Intent = {
  /** Strategy and way, for people. */
  readonly name: string;
  readonly path: '/stake' | '/unstake' | '/withdraw';
  readonly body: Readonly<Record<string, unknown>>;
  /** What `minReceive` in the body asks for. */
  readonly least?: Quantity;
};

/** What a caller signed: for which of its intents, and what the answer said of it. */
export type Signed = {
  readonly signature: string;
  readonly caller: string;
  /** Number of the intent within the caller's. */
  readonly number: number;
  readonly intent: Intent;
  readonly built: Readonly<Record<string, unknown>>;
  /** Lamports that the stake account of the request held. */
  readonly stakeLamports: bigint;
  /** In which its build was asked for. */
  readonly epoch: bigint;
  /** Whether its receipt is that of the build before it. */
  readonly isRefreshed: boolean;
};

type Draw = (dice: Dice, wallet: VmWallet) => Pick<Intent, 'path' | 'body'>;

/** Share of the stakes that come with one. */
const REFERRED = 0.5;

const SOL_DECIMALS = 9;
const USDC_DECIMALS = 6;

/** Decimal text of so many tenths to so many, with a digit in every place. */
function amount(dice: Dice, least: number, most: number, decimals: number): string {
  const units = String(dice.between(1, 10 ** decimals - 1)).padStart(decimals, '0');
  return `${dice.between(least, most)}.${units}`;
}

const stake =
  (strategy: string, decimals: number, least: number, most: number): Draw =>
  (dice) => ({
    path: '/stake',
    body: { strategy, amount: amount(dice, least, most, decimals) },
  });
const leave =
  (strategy: string, kind: string, decimals: number, least: number, most: number): Draw =>
  (dice) => ({
    path: '/unstake',
    body: { strategy, kind, amount: amount(dice, least, most, decimals) },
  });
const leaveAccount =
  (kind: string, account: keyof Belongings): Draw =>
  (_, { belongings }) => ({
    path: '/unstake',
    body: { strategy: 'sol-native-stake', kind, stakeAccount: belongings[account] },
  });

const DRAWS: Readonly<Record<string, Draw>> = {
  'native stake': stake('sol-native-stake', SOL_DECIMALS, 1, 9),
  'native deactivate': leaveAccount('deactivate', 'stakeAccount'),
  'native instant': leaveAccount('instant', 'otherStakeAccount'),
  'native withdraw': (_, { belongings }) => ({
    path: '/withdraw',
    body: { stakeAccount: belongings.cooledStakeAccount },
  }),
  'liquid stake': stake('sol-liquid-stake', SOL_DECIMALS, 1, 9),
  'liquid instant': leave('sol-liquid-stake', 'instant', SOL_DECIMALS, 1, 5),
  'liquid slow': leave('sol-liquid-stake', 'slow', SOL_DECIMALS, 2, 6),
  'usdc stake': stake('usdc-earn', USDC_DECIMALS, 10, 200),
  'usdc instant': leave('usdc-earn', 'instant', USDC_DECIMALS, 1, 30),
  'leveraged stake': stake('sol-leveraged-stake', SOL_DECIMALS, 1, 9),
  'leveraged instant': leave('sol-leveraged-stake', 'instant', SOL_DECIMALS, 1, 3),
};

/** What can be wanted. */
export const INTENTS = Object.keys(DRAWS);

/** Draws what a wallet wants next: of each stake account that it has, something once. */
export function drawIntent(dice: Dice, wallet: VmWallet, before: readonly Intent[]): Intent {
  const left = INTENTS.filter(
    (name) => !before.some((each) => each.name === name && each.body['stakeAccount'] !== undefined),
  );
  const name = dice.pick(left);
  const { path, body } = (DRAWS[name] as Draw)(dice, wallet);
  const referred = path === '/stake' && dice.chance(REFERRED) ? { referral_code: dice.pick(CODES) } : {};
  return { name, path, body: { wallet: wallet.address, ...body, ...referred, include: ['receipt'] } };
}

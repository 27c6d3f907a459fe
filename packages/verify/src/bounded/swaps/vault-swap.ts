import { ascii, findAssociatedTokenAddress, findProgramAddress, hex, isSame } from '../../bytes/index.ts';
import { VAULT_PROGRAM } from '../../bytes/known-keys.ts';
import { u32At, u64At } from '../../ledger/little-endian.ts';
import type { BoundedIntent } from '../bounded-intent.ts';
import type { BoundedKeys } from '../bounded-keys.ts';
import type { Step } from '../scene.ts';
import type { FixedAccount, Swap } from './swap.ts';

/** What an instruction of the vault is to its transaction. */
export type VaultCall = {
  readonly part: 'swap' | 'request' | 'redeem';
  readonly swap: Swap;
};

type Places = {
  readonly vault: number;
  readonly lpMint: number;
  readonly userLp?: number;
  readonly escrow?: number;
  readonly receipt?: number;
  readonly userAsset?: number;
};
type Layout = {
  readonly name: string;
  readonly part: VaultCall['part'];
  readonly user: number;
  readonly places: Places;
  /** Arguments: an amount, an amount with two flags, or none; then whether optional bytes for the adaptor follow. */
  readonly amount: 'deposit' | 'withdrawal' | 'none';
  readonly hasAdaptorBytes: boolean;
};

// Discriminators are the first 8 bytes of sha256("global:" and the name).
const LAYOUTS: readonly (readonly [Uint8Array, Layout])[] = [
  [
    hex('7ee015ffe4357521'),
    {
      name: 'DepositVault',
      part: 'swap',
      user: 0,
      places: { vault: 2, lpMint: 4, userAsset: 5, userLp: 8 },
      amount: 'deposit',
      hasAdaptorBytes: false,
    },
  ],
  [
    hex('dd3873a880dcebf5'),
    {
      name: 'InstantWithdrawVault',
      part: 'swap',
      user: 0,
      places: { vault: 2, lpMint: 4, userLp: 5, userAsset: 8 },
      amount: 'withdrawal',
      hasAdaptorBytes: false,
    },
  ],
  [
    hex('6939a68293ddfabd'),
    {
      name: 'InstantWithdrawStrategy',
      part: 'swap',
      user: 0,
      places: { vault: 2, lpMint: 8, userLp: 9, userAsset: 11 },
      amount: 'withdrawal',
      hasAdaptorBytes: true,
    },
  ],
  [
    hex('f8e12f167490178f'),
    {
      name: 'RequestWithdrawVault',
      part: 'request',
      user: 1,
      places: { vault: 3, lpMint: 4, userLp: 5, escrow: 6, receipt: 7 },
      amount: 'withdrawal',
      hasAdaptorBytes: false,
    },
  ],
  [
    hex('77213634c208d3ef'),
    {
      name: 'DirectWithdrawStrategy',
      part: 'redeem',
      user: 0,
      places: { vault: 2, lpMint: 8, escrow: 9, userAsset: 11, receipt: 13 },
      amount: 'none',
      hasAdaptorBytes: true,
    },
  ],
];

const ADAPTOR_BYTES_LIMIT = 64;

/** Derives the receipt of the wallet's own request at the vault, and the account that holds its LP meanwhile. */
export function findRequestAccounts({ wallet, rausdc }: BoundedIntent, { usdcVault }: BoundedKeys) {
  const receipt = findProgramAddress(
    [ascii('request_withdraw_vault_receipt'), usdcVault, wallet],
    VAULT_PROGRAM,
  );
  return { receipt, escrow: findAssociatedTokenAddress(receipt, rausdc.mint) };
}

/** Reads a deposit into, or a withdrawal from, the vault of the deployment; undefined for anything else. */
export function readVaultCall(
  { accounts, data }: Step,
  keys: BoundedKeys,
  intent: BoundedIntent,
): VaultCall | undefined {
  const discriminator = data.subarray(0, 8);
  const layout = LAYOUTS.find(([known]) => isSame(known, discriminator))?.[1];
  if (layout === undefined || data.length !== sizeOf(data, layout)) return undefined;
  const terms = termsOfCall(data, layout, intent);
  if (terms === undefined) return undefined;
  const { part, name, user, places, amount } = layout;
  const isDeposit = amount === 'deposit';
  const source = isDeposit ? places.userAsset : (places.userLp ?? places.escrow);
  const destination = isDeposit ? places.userLp : (places.userAsset ?? places.escrow);
  return {
    part,
    swap: {
      name,
      authority: accounts[user],
      source: accounts[source ?? accounts.length],
      destinations: [accounts[destination ?? accounts.length]],
      ...terms,
      fixed: fixedOf(accounts, places, keys, intent),
    },
  };
}

// Withdrawals: u64 amount, whether it is of LP, whether all goes. By asset, the amount paid bounds what is burned.
function termsOfCall(
  data: Uint8Array,
  { amount: kind }: Layout,
  { isAll }: BoundedIntent,
): Pick<Swap, 'most' | 'minimum'> | undefined {
  const minimum = { by: 'vault-rate' } as const;
  const amount = u64At(data, 8) ?? 0n;
  if (kind === 'none') return { most: 'everything', minimum };
  if (kind === 'deposit') return { most: amount, minimum };
  const [inLp = 2, all] = data.subarray(16);
  if (inLp > 1 || all !== (isAll ? 1 : 0)) return undefined;
  if (isAll) return { most: 'everything', minimum };
  return inLp === 1 ? { most: amount, minimum } : { most: 0n, minimum: amount };
}

function fixedOf(
  accounts: readonly Uint8Array[],
  places: Places,
  keys: BoundedKeys,
  intent: BoundedIntent,
): readonly FixedAccount[] {
  const { receipt, escrow } = findRequestAccounts(intent, keys);
  const due: readonly (readonly [keyof Places, string, Uint8Array])[] = [
    ['vault', 'the vault', keys.usdcVault],
    ['lpMint', 'the mint of raUSDC', intent.rausdc.mint],
    ['userLp', "the wallet's raUSDC account", intent.rausdc.account],
    ['userAsset', "the wallet's USDC account", intent.usdc.account],
    ['escrow', "the account of the wallet's own request", escrow],
    ['receipt', "the receipt of the wallet's own request", receipt],
  ];
  return due.flatMap(([place, role, key]) => {
    const index = places[place];
    return index === undefined ? [] : [{ role, actual: accounts[index], due: key }];
  });
}

function sizeOf(data: Uint8Array, { amount, hasAdaptorBytes }: Layout): number | undefined {
  const fields = 8 + (amount === 'none' ? 0 : amount === 'deposit' ? 8 : 10);
  if (!hasAdaptorBytes) return fields;
  if (data[fields] === 0) return fields + 1;
  const count = data[fields] === 1 ? u32At(data, fields + 1) : undefined;
  return count === undefined || count > ADAPTOR_BYTES_LIMIT ? undefined : fields + 5 + count;
}

import { signal } from '@preact/signals';
import type { Signer } from '@staking-agent/sdk';
import type { Wallet as StandardWallet } from '@wallet-standard/base';
import { createDemoWallet, findDemoWallet, forgetDemoWallet } from '../wallets/demo-wallet.ts';
import { connectStandardWallet, watchStandardWallets } from '../wallets/standard-wallets.ts';
import { noteLedgerChange } from './clock.ts';
import { askSandbox, getSession } from './session.ts';

/** Who signs. */
export type Wallet = {
  readonly kind: 'demo' | 'standard';
  /** As the wallet calls itself: text of others. */
  readonly name: string;
  readonly address: string;
  readonly signer: Signer;
  /** Whether it may edit what it signs, as wallets of others do: within what the client allows. */
  readonly isEditing: boolean;
  /** Ends the connection, or the wallet. */
  leave(): Promise<void>;
};

/** What a demo wallet is given, in decimal text. */
export const GIFT = { sol: '100', usdc: '1000' } as const;

const DEMO = { kind: 'demo', name: 'Demo wallet', isEditing: false, leave: forgetDemoWallet } as const;

/** The wallet in use. */
export const wallet = signal<Wallet | undefined>(undefined);

/** What the wallet holds by strategy of what goes in there, as `GET /limits` told last. */
export const holdings = signal<readonly { readonly asset: string; readonly amount: string }[]>([]);

/** Takes up the demo wallet of before on a sandbox; elsewhere looks for wallets of the browser. */
export async function restoreWallet(): Promise<void> {
  if (getSession().config.sandbox === null) return watchStandardWallets();
  const found = await findDemoWallet();
  if (found !== undefined) takeWallet({ ...DEMO, ...found });
}

/** Makes a demo wallet and has the sandbox give it something. */
export async function startDemoWallet(): Promise<void> {
  const found = (await findDemoWallet()) ?? (await createDemoWallet());
  await fundWallet(found.address);
  takeWallet({ ...DEMO, ...found });
}

/** Has the sandbox give a wallet SOL and USDC. */
export async function fundWallet(address: string): Promise<void> {
  await askSandbox('fund', { wallet: address, ...GIFT });
  await noteLedgerChange();
}

/** Uses a wallet from now on. */
export function takeWallet(chosen: Wallet): void {
  wallet.value = chosen;
  holdings.value = [];
}

/** Uses no wallet any more; a demo wallet is forgotten with its key. */
export async function leaveWallet(): Promise<void> {
  const { value: left } = wallet;
  dropWallet();
  await left?.leave();
}

/** Connects a wallet of the browser. */
export async function connectWallet(chosen: StandardWallet): Promise<void> {
  const { deployment } = getSession().config;
  const chain = deployment === 'mainnet' ? 'solana:mainnet' : 'solana:localnet';
  const connected = await connectStandardWallet(chosen, chain, dropWallet);
  takeWallet({ kind: 'standard', name: chosen.name, isEditing: true, ...connected });
}

function dropWallet(): void {
  wallet.value = undefined;
  holdings.value = [];
}

/** Reads anew what the wallet holds. */
export async function readHoldings(): Promise<void> {
  const address = wallet.value?.address;
  if (address === undefined) return;
  const { strategies } = await getSession().client.getLimits({ wallet: address });
  if (wallet.value?.address !== address) return;
  const held = strategies.flatMap(({ wallet: limits }) => (limits === null ? [] : [limits.holds]));
  holdings.value = [...new Map(held.map((each) => [each.asset, each])).values()];
}

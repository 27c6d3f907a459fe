import { signal } from '@preact/signals';
import { type BytesSigner, fromWalletStandard } from '@staking-agent/sdk';
import { getWallets } from '@wallet-standard/app';
import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base';

const CONNECT = 'standard:connect';
const DISCONNECT = 'standard:disconnect';
const EVENTS = 'standard:events';
const SIGN = 'solana:signTransaction';

/** The wallets of this browser that can sign for the ledger without sending by themselves. */
export const standardWallets = signal<readonly StandardWallet[]>([]);

/** A connection to one of them. */
export type Connected = {
  readonly address: string;
  readonly signer: BytesSigner;
  /** Has the wallet forget this page, where it can. */
  leave(): Promise<void>;
};

/** Looks for wallets from now on; they announce themselves before or after this page. */
export function watchStandardWallets(): void {
  const { get, on } = getWallets();
  const read = () => {
    standardWallets.value = get().filter(isUsable);
  };
  on('register', read);
  on('unregister', read);
  read();
}

/**
 * Asks a wallet for an account to sign with.
 *
 * @param chain - which ledger the wallet is told it signs for.
 * @param onGone - called when the wallet takes the account away.
 */
export async function connectStandardWallet(
  wallet: StandardWallet,
  chain: `solana:${string}`,
  onGone: () => void,
): Promise<Connected> {
  const { accounts } = await call<{ accounts: readonly WalletAccount[] }>(wallet, CONNECT, 'connect');
  const account = accounts.find(({ chains, features }) => chains.includes(chain) && features.includes(SIGN));
  if (account === undefined) throw new Error(`The wallet gives no account that signs for ${chain}.`);
  const stop = watchAccount(wallet, account.address, onGone);
  return {
    address: account.address,
    signer: fromWalletStandard(wallet, account, chain),
    async leave() {
      stop();
      if (DISCONNECT in wallet.features) await call(wallet, DISCONNECT, 'disconnect');
    },
  };
}

function isUsable({ features, chains }: StandardWallet): boolean {
  return CONNECT in features && SIGN in features && chains.some((chain) => chain.startsWith('solana:'));
}

function watchAccount(wallet: StandardWallet, address: string, onGone: () => void): () => void {
  const { on } = Object(wallet.features[EVENTS]) as {
    on?(event: 'change', listener: () => void): () => void;
  };
  const look = () => {
    if (!wallet.accounts.some((each) => each.address === address)) onGone();
  };
  return on?.('change', look) ?? (() => undefined);
}

/** Calls a method of a feature: each is an object with the one method of its name. */
async function call<Answer>(wallet: StandardWallet, feature: string, method: string): Promise<Answer> {
  const methods = wallet.features[feature as keyof typeof wallet.features] as Readonly<
    Record<string, () => Promise<Answer>>
  >;
  const run = methods[method];
  if (run === undefined) throw new Error(`The wallet has no ${feature}.`);
  return await run.call(methods);
}

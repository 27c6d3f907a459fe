import { control, type World } from './world.ts';

/** How a wallet treats what it is given to sign. */
export type Habit = 'phantom' | 'android' | 'restamp';

/** A wallet whose key the sandbox keeps. */
export type SandboxWallet = {
  readonly address: string;
  /** Signs, after the edits of such a wallet where one is named; returns base64 bytes. */
  sign(transaction: string, as?: Habit): Promise<string>;
};

/** Makes a wallet at the sandbox, with funds. */
export async function makeSandboxWallet(
  world: Pick<World, 'sandbox'>,
  funds: { readonly sol: string; readonly usdc?: string },
): Promise<SandboxWallet> {
  const { wallet } = await control(world, 'wallets', funds);
  return {
    address: wallet,
    sign: async (transaction, as) => (await control(world, 'sign', { wallet, transaction, as })).signed_tx,
  };
}

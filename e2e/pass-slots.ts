import type { Sandbox } from '@staking-agent/sandbox';
import { until } from './until.ts';
import { DEPLOYMENT, send } from './world.ts';

/** Lets slots pass at once, and waits until each replica builds with a blockhash from after them; for a moment none builds. */
export async function passSlots(
  { sandbox, service }: { readonly sandbox: Sandbox; readonly service: { readonly url: string } },
  slots: number,
  replicas: readonly { readonly url: string }[] = [service],
): Promise<void> {
  sandbox.ledger.advanceSlots(slots);
  const newest = sandbox.ledger.blocks.tip().height + 140n;
  const stake = { strategy: 'sol-native-stake', wallet: DEPLOYMENT.voteAccount, amount: '1' };
  for (const { url } of replicas) {
    await until('a newer blockhash is known', async () => {
      const { status, body } = await send('POST', `${url}/api/v1/stake`, stake);
      return status === 200 && BigInt(body.expiry.lastValidBlockHeight) >= newest;
    });
  }
}

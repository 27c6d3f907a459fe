import { type ClientOptions, createStakingClient, type StakingClient } from '@staking-agent/sdk';
import { createHastyClock } from '../hasty-clock.ts';
import { until } from '../until.ts';
import { type Cleanup, createFundedWallet, startWorld, type World } from '../world.ts';

/** A world, and a client of it that verifies with the sandbox's addresses and its ledger node. */
export type SdkWorld = World & { connect(options?: Partial<ClientOptions>): StakingClient };

const SLOT_MILLISECONDS = 200;

/** Starts a world to call with the client. */
export async function startSdkWorld(t: Cleanup, environment: Record<string, string> = {}): Promise<SdkWorld> {
  const clock = createHastyClock();
  // The rounds in which the service asks for statuses.
  clock.hasten([1_000, 1_000]);
  const world = await startWorld(t, environment, clock, { slotMilliseconds: 60 });
  let ahead = 0;
  /** A clock on which slots pass while the client sleeps, instead of time. */
  const pace = {
    now: () => performance.now() + ahead,
    async sleep(milliseconds: number) {
      ahead += milliseconds;
      world.sandbox.ledger.advanceSlots(Math.ceil(milliseconds / SLOT_MILLISECONDS));
    },
  };
  return {
    ...world,
    connect: (options) =>
      createStakingClient({
        url: world.service.url,
        deployment: 'sandbox',
        rpc: world.sandbox.url,
        pace,
        ...options,
      }),
  };
}

/** A signer that a page would have: it takes bytes. */
export async function createSigner(world: World, sol: string) {
  const wallet = await createFundedWallet(world, sol);
  return {
    address: wallet.address,
    async signBytes(transaction: Uint8Array): Promise<Uint8Array> {
      return Buffer.from(await wallet.sign(Buffer.from(transaction).toString('base64')), 'base64');
    },
  };
}

/** Moves the ledger past the end of all that was built, and waits until the service builds with what came after. */
export async function outlive({ connect, sandbox }: SdkWorld, wallet: string): Promise<void> {
  const readHeight = async () => {
    const { expiry } = await connect().stake({ strategy: 'sol-native-stake', amount: '2', wallet });
    return BigInt(expiry.lastValidBlockHeight);
  };
  const before = await readHeight();
  sandbox.ledger.advanceSlots(200);
  await until('a build after the jump', async () => (await readHeight().catch(() => before)) > before + 150n);
}

import { createSubject, type Subject } from '@staking-agent/conformance';
import { type Cleanup, startWorld, type World } from '../world.ts';

/** A world whose time the kit can move on. */
export type TestedDeployment = {
  readonly world: World;
  /** Makes what checks run with; asks the deployment itself unless another URL is given. */
  createSubject(url?: string): Subject;
};

/** Starts a deployment on a sandbox, in which a block takes 60 ms and no token is waited for. */
export async function startDeployment(t: Cleanup): Promise<TestedDeployment> {
  let ahead = 0;
  // The day moves on without the figures of the ledger growing old.
  const clock = { now: () => Date.now() + ahead };
  const world = await startWorld(t, {}, clock, { slotMilliseconds: 60 });
  return {
    world,
    createSubject: (url = world.service.url) =>
      createSubject({
        url,
        sandbox: world.sandbox.url,
        waitUntil: async (time) => {
          ahead = time.getTime() - Date.now();
        },
      }),
  };
}

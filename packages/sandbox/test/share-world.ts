import { after, afterEach, before } from 'node:test';

/** Where a world registers how it is stopped: a test's context, or a suite's hooks. */
type Cleanup = { after(stop: () => Promise<void> | void): void };

/**
 * Starts one world for all tests of the suite that calls this, whose tests leave no trace but what they write over
 * accounts: that is taken back after each of them.
 *
 * @param start - makes the world, and whatever else all tests need.
 * @returns what was made; to be called within a test.
 */
export function shareWorld<Scene extends { readonly world: { undoWrites(): void } }>(
  start: (t: Cleanup) => Promise<Scene>,
): () => Scene {
  const stops: (() => Promise<void> | void)[] = [];
  let scene: Scene | undefined;
  const get = (): Scene => {
    if (scene === undefined) throw new Error('The suite has not begun.');
    return scene;
  };
  before(async () => {
    scene = await start({ after: (stop) => void stops.push(stop) });
  });
  afterEach(() => get().world.undoWrites());
  after(async () => {
    for (const stop of stops) await stop();
  });
  return get;
}

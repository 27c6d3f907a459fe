import { after, before, describe } from 'node:test';
import { type AttackWorld, startAttackWorld } from './attack-world.ts';

/**
 * Declares a suite of attacks on one world of its own, that is started before them and closed after.
 *
 * @param declare - declares the tests; the world is there once they run.
 */
export function describeAttacks(name: string, declare: (getKit: () => AttackWorld) => void): void {
  describe(name, () => {
    const closings: (() => unknown)[] = [];
    let kit: AttackWorld | undefined;
    before(async () => {
      kit = await startAttackWorld({ after: (close) => closings.push(close as () => unknown) });
    });
    after(() => Promise.all(closings.map((close) => close())));
    declare(() => {
      if (kit === undefined) throw new Error('The world is there once tests run.');
      return kit;
    });
  });
}

import { assertStake } from './assert-stake.ts';
import { BUILDERS } from './builders/index.ts';
import { orderAt } from './orders.ts';
import { tellParent } from './tell-parent.ts';

/** Builds under way at once: a server has that many too, and it spares those that sign on other threads the wait. */
const AT_ONCE = 8;

const load = BUILDERS[process.argv[2] ?? ''];
if (load === undefined) throw new Error(`There is no builder ${process.argv[2]}.`);
const builder = await load();
const build = await builder.prepare();
assertStake(await build(orderAt(0)), orderAt(0));

/** Builds for so long and tells how many per second, and per second of CPU time: of all its threads, whatever others run. */
async function buildFor(milliseconds: number): Promise<{ readonly wall: number; readonly cpu: number }> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  let built = 0;
  const one = async () => {
    while (performance.now() - startedAt < milliseconds) {
      await build(orderAt(built));
      built += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const { user, system } = process.cpuUsage(cpu);
  const wall = (built / (performance.now() - startedAt)) * 1_000;
  return { wall, cpu: (built / (user + system)) * 1e6 };
}

process.on('message', async ({ milliseconds }: { milliseconds: number }) => {
  tellParent(await buildFor(milliseconds));
});
tellParent(builder.title);

import type { Finished } from '../../api/src/builds/build.ts';
import { sleep } from '../../api/src/runtime/clock.ts';
import type { Built, Purpose } from './built.ts';
import type { Judged } from './judge.ts';
import { createWallet } from './wallet.ts';
import { SOL, sumStaked } from './world.ts';

/** What forms that ended may still count, once all is settled, and how long one that may be sent is tried. */
const PATIENCE = 30_000;
const PAUSE = 1_000;

/**
 * An hour's limit is kept, and holds nothing back that it has room for: of what landed in the hour, what is left can be
 * staked, and no more. Forms that failed or expired take nothing of it.
 */
export async function judgeHour({ world, witness }: Pick<Judged, 'world' | 'witness'>): Promise<void> {
  const { ledger, scheduler, hour } = world;
  const { limit } = hour;
  if (limit === undefined) return;
  if (hour.most > limit) witness.onViolation(`${hour.most} were out at a time, of ${limit} in an hour`);
  let isOver = false;
  const probe = async () => {
    const room = limit - sumStaked(ledger);
    const refused = room > 0n ? await stake('room', room, true, world, witness) : undefined;
    if (refused !== undefined) witness.onViolation(`${room} of ${limit} are free, and refused: ${refused}`);
    else if ((await stake('no room', SOL, false, world, witness)) === undefined)
      witness.onViolation(`more than ${limit} were sent in an hour`);
    isOver = true;
  };
  probe().catch((error: unknown) => witness.onViolation(`no stake was answered: ${String(error)}`));
  await scheduler.run(scheduler.now() + 8 * PATIENCE, () => isOver);
  if (!isOver) witness.onViolation('no stake was answered');
}

const FULL = 'VALUE_LIMIT_EXCEEDED';

/** Builds, signs and broadcasts until that is taken. @returns the code of the last refusal where it never was. */
async function stake(
  name: string,
  amount: bigint,
  isFree: boolean,
  { ledger, dice, clock, replicas, builds }: Judged['world'],
  witness: Judged['witness'],
): Promise<string | undefined> {
  const wallet = createWallet(name, 0, dice.fork(name));
  const until = clock.elapsed() + PATIENCE;
  const purpose: Purpose = { wallet, route: 'rpc', account: undefined, code: undefined, amount };
  let refused: string | undefined;
  const ask = async <Answer>(work: (replica: (typeof replicas)[number]) => Promise<Answer>) => {
    try {
      const alive = replicas.filter(({ owner }) => owner.isAlive);
      return alive.length === 0 ? undefined : await work(dice.pick(alive));
    } catch (error) {
      refused = witness.onProblem(error)?.code ?? refused;
      return undefined;
    }
  };
  let built: Built | undefined;
  do {
    if (built === undefined) {
      const printed = await ask((replica) => replica.build(purpose, undefined));
      built = printed === undefined ? undefined : builds.get((JSON.parse(printed) as Finished).transaction);
    }
    if (built !== undefined) {
      const { transaction } = ledger.register({
        transaction: wallet.sign(built.transaction.message),
        ...{ wallet, amount, account: undefined, code: undefined, root: built.root },
        ...{ blockhashSlot: built.blockhashSlot, isDoomed: false, asked: 0, asking: 0 },
      });
      const body = { signed_tx: transaction.base64, service_token: built.token };
      if ((await ask((replica) => replica.broadcast(body, undefined))) !== undefined) return undefined;
    }
    if (refused === FULL && !isFree) return refused;
    await sleep(clock, PAUSE);
  } while (clock.elapsed() < until);
  return refused ?? 'no answer';
}

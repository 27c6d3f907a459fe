import { DATABASE, STOP_TARGETS, type StopTarget } from '../../operator/stop-targets.ts';
import { createStops } from '../../store/stops.ts';
import { REFRESH_MINUTES } from '../../transactions/refresh-minutes.ts';
import {
  type Command,
  type CommandGroup,
  type Context,
  print,
  RefusedError,
  UsageError,
} from '../command.ts';
import { formatTable } from '../format-table.ts';

const REASON_LIMIT = 200;

function commandsFor(createCommand: (target: StopTarget) => Command): Readonly<Record<string, Command>> {
  return Object.fromEntries(STOP_TARGETS.map((target) => [target, createCommand(target)]));
}

const list: Command = {
  summary: 'List what is stopped.',
  async run(_input, context) {
    const all = await createStops(context.store).list();
    print(context, {
      json: all.map(({ target, reason, created_at }) => ({ target, reason, since: formatTime(created_at) })),
      lines: formatTable(
        ['STOPPED', 'SINCE', 'REASON'],
        all.map(({ target, reason, created_at }) => [target, formatTime(created_at), reason]),
      ),
    });
  },
};

/** Commands that stop something on all replicas at once. */
export const stop: CommandGroup = {
  summary:
    'Stop an upstream or a strategy: all replicas refuse it with 503 STOPPED_BY_OPERATOR within a second.',
  commands: {
    ...commandsFor((target) => ({
      summary: `Stop ${target}.`,
      options: {
        reason: { placeholder: 'text', summary: 'The reason, for other operators; callers never see it.' },
      },
      async run({ texts: { reason = '' } }, context) {
        if (reason.length > REASON_LIMIT)
          throw new UsageError(`--reason has at most ${REASON_LIMIT} characters.`);
        await createStops(context.store).add(target, reason);
        print(context, { json: { stopped: target }, lines: [`${target} is stopped.`] });
      },
    })),
    list,
  },
};

/** Commands that start it again. */
export const start: CommandGroup = {
  summary: 'Start what was stopped, on all replicas within a second.',
  commands: commandsFor((target) => ({
    summary: `Start ${target} again.`,
    ...(target === DATABASE && {
      options: { complete: { summary: 'Start it at once: the database has all that it ever acknowledged.' } },
    }),
    async run({ flags }, context) {
      if (target === DATABASE && !flags.has('complete')) await assertNothingLives(context);
      const wasStopped = await createStops(context.store).remove(target);
      const line = wasStopped ? `${target} is started.` : `${target} was not stopped.`;
      print(context, { json: { started: target, wasStopped }, lines: [line] });
    },
  })),
};

/** What was lost of builds and broadcasts matters as long as these can be refreshed. */
async function assertNothingLives({ store }: Context): Promise<void> {
  const all = await createStops(store).list();
  const since = all.find(({ target }) => target === DATABASE)?.created_at;
  if (since === undefined) return;
  const { now } = await store.db.selectNoFrom(store.now.as('now')).executeTakeFirstOrThrow();
  const until = since + REFRESH_MINUTES * 60_000;
  if (now > until) return;
  throw new RefusedError(
    `Builds from before ${formatTime(since)} can be sent or refreshed until ${formatTime(until)}, and the database may not know of them. Start it then, or with --complete if it has all that it ever acknowledged.`,
  );
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

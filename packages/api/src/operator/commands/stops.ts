import { createStops, STOP_TARGETS, type StopTarget } from '../../store/operator.ts';
import { type Command, type CommandGroup, formatTable, print, UsageError } from '../admin.ts';

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
    async run(_input, context) {
      const wasStopped = await createStops(context.store).remove(target);
      const line = wasStopped ? `${target} is started.` : `${target} was not stopped.`;
      print(context, { json: { started: target, wasStopped }, lines: [line] });
    },
  })),
};

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

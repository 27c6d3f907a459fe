import type { Command, CommandGroup } from './command.ts';

const PROGRAM = 'npm run admin --';

const COMMON = {
  json: { summary: 'Print JSON.' },
  help: { summary: 'Print this help.' },
};

const ENVIRONMENT = `The commands open the store of the service, also while it runs. Set DATABASE_URL or DATA_DIR, and PARTNER_KEY_SECRETS,
as the service has them.

Exit codes: 0 done, 1 refused, 2 invalid command line.`;

/** Help of the program: its groups. */
export function topHelp(groups: Readonly<Record<string, CommandGroup>>): string {
  return [
    `Usage: ${PROGRAM} <command>`,
    '',
    ...aligned(
      Object.entries(groups).flatMap(([group, { commands }]) =>
        Object.entries(commands).map(([name, command]) => [
          `${group} ${name}${formatParameters(command)}`,
          command.summary,
        ]),
      ),
    ),
    '',
    `${PROGRAM} <command> --help describes a command.`,
    '',
    ENVIRONMENT,
  ].join('\n');
}

/** Help of a group: its commands. */
export function groupHelp(groupName: string, { summary, commands }: CommandGroup): string {
  return [
    summary,
    '',
    ...aligned(
      Object.entries(commands).map(([name, command]) => [
        `${PROGRAM} ${groupName} ${name}${formatParameters(command)}`,
        command.summary,
      ]),
    ),
  ].join('\n');
}

/** Help of one command: its parameters and options. */
export function commandHelp(name: string, command: Command): string {
  const { parameters = {}, options = {}, summary } = command;
  return [
    summary,
    '',
    `Usage: ${PROGRAM} ${name}${formatParameters(command)} [options]`,
    '',
    ...aligned([
      ...Object.entries(parameters).map(([each, what]) => [`<${each}>`, what] as const),
      ...Object.entries({ ...options, ...COMMON }).map(
        ([each, option]) =>
          [`--${each}${'placeholder' in option ? ` <${option.placeholder}>` : ''}`, option.summary] as const,
      ),
    ]),
  ].join('\n');
}

function formatParameters({ parameters = {} }: Command): string {
  return Object.keys(parameters)
    .map((name) => ` <${name}>`)
    .join('');
}

function aligned(rows: readonly (readonly [string, string] | readonly string[])[]): readonly string[] {
  const width = Math.max(...rows.map(([term = '']) => term.length));
  return rows.map(([term = '', summary = '']) => `  ${term.padEnd(width)}  ${summary}`);
}

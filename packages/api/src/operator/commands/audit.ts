import { createAuditLog } from '../../store/operator.ts';
import { type CommandGroup, formatTable, print } from '../admin.ts';

const LINES = 1_000;

/** Commands about what operators have asked for. */
export const audit: CommandGroup = {
  summary: 'Every command is recorded before it runs. Records cannot be changed.',
  commands: {
    list: {
      summary: `List the last ${LINES} commands, oldest first.`,
      async run(_input, context) {
        const rows = await createAuditLog(context.store).list(LINES);
        const lines = rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }));
        print(context, {
          json: lines,
          lines: formatTable(
            ['TIME', 'OPERATOR', 'COMMAND'],
            lines.map(({ created_at, operator, command }) => [created_at, operator, command]),
          ),
        });
      },
    },
  },
};

import { OPERATIONS, type Operation } from '@staking-agent/wire';
import { type Example, getExamples } from '@staking-agent/wire/examples';
import type { Check, Group } from '../check.ts';
import { memberAt } from '../exchange.ts';
import { expectThat } from '../expect.ts';
import type { Subject } from '../subject.ts';

const UNREAD: readonly unknown[] = ['FIELD_MISSING', 'FIELD_INVALID', 'BODY_MALFORMED'];

/** The requests that the documents show: whatever their answer is, they are read as the contract says. */
export const EXAMPLE_CHECKS: readonly Check[] = Object.values(OPERATIONS).map(
  (operation: Operation): Check => {
    const isRead = operation.method === 'GET' || operation.id === 'quote';
    const group: Group = isRead ? 'reads' : 'builds';
    return {
      id: `${group}.examples-${operation.id}`,
      level: isRead ? 'read' : 'build',
      section: `${operation.method} ${operation.path}`,
      proves: 'The requests that the documents show are accepted, with every member.',
      run: async (subject) => {
        for (const example of Object.values(getExamples(operation)).flat())
          await ask(subject, operation, example);
      },
    };
  },
);

async function ask(
  { client }: Subject,
  { method, path }: Operation,
  { params = {}, query = {}, body }: Example,
) {
  // Nobody waits for transactions that do not come.
  const search = new URLSearchParams({ ...query, ...('wait' in query && { wait: '0' }) }).toString();
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const exchange = await client.ask(`${target}${search === '' ? '' : `?${search}`}`, { method, body });
  const code = memberAt(exchange.answer.body, 'code');
  expectThat(
    exchange,
    !UNREAD.includes(code),
    `The code is ${code}: the request is not read as the documents show it.`,
  );
}

import type { TransactionFault } from '../upstreams/ledger/answers.ts';

const TEXT_LIMIT = 200;

/**
 * Says why the ledger refused a transaction: the program's own last words where the log has them, else the
 * name of the error in words.
 *
 * @param fault - as the ledger serialises it: a name, or an object such as `{"InstructionError":[2,{"Custom":12}]}`.
 */
export function describeTransactionFault(fault: TransactionFault, logs: readonly string[] | null): string {
  const said = logs
    ?.findLast((line) => /^Program \S+ failed: /.test(line))
    ?.replace(/^Program \S+ failed: /, '');
  const place = typeof fault === 'object' ? fault['InstructionError'] : undefined;
  if (!Array.isArray(place)) return inWords(typeof fault === 'string' ? fault : JSON.stringify(fault));
  const [index, error] = place as [unknown, unknown];
  const words = said ?? (typeof error === 'string' ? inWords(error) : JSON.stringify(error));
  return printable(`instruction ${String(index)}: ${words}`);
}

function inWords(name: string): string {
  return printable(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}

// The words come from another system: one line, no control characters, bounded.
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, TEXT_LIMIT);
}

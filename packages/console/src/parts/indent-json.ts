const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

const OPEN = /^[{[]$/;
const CLOSE = /^[}\]]$/;

/**
 * Breaks JSON into lines without reading it: numbers keep every digit, names their order.
 *
 * @returns anything else as it is.
 */
export function indentJson(text: string): string {
  const tokens = isJson(text) ? text.match(TOKEN) : null;
  if (tokens === null) return text;
  let depth = 0;
  const printed = tokens.map((token, i) => {
    depth += OPEN.test(token) ? 1 : CLOSE.test(token) ? -1 : 0;
    return printToken(token, `\n${'  '.repeat(depth)}`, tokens[i - 1] ?? '', tokens[i + 1] ?? '');
  });
  return printed.join('');
}

/** @param line - the break into the line that follows. */
function printToken(token: string, line: string, before: string, after: string): string {
  if (token === ':') return ': ';
  if (token === ',') return `,${line}`;
  if (OPEN.test(token)) return CLOSE.test(after) ? token : `${token}${line}`;
  if (CLOSE.test(token)) return OPEN.test(before) ? token : `${line}${token}`;
  return token;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

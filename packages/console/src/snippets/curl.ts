import type { Asked, SnippetOptions } from './asked.ts';
import { guard, type Piece } from './secrets.ts';

/**
 * Writes a request as a command for a POSIX shell.
 *
 * Nothing in it is read by the shell, nor by curl as a pattern or a file: the bytes that are sent are those of the request.
 */
export function writeCurl(asked: Asked, options?: SnippetOptions): string {
  const { method, url, headers, body } = guard(asked, options);
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const words = [
    `curl -sS --globoff${isImplied ? '' : ` -X ${quoteWord([{ text: method }])}`} ${quoteWord(url)}`,
    ...headers.map(([name, value]) => `-H ${quoteWord(toHeader(name, value))}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteWord(body.pieces)}`]),
  ];
  return words.join(' \\\n  ');
}

/** With a colon curl would leave out a header that is empty. */
function toHeader(name: string, value: readonly Piece[]): Piece[] {
  return value.length === 0 ? [{ text: `${name};` }] : [{ text: `${name}: ` }, ...value];
}

/** Writes a word of a shell; variables are read within double quotes, where nothing splits them. */
function quoteWord(pieces: readonly Piece[]): string {
  let word = '';
  let plain = '';
  const close = () => {
    if (plain !== '') word += `'${plain.replaceAll("'", `'\\''`)}'`;
    plain = '';
  };
  for (const piece of pieces) {
    if ('text' in piece) {
      plain += piece.text;
    } else {
      close();
      word += `"$${piece.variable}"`;
    }
  }
  close();
  return word || "''";
}

import { type Piece, Variable } from './secrets.ts';

/** How a language writes values. */
export type Syntax = {
  text(text: string): string;
  /** Reads an environment variable. */
  variable(name: string): string;
  /** The name of a member of an object. */
  member(name: string): string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly indent: string;
};

const WIDTH = 90;

/**
 * Writes what JSON can say as a literal of a language.
 *
 * @param depth - how far the line it begins in is indented.
 */
export function writeLiteral(value: unknown, syntax: Syntax, depth = 0): string {
  if (typeof value === 'string') return syntax.text(value);
  if (value instanceof Variable) return syntax.variable(value.name);
  if (typeof value === 'number') return JSON.stringify(value);
  if (value === null) return syntax.words.null;
  if (typeof value === 'boolean') return value ? syntax.words.true : syntax.words.false;
  const write = (each: unknown) => writeLiteral(each, syntax, depth + 1);
  if (Array.isArray(value)) return wrap('[]', value.map(write), syntax, depth);
  const members = Object.entries(Object(value)).map(
    ([name, each]) => `${syntax.member(name)}: ${write(each)}`,
  );
  return wrap('{}', members, syntax, depth);
}

/** Puts parts between brackets, in one line where they fit. */
export function wrap(brackets: string, parts: readonly string[], { indent }: Syntax, depth: number): string {
  const [open, close] = [brackets.slice(0, 1), brackets.slice(1)];
  if (parts.length === 0) return brackets;
  const padding = open === '{' ? ' ' : '';
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (line.length <= WIDTH - depth * indent.length && !line.includes('\n')) return line;
  const inner = indent.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent.repeat(depth)}${close}`;
}

/** Writes an expression that joins texts and variables. */
export function writeText(pieces: readonly Piece[], syntax: Syntax): string {
  if (pieces.length === 0) return syntax.text('');
  const parts = pieces.map((piece) =>
    'variable' in piece ? syntax.variable(piece.variable) : syntax.text(piece.text),
  );
  return parts.join(' + ');
}

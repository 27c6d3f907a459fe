import { type Piece, Variable } from './secrets.ts';

const NAME = /^[A-Za-z_$][\w$]*$/;
const WIDTH = 90;
const INDENT = '  ';

/**
 * Writes what JSON can say as a literal of TypeScript.
 *
 * @param depth - how far the line it begins in is indented.
 */
export function writeLiteral(value: unknown, depth = 0): string {
  if (typeof value === 'string') return quote(value);
  if (value instanceof Variable) return readVariable(value.name);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const write = (each: unknown) => writeLiteral(each, depth + 1);
  if (Array.isArray(value)) return wrap('[]', value.map(write), depth);
  const members = Object.entries(value).map(([name, each]) => `${writeMember(name)}: ${write(each)}`);
  return wrap('{}', members, depth);
}

/** Puts parts between brackets, in one line where they fit. */
export function wrap(brackets: '[]' | '{}', parts: readonly string[], depth: number): string {
  const [open, close] = [brackets.slice(0, 1), brackets.slice(1)];
  if (parts.length === 0) return brackets;
  const padding = open === '{' ? ' ' : '';
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (line.length <= WIDTH - depth * INDENT.length && !line.includes('\n')) return line;
  const inner = INDENT.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${INDENT.repeat(depth)}${close}`;
}

/** Writes an expression that joins texts and variables. */
export function writeText(pieces: readonly Piece[]): string {
  if (pieces.length === 0) return quote('');
  return pieces
    .map((piece) => ('variable' in piece ? readVariable(piece.variable) : quote(piece.text)))
    .join(' + ');
}

/** Writes a text in single quotes. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return `'${escaped.replace(/\\.|'/g, (each) => (each === '\\"' ? '"' : each === "'" ? "\\'" : each))}'`;
}

/** Writes the name of a member of an object. */
export function writeMember(name: string): string {
  // Even in quotes this one would not be a member.
  if (name === '__proto__') return "['__proto__']";
  return NAME.test(name) ? name : quote(name);
}

function readVariable(name: string): string {
  return `(process.env['${name}'] ?? '')`;
}

/**
 * Prints a value for people: a line per member, indented, names and texts as they are but for control characters, which
 * could move the cursor of a terminal.
 */
export function printPlain(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    return value
      .map((item) => `${indent}-${printPlain(item, `${indent}  `).slice(indent.length + 1) || '\n'}`)
      .join('');
  }
  if (typeof value !== 'object' || value === null) return `${indent}${toText(value)}\n`;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) =>
      isNested(member)
        ? `${indent}${clean(name)}:\n${printPlain(member, `${indent}  `)}`
        : `${indent}${clean(name)}: ${toText(member)}\n`,
    )
    .join('');
}

function isNested(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return 'none';
  return value === null ? '-' : clean(String(value));
}

function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

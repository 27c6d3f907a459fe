/** `JSON.rawJSON` (ECMAScript 2026), which the compiler's library does not describe yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

const INTEGER = /^-?\d+$/;

/** Parses JSON; every integer becomes a bigint, so that no u64 loses a digit. */
export function parseJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined && INTEGER.test(context.source)
      ? BigInt(context.source)
      : value;
  return JSON.parse(text, revive);
}

/** Prints JSON with every bigint as a number of all its digits. */
export function printJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? rawJSON(member.toString()) : member,
  );
}

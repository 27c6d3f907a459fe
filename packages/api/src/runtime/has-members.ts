/** Checks whether a parsed value has members; a list is taken for one whose members are its indexes. */
export function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

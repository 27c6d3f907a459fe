/** The first release of Node whose `node:sqlite` needs no flag; the journal of what was signed is kept with it. */
const LEAST = [22, 13] as const;

/**
 * Returns whether this Node can keep the journal, and says on standard error what is needed if it cannot.
 *
 * @param command - that was started, for the sentence.
 */
export function isNodeNew(command: string): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return true;
  process.stderr.write(
    `${command} needs Node ${LEAST.join('.')} or newer; this is ${process.versions.node}.\n`,
  );
  return false;
}

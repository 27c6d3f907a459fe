/** Sends a message to the process that started this one. */
export function tellParent(message: unknown): void {
  if (process.send === undefined) throw new Error('This script is started by the bench, not by hand.');
  process.send(message);
}

/** Highest port there is. */
const MAX_PORT = 65_535;
const DEFAULT_SLOT_MILLISECONDS = 200;
const MAX_SLOT_MILLISECONDS = 600_000;

/**
 * Reads `SANDBOX_PORT`.
 *
 * @throws {Error} naming the variable and what would be right.
 */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new Error(`SANDBOX_PORT must be a port from 0 to ${MAX_PORT}, not "${text}".`);
}

/**
 * Reads `SANDBOX_SLOT_MILLISECONDS`: what a slot takes; 200 unless given, as on mainnet.
 *
 * @throws {Error} naming the variable and what would be right.
 */
export function parseSlotMilliseconds(text: string | undefined): number {
  if (!text) return DEFAULT_SLOT_MILLISECONDS;
  const milliseconds = Number(text);
  if (/^\d+$/.test(text) && milliseconds >= 1 && milliseconds <= MAX_SLOT_MILLISECONDS) return milliseconds;
  throw new Error(
    `SANDBOX_SLOT_MILLISECONDS must be a whole number from 1 to ${MAX_SLOT_MILLISECONDS}, not "${text}".`,
  );
}

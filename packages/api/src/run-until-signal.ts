/**
 * Calls `close` on the first SIGTERM or SIGINT and exits; the second one exits at once with status 1.
 *
 * @param close - must let what is in flight finish.
 */
export function runUntilSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const stop = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

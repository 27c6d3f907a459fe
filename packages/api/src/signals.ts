/**
 * Calls `close` on the first SIGTERM or SIGINT and exits; the second one exits at once with status 1.
 *
 * @param close - lets work in flight finish, then resolves; to false when a hanging thread is left, for which an ordinary
 *   exit would wait.
 */
export function runUntilSignal(close: () => Promise<boolean>): void {
  let isClosing = false;
  const stop = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    if (!(await close())) process.kill(process.pid, 'SIGKILL');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

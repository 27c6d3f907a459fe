/** The port of the service unless PORT says another one. */
export const SERVICE_PORT = '3000';

/**
 * Where transactions of a laptop are looked at: in its own console, because no explorer of the internet knows its ledger.
 *
 * @returns the value of EXPLORER_URL; undefined where the console is off or its port is chosen by the system.
 */
export function findExplorer(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { BASE_URL: base, HOST: host, PORT: port, CONSOLE: console } = environment;
  if (console === 'off' || (!base && port === '0')) return undefined;
  return `${base || `http://${host || '127.0.0.1'}:${port || SERVICE_PORT}`}/tx/{signature}`;
}

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { startLedgerStub } from './servers/ledger-stub.ts';

/**
 * Runs work with the service up, as it is deployed: on a core of its own, its access log going to a file.
 *
 * @param options.databaseUrl - a PostgreSQL database for its state; a file when absent.
 * @param options.script - what starts it.
 */
export async function withProduct(
  work: (product: PinnedProcess) => Promise<void>,
  { databaseUrl = '', script = 'servers/product.ts' } = {},
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const ledger = await startLedgerStub();
  const log = join(directory, 'access.log');
  try {
    const product = await startPinned(script, 0, [ledger.url, directory, databaseUrl], log);
    await work(product);
    product.stop();
    if (statSync(log).size === 0) throw new Error('The service wrote no access log.');
  } finally {
    ledger.close();
    rmSync(directory, { recursive: true });
  }
}

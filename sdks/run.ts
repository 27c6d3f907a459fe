import { readAnchor } from './anchor.ts';
import { connect, type Setting } from './connect.ts';
import { useLender } from './marginfi.ts';
import { usePool } from './stake-pool.ts';
import { useVault } from './voltr.ts';

/*
 * Drives public SDKs against a sandbox, each as its authors wrote it. The one argument is a setting in JSON; each line of
 * the output is a row: the SDK, what it was asked for, and `ok` or the message of its failure.
 */

const setting: Setting = JSON.parse(process.argv[2] ?? '{}');
const world = await connect(setting);
for (const use of [usePool, useVault, useLender, readAnchor]) await use(world);
// SDKs leave connections behind that would keep the process alive.
process.exit(0);

import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/*
 * Builds what is published into `dist`: the command as one file without dependencies, with contract, verifier and addresses in
 * it, and the manifest. `npm pack ./packages/conformance/dist` packs it.
 */

const PACKAGE = join(import.meta.dirname, '..');
const OUT = join(PACKAGE, 'dist');
const COMMAND = 'staking-conformance';

rmSync(OUT, { recursive: true, force: true });
await build({
  absWorkingDir: PACKAGE,
  entryPoints: { [COMMAND]: 'src/main.ts' },
  outdir: OUT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  legalComments: 'none',
});
chmodSync(join(OUT, `${COMMAND}.js`), 0o755);
const { name, version, description, license, engines } = JSON.parse(
  readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
);
const manifest = {
  ...{ name, version, description, license, engines },
  type: 'module',
  bin: { [COMMAND]: `./${COMMAND}.js` },
  files: [`${COMMAND}.js`],
};
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ['README.md', '../../LICENSE'])
  cpSync(join(PACKAGE, file), join(OUT, file.replace('../../', '')));

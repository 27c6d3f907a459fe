import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/*
 * Builds what is published into `dist`: one bundle per entry, without dependencies, with what is loaded later in files of its
 * own; declarations, with those of the contract and the verifier; and the manifest. `npm pack ./packages/sdk/dist` packs it.
 */

const PACKAGE = join(import.meta.dirname, '..');
const PACKAGES = join(PACKAGE, '..');
const OUT = join(PACKAGE, 'dist');
const TSC = join(PACKAGES, '../node_modules/typescript/bin/tsc');
const TYPES = join(OUT, 'types');
const ENTRIES = {
  index: 'src/index.ts',
  deployments: 'src/deployments.ts',
  kit: 'src/kit.ts',
  verify: 'src/verify/index.ts',
  'staking-verify': 'src/bin/staking-verify.ts',
};

rmSync(OUT, { recursive: true, force: true });
await bundle();
printDeclarations();
printManifest();
for (const file of ['README.md', '../../LICENSE'])
  cpSync(join(PACKAGE, file), join(OUT, file.replace('../../', '')));

async function bundle(): Promise<void> {
  await build({
    absWorkingDir: PACKAGE,
    entryPoints: ENTRIES,
    outdir: OUT,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    external: ['@solana/kit', 'node:*'],
    legalComments: 'none',
  });
  chmodSync(join(OUT, 'staking-verify.js'), 0o755);
}

/** Types of other packages of ours are packed too; what nobody outside names of them is left out. */
function printDeclarations(): void {
  const printed = join(OUT, 'declarations');
  execFileSync(process.execPath, [TSC, '-p', 'tsconfig.build.json', '--outDir', printed], {
    cwd: PACKAGE,
    stdio: 'inherit',
  });
  const seen = new Set<string>();
  const waiting = Object.values(ENTRIES)
    .filter((entry) => !entry.includes('/bin/'))
    .map((entry) => join('sdk', entry));
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (seen.has(source)) continue;
    seen.add(source);
    const file = source.replace(/\.ts$/, '.d.ts');
    const text = readFileSync(join(printed, file), 'utf8').replace(
      /(from |import\()(['"])([^'"]+)\2/g,
      (whole, keyword: string, quote: string, specifier: string) => {
        const target = resolve(source, specifier);
        if (target === undefined) return whole;
        waiting.push(target);
        const path = relative(dirname(source), target).replace(/\.ts$/, '.js');
        return `${keyword}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
      },
    );
    mkdirSync(dirname(join(TYPES, file)), { recursive: true });
    writeFileSync(join(TYPES, file), text);
  }
  rmSync(printed, { recursive: true });
}

/** The source of an import, from the folder of packages; undefined for a package of others. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const [scope, name = '', ...rest] = specifier.split('/');
  if (scope !== '@staking-agent') return undefined;
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
  return join(name, exports[['.', ...rest].join('/')]);
}

function printManifest(): void {
  const { name, version, description, license, engines, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
  );
  const declared = (entry: string) => `./types/sdk/${entry.replace(/\.ts$/, '.d.ts')}`;
  const manifest = {
    ...{ name, version, description, license },
    type: 'module',
    sideEffects: false,
    engines,
    exports: {
      '.': { types: declared(ENTRIES.index), default: './index.js' },
      './deployments': { types: declared(ENTRIES.deployments), default: './deployments.js' },
      './kit': { types: declared(ENTRIES.kit), default: './kit.js' },
      './verify': { types: declared(ENTRIES.verify), default: './verify.js' },
    },
    bin: { 'staking-verify': './staking-verify.js' },
    files: ['*.js', 'chunks', 'types'],
    ...{ peerDependencies, peerDependenciesMeta },
  };
  writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const typed = globSync('**/*.d.ts', { cwd: TYPES });
  if (typed.some((file) => readFileSync(join(TYPES, file), 'utf8').includes('typebox'))) {
    throw new Error('The declarations need typebox.');
  }
}

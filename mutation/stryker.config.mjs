import { existsSync, globSync } from 'node:fs';

/*
 * `npm run mutate` changes the code of one part of MONEY, the next one every day; `npm run mutate -- --mutate FILE,FILE`
 * changes those files. A mutant is tried with the test files that reach it, each in a process: of a part those that it
 * names, of a file the one beside it or else those of its folder, or those of `TESTS=GLOB,GLOB`.
 */

/** Parts that amounts, proofs and outcomes rest on, and the tests that must notice their faults. */
const MONEY = [
  ['packages/wire/src/amount.ts', 'packages/wire/src/amount.test.ts'],
  ['packages/verify/src/exact/*.ts', 'packages/verify/{src/exact,test}/*.test.ts'],
  ['packages/verify/src/bounded/*.ts', 'packages/verify/src/bounded/**/*.test.ts'],
  ['packages/chain/src/stake-pool/math/*.ts', 'packages/chain/src/stake-pool/math/*.test.ts'],
  ['packages/api/src/builds/*.ts', 'packages/api/src/builds/*.test.ts'],
  ['packages/api/src/sending/*.ts', 'packages/api/src/sending/*.test.ts'],
  ['packages/api/src/attribution/*.ts', 'packages/api/src/attribution/*.test.ts'],
];
const NOT_MUTATED = ['!**/*.{test,world,types,d}.ts', '!**/generated/**'];
/** Tests that take minutes, and tests of the size of a bundle, which mutants make larger. */
const NOT_TRIED = /\.slow\.test\.ts$|bundle\.test\.ts$/;

const DAY_MS = 86_400_000;
const named = process.argv[process.argv.indexOf('--mutate') + 1 || Number.POSITIVE_INFINITY]?.split(',');
const [part, tests] = MONEY[Math.floor(Date.now() / DAY_MS) % MONEY.length];
// biome-ignore lint/style/noProcessEnv: Stryker refuses arguments of others.
const patterns = process.env.TESTS?.split(',') ?? named?.map(findTests) ?? [tests];
const testFiles = globSync(patterns).filter((file) => !NOT_TRIED.test(file));
for (const each of named ?? [part])
  if (!each.startsWith('!') && globSync(each).length === 0) throw new Error(`there is no ${each}`);
if (testFiles.length === 0) throw new Error(`there are no tests ${patterns}; name them with TESTS=GLOB,GLOB`);

// biome-ignore lint/style/noDefaultExport: Stryker reads it.
export default {
  mutate: [part, ...NOT_MUTATED],
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: { testFiles, nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'] },
  coverageAnalysis: 'perTest',
  // Node strips the types; the compiler of this repository has no API that a tsconfig could be rewritten with.
  tsconfigFile: 'none',
  tempDirName: 'dist/stryker',
  reporters: ['clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  allowConsoleColors: false,
  thresholds: { high: 95, low: 85, break: 75 },
};

function findTests(file) {
  const beside = file.replace(/\.ts$/, '.test.ts');
  return existsSync(beside) ? beside : file.replace(/[^/]*$/, '**/*.test.ts');
}

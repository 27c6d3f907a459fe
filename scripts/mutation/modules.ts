import { globSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A part of the product that is held to the gate, and the tests that are to notice its faults. */
export type Module = {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** How many mutants the gate tries. */
  readonly sample: number;
  /** The share of them, 0 to 1, that tests must notice: where it stands, less what a sample may miss. */
  readonly least: number;
};

const ROOT = join(import.meta.dirname, '../..');

const MODULES = {
  amounts: {
    sample: 100,
    least: 0.9,
    files: ['packages/wire/src/amount.ts'],
    tests: ['packages/wire/src/amount.test.ts'],
  },
  verify: {
    sample: 300,
    least: 0.86,
    files: ['packages/verify/src/**/*.ts'],
    tests: ['packages/verify/{src,test}/**/*.test.ts'],
  },
  transactions: {
    sample: 150,
    least: 0.84,
    files: ['packages/api/src/transactions/**/*.ts'],
    // Of those over sockets, the two that have others' transactions finished and refused.
    tests: [
      'packages/api/src/transactions/**/*.test.ts',
      'e2e/spec/{malicious-upstreams,min-receive}.test.ts',
    ],
  },
  sending: {
    sample: 80,
    least: 0.87,
    files: ['packages/api/src/sending/*.ts'],
    tests: ['packages/api/src/sending/*.test.ts', 'packages/api/src/store/{builds,due-forms,keys}.test.ts'],
  },
  attribution: {
    sample: 340,
    least: 0.9,
    files: ['packages/api/src/attribution/*.ts'],
    tests: ['packages/api/src/attribution/*.test.ts', 'packages/api/src/store/attribution*.test.ts'],
  },
  store: {
    sample: 200,
    least: 0.87,
    files: ['packages/api/src/store/**/*.ts'],
    tests: ['packages/api/src/store/**/*.test.ts', 'packages/api/src/sending/keys.test.ts'],
  },
};

/** What is not product code, or has nothing but types in it. */
const NOT_MUTATED = /\.(?:test|world|types|d)\.ts$/;
const NOT_TRIED = /\.slow\.test\.ts$|bundle\.test\.ts$/;

/** Names of all modules. */
export const MODULE_NAMES = Object.keys(MODULES);

/** @throws {Error} when there is no module of that name. */
export function findModule(name: string): Module {
  const found = Object.entries(MODULES).find(([key]) => key === name)?.[1];
  if (found === undefined) throw new Error(`no module ${name}; there are ${MODULE_NAMES.join(', ')}`);
  return {
    name,
    files: list(found.files).filter((file) => !NOT_MUTATED.test(file)),
    tests: list(found.tests).filter((file) => !NOT_TRIED.test(file)),
    sample: found.sample,
    least: found.least,
  };
}

function list(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: ROOT })
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
}

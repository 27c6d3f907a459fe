import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStrippableTypeScript } from './strippable-typescript.ts';

test('an enum becomes an object that kit reads as one', () => {
  const printed = toStrippableTypeScript('export enum Way {\n  In,\n  Out,\n}\n');
  assert.equal(
    printed,
    [
      'export const Way = {',
      "  0: 'In',",
      "  1: 'Out',",
      '  In: 0,',
      '  Out: 1,',
      '} as unknown as {',
      '  readonly In: 0;',
      '  readonly Out: 1;',
      '};',
      '',
      'export type Way = (typeof Way)[keyof typeof Way];',
      '',
    ].join('\n'),
  );
});

test('imports name files, and only what is used', () => {
  const source =
    "import {\n  a,\n  type B,\n} from '../types';\nimport { c } from '@solana/kit';\nexport const d: B = 1;\n";
  assert.equal(
    toStrippableTypeScript(source),
    "import {\n  type B,\n} from '../types/index.ts';\nexport const d: B = 1;\n",
  );
});

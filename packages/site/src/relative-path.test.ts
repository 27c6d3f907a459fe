import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativePath } from './layout.ts';

const PATHS = [
  '/',
  '/docs',
  '/docs/api',
  '/docs/api/stake',
  '/docs/adr',
  '/errors/forbidden/TOKEN_EXPIRED',
  '/a.css',
];

test('a relative link leads to its target from every page, below every path', () => {
  for (const base of ['https://stake.example', 'https://proxy.example/a/b']) {
    for (const from of PATHS) {
      for (const to of PATHS) {
        const link = relativePath(from, to);
        assert.equal(new URL(link, `${base}${from}`).href, `${base}${to}`, `${from} to ${to}`);
        assert.equal(new URL(relativePath(from, `${to}#x`), `${base}${from}`).hash, '#x');
      }
    }
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertReadable, openConsole, showView } from './open-console.ts';

/** Views that need nothing but a world; those of a flow are held where it is tested. */
const VIEWS = [
  'strategies',
  'wallet',
  'positions',
  'sandbox',
  'tour',
  'inspector',
  'developers',
  'tx',
  'stake/sol-native-stake',
  'stake/sol-liquid-stake',
  'stake/sol-leveraged-stake',
  'stake/usdc-earn',
  'nothing-of-this-name',
];

/** Views for people, not for developers: outside of details they name no field, code or key. */
const FOR_PEOPLE = /^(strategies|wallet|positions|stake)/;
const IDENTIFIER =
  /\b(?:sol-\w+-stake|usdc-earn|minReceive|lamports)\b|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+[A-Z]\w*\b/;
const NAMES = /\bra(?:SOL|USDC)\b/g;

describe('each view of the console', async () => {
  test('fits, and can be read by everyone', async (t) => {
    const console = await openConsole(t);
    const { page, errors, origins, world } = console;
    for (const view of VIEWS) {
      await showView(console, view);
      if (FOR_PEOPLE.test(view)) {
        const text = await page.$eval('main', (main) => main.innerText);
        assert.doesNotMatch(text.replace(NAMES, ''), IDENTIFIER, view);
      }
      assert.ok(await page.evaluate('document.activeElement.matches("h1, body")'), `${view} has the focus`);
      await assertReadable(page, view);
    }
    assert.deepEqual(errors, []);
    const expected = [world.service.url, world.sandbox.url];
    assert.deepEqual(
      [...origins].filter((origin) => !expected.includes(origin)),
      [],
    );
  });
});

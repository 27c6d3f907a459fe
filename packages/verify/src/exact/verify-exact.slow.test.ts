import { suite, test } from 'node:test';
import { BUILDS } from './builds.world.ts';
import { assertBytesAreHeld, assertSplicesAreRefused } from './held-bytes.world.ts';

for (const [name, build] of Object.entries(BUILDS)) {
  suite(name, () => {
    test('is refused with any byte of the message changed, save blockhash, unit limit and price', () => {
      assertBytesAreHeld(build, () => true);
    });

    test('is refused with bytes of any kind put in, taken out or written over', () => {
      assertSplicesAreRefused(build, 100);
    });
  });
}

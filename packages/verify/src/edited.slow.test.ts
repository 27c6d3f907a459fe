import { test } from 'node:test';
import { assertMeaningIsKept, ONE_SIGNER } from './edited.world.ts';

for (const [name, build] of ONE_SIGNER) {
  test(`${name}: whatever byte of it changes once edited, what is accepted means what was built`, () => {
    assertMeaningIsKept(name, build, () => true);
  });
}

import { test } from 'node:test';
import { describeAttacks } from './attack-suite.ts';
import { KINDS } from './attack-world.ts';
import { attackListedAccounts, attackLosses, attackOtherAccounts } from './attacks-on-bytes.ts';

/** `npm test` tries a tenth. */
const RUNS = 200;

describeAttacks('every byte of every account, with each kind of transaction', (getKit) => {
  for (const kind of KINDS) {
    test(`${kind}: accounts that it has no business with`, () =>
      attackOtherAccounts(getKit(), kind, () => true));
    test(`${kind}: the wallet's token accounts`, () => attackListedAccounts(getKit(), kind, () => true));
    test(`${kind}: losses and gains of any amount`, () => attackLosses(getKit(), kind, RUNS));
  }
});

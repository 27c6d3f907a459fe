import { test } from 'node:test';
import { describeAttacks } from './attack-suite.ts';
import { KINDS } from './attack-world.ts';
import { attackListedAccounts, attackLosses, attackOtherAccounts, isItsTurn } from './attacks-on-bytes.ts';

/** Losses and gains that are tried; bounded-attacks.slow.test.ts tries ten times as many. */
const RUNS = 20;

describeAttacks('accounts change in what is due and in nothing else', (getKit) => {
  for (const kind of KINDS) {
    test(`${kind}: bytes of the wallet's token accounts but the amount, and every lamport`, () =>
      attackListedAccounts(getKit(), kind, isItsTurn(kind)));

    test(`${kind}: other accounts of the wallet, by a byte or a lamport`, () =>
      attackOtherAccounts(getKit(), kind, isItsTurn(kind)));

    test(`${kind}: lost and gained in any amount, over all accounts`, () =>
      attackLosses(getKit(), kind, RUNS));
  }
});

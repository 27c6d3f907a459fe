import { after, test } from 'node:test';
import { MALICIOUS_VARIANTS } from '@staking-agent/sandbox';
import { assertRefusedOrHarmless } from '../assert-refused-or-harmless.ts';
import { startRouterMarket } from '../router-market.ts';

const at = await startRouterMarket({ after });
at.router.change({});

for (const variant of MALICIOUS_VARIANTS) {
  test(`an order within a loan, ${variant}: refused, or without harm`, () =>
    assertRefusedOrHarmless(at, variant));
}

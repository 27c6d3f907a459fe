import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { verify } from '../index.ts';
import { DEPLOYMENT } from './keys.world.ts';
import { createMessage, createTransaction, verifyBuild } from './ledger.world.ts';
import { USDC_EXITS, WRONG_USDC_EXITS } from './usdc-exits.world.ts';

suite('an exit out of the strategies of the USDC vault', () => {
  for (const [name, build] of Object.entries(WRONG_USDC_EXITS)) {
    test(`is refused with ${name}`, () => {
      assert.notEqual(verifyBuild(build).findings.length, 0);
    });
  }

  test('is refused where the deployment lists no strategy', () => {
    const { usdcStrategies: _, ...deployment } = DEPLOYMENT;
    for (const { operation, request, answer, ...build } of Object.values(USDC_EXITS)) {
      const transaction = createTransaction(createMessage(build, build.instructions));
      const { findings } = verify(operation, request, { ...answer, transaction }, deployment);
      assert.equal(findings[0]?.rule, 'account');
    }
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { verify } from '../index.ts';
import { prove } from '../prove.ts';
import { DEPLOYMENT } from './keys.world.ts';
import { createMessage, createTransaction, verifyBuild } from './ledger.world.ts';
import { USDC_TWO_STEPS, WRONG_USDC_TWO_STEPS } from './usdc-two-steps.world.ts';

suite('an exit in two steps', () => {
  for (const [name, build] of Object.entries(WRONG_USDC_TWO_STEPS)) {
    test(`is refused with ${name}`, () => {
      assert.notEqual(verifyBuild(build).findings.length, 0);
    });
  }

  for (const [name, build] of Object.entries(USDC_TWO_STEPS)) {
    const { operation, request, answer } = build;
    const transaction = createTransaction(createMessage(build, build.instructions));
    test(`${name} is refused without its plan`, () => {
      assert.notEqual(prove(operation, request, { ...answer, transaction }, DEPLOYMENT).findings.length, 0);
    });

    test(`${name} is of the wallet that asked`, () => {
      const other = { ...request, wallet: DEPLOYMENT.voteAccount };
      const { findings } = verify(operation, other, { ...answer, transaction }, DEPLOYMENT);
      assert.notEqual(findings.length, 0);
    });
  }
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { VerifyDeployment, VerifyLeveragedDeployment } from '../deployment.ts';
import { verify } from '../index.ts';
import { leveragedStake } from './builds.world.ts';
import { flashExit, idleExit } from './exits.world.ts';
import { DEPLOYMENT, LEVERAGED } from './keys.world.ts';
import { type Build, createMessage, createTransaction } from './ledger.world.ts';

const { leveraged: _, ...announced } = DEPLOYMENT;
const offering = (leveraged: VerifyLeveragedDeployment): VerifyDeployment => ({ ...announced, leveraged });

function rulesBroken(build: Build, deployment: VerifyDeployment): string[] {
  const { operation, request, evidence } = build;
  const transaction = createTransaction(createMessage(build, build.instructions));
  const { findings } = verify(operation, request, { ...build.answer, transaction }, deployment, evidence);
  return findings.map(({ rule }) => rule);
}

suite('a deployment', () => {
  test('with the leveraged vault alone proves stake and exit from idle funds, and no exit through a flash loan', () => {
    const vaultAlone = offering({ vault: LEVERAGED.vault });
    assert.deepEqual(rulesBroken(leveragedStake, vaultAlone), []);
    assert.deepEqual(rulesBroken(idleExit, vaultAlone), []);
    assert.deepEqual(rulesBroken(flashExit(), vaultAlone), ['shape']);
  });

  for (const part of ['adaptor', 'lending'] as const) {
    test(`without ${part} proves no exit through a flash loan`, () => {
      const { [part]: __, ...rest } = LEVERAGED;
      assert.deepEqual(rulesBroken(flashExit(), offering(LEVERAGED)), []);
      assert.deepEqual(rulesBroken(flashExit(), offering(rest)), ['shape']);
    });
  }

  test('without market proves an exit that buys by a swap of the router’s programs', () => {
    const { market: __, ...rest } = LEVERAGED;
    assert.deepEqual(rulesBroken(flashExit(), offering(rest)), []);
    const alone = { ...offering(rest), routerPrograms: [] };
    assert.deepEqual(rulesBroken(flashExit(), alone), ['shape']);
  });

  test('without leveraged staking proves nothing of it', () => {
    for (const build of [leveragedStake, idleExit, flashExit()]) {
      assert.deepEqual(rulesBroken(build, announced), ['shape']);
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDeployment } from '@staking-agent/chain/deployment';
import mainnet from '../../../deployments/mainnet.json' with { type: 'json' };
import sandbox from '../../../deployments/sandbox.json' with { type: 'json' };
import { createStrategies } from './strategies.ts';

test('a deployment that names no leveraged vault announces the strategy, and offers the others', () => {
  const strategies = createStrategies(parseDeployment(mainnet));
  assert.equal(strategies['sol-leveraged-stake'].actions, undefined);
  for (const key of ['sol-native-stake', 'sol-liquid-stake', 'usdc-earn'] as const) {
    assert.ok(strategies[key].actions, key);
  }
});

test('a deployment that names one offers stake, instant exit and quote, and no other kind', () => {
  const { actions } = createStrategies(parseDeployment(sandbox))['sol-leveraged-stake'];
  assert.ok(actions?.quote);
  assert.deepEqual(Object.keys(actions.unstake), ['instant']);
  assert.ok(!('withdraw' in actions));
});

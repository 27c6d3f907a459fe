import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { verify } from '@staking-agent/verify';
import { STRATEGIES } from '@staking-agent/wire';
import file from '../../../../deployments/mainnet.json' with { type: 'json' };
import { toKey } from '../strategies/fields.ts';
import { describeUndo as describeStake } from '../strategies/sol-native-stake/position.ts';
import { writeExplanation, writeReceipt } from './receipts.ts';

test('the example of a build that tells about itself is what this code writes of its transaction', () => {
  const deployment = parseDeployment(file);
  const example = STRATEGIES['sol-native-stake'].examples.stake.find(
    ({ body }) => body.include !== undefined,
  );
  const { body: request, answer } = example ?? assert.fail('there is such an example');
  const proof = verify('stake', request, answer, deployment, { signatureFee: 5_000n });
  assert.deepEqual(proof.findings, []);
  const { transaction } = answer;
  const wallet = toKey(request.wallet as Parameters<typeof toKey>[0]).text;
  const build = {
    by: 'service',
    operation: 'stake',
    request,
    wallet,
    transaction,
    proof,
    isSpared: true,
  } as const;
  const cooldownEnd = answer.receipt?.undo.next.at(-1)?.availableAt ?? assert.fail('it names an epoch');
  const told = {
    receipt: writeReceipt(build, { mints: deployment, cooldownEnd, warnings: [], describeStake }),
    explanation: writeExplanation(build),
  };
  const { receipt, explanation } = answer;
  assert.deepEqual({ receipt, explanation }, told);
});

test('the plain example of a native stake is what the verifier takes', () => {
  const deployment = parseDeployment(file);
  const example = STRATEGIES['sol-native-stake'].examples.stake.find(
    ({ body }) => body.include === undefined,
  );
  const { body: request, answer } = example ?? assert.fail('there is a plain example');
  assert.deepEqual(verify('stake', request, answer, deployment).findings, []);
});

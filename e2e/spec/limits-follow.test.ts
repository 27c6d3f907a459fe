import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LimitsAnswer, type StrategyLimits } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { type NodeAnswer, startLyingNode } from '../lying-node.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { startWorld } from '../world.ts';

const RENT = 'SysvarRent111111111111111111111111111111111';
const STAKE_ACCOUNT_SIZE = 200n;
const OVERHEAD = 128n;

const first = await startWorld({ after });
const node = await startLyingNode({ after }, first.sandbox.url);
const clock = createHastyClock();
// The rounds in which the service asks what the ledger demands.
clock.hasten([9_000, 31_000], 'loops');
const world = await startWorld({ after }, { LEDGER_RPC_URLS: node.url }, clock);

/** A ledger with other terms: rent per byte for ever, and the least that it delegates. */
function change({ perByte, minimum }: { readonly perByte: bigint; readonly minimum: number }): void {
  const sysvar = Buffer.alloc(17);
  sysvar.writeBigUInt64LE(perByte, 0);
  sysvar.writeDoubleLE(1, 8);
  node.tell((answer: NodeAnswer) => {
    const { method, params, result } = answer;
    if (method === 'getStakeMinimumDelegation') result.value = minimum;
    const asked = (params[0] ?? []) as readonly string[];
    const at = method === 'getMultipleAccounts' ? asked.indexOf(RENT) : -1;
    if (at >= 0) result.value[at].data[0] = sysvar.toString('base64');
  });
}

async function ask(wallet: string): Promise<LimitsAnswer> {
  clock.pass(2_001);
  const answer = await world.get(`/limits?wallet=${wallet}`);
  assertOk(answer, LimitsAnswer);
  return answer.body;
}

const find = ({ strategies }: LimitsAnswer, key: string): StrategyLimits =>
  strategies.find((each) => each.key === key) ?? assert.fail(`${key} is listed`);
const units = (quantity: { readonly baseUnits: string } | null | undefined) =>
  BigInt(quantity?.baseUnits ?? -1);

describe('limits follow the ledger', () => {
  const terms = [
    { perByte: 5_080n, minimum: 2_500_000_000 },
    { perByte: 9_001n, minimum: 300_000_000 },
    { perByte: 3_333n, minimum: 1 },
  ];
  for (const changed of terms) {
    test(`to a rent of ${changed.perByte} a byte and a delegation of ${changed.minimum} at least`, async () => {
      const { address: wallet } = await makeSandboxWallet(first, { sol: '20' });
      change(changed);
      const limits = await until('the limits have followed', async () => {
        const answer = await ask(wallet);
        return units(answer.ledger.minimumDelegation) === BigInt(changed.minimum) && answer;
      });
      const tokenRent = (OVERHEAD + 165n) * changed.perByte;
      assert.equal(units(limits.ledger.tokenAccountRent), tokenRent);
      assert.equal(units(limits.ledger.stakeAccountRent), (OVERHEAD + STAKE_ACCOUNT_SIZE) * changed.perByte);
      assert.equal(units(limits.ledger.walletRent), OVERHEAD * changed.perByte);
      const native = find(limits, 'sol-native-stake');
      assert.equal(units(native.stake.least), BigInt(changed.minimum));
      const kept = native.wallet?.keptBack ?? [];
      const all = kept.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n);
      assert.equal(units(native.wallet?.max), units(native.wallet?.holds) - all);
      // What is refused names the new least, and a least that is too high for the wallet closes nothing else.
      const below = await world.post('/stake', {
        strategy: 'sol-native-stake',
        wallet,
        amount: '0.000000000',
      });
      assertProblem(below, { slug: 'invalid_request', code: 'AMOUNT_ZERO' });
      assert.equal(below.body.nearest.higher, native.stake.least?.amount);
    });
  }

  test('but not to a node that says what no ledger asks', async () => {
    const { address: wallet } = await makeSandboxWallet(first, { sol: '20' });
    change({ perByte: 1_000_000_000n, minimum: 1 });
    clock.pass(2_001);
    const { status, body } = await world.get(`/limits?wallet=${wallet}`);
    assert.ok(status === 502 || units(body.ledger.tokenAccountRent) < 10_000_000n, `${status}`);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Checked } from '@staking-agent/sdk';
import { STRATEGY_KEYS } from '@staking-agent/wire';
import type { Refusal } from '../result.ts';
import {
  checkArguments,
  checkDay,
  checkEffects,
  describeCall,
  needsApproval,
  parsePolicy,
} from './policy.ts';

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
/** A policy that allows what the test does not narrow. */
const OPEN = { wallets: [WALLET], strategies: STRATEGY_KEYS, risk: 'leveraged' };
const parse = (policy: object) => parsePolicy(JSON.stringify({ ...OPEN, ...policy }));
const STAKE = { strategy: 'sol-native-stake', amount: '5' };
const refusal = (code: string) => (error: unknown) => (error as Refusal).code === code;

describe('a policy', () => {
  test('of wallets and strategies has no caps, lets every exit out, and demands a proof', () => {
    const policy = parse({});
    assert.deepEqual(policy.perTransaction, {});
    assert.deepEqual(policy.strategies, STRATEGY_KEYS);
    assert.equal(policy.exitsAlwaysAllowed, true);
    assert.equal(policy.require, 'bounded');
    assert.equal(policy.dryRun, false);
  });

  test('has caps in base units', () => {
    const { perDay } = parse({ perDay: { SOL: '20.000000001', USDC: '0' } });
    assert.deepEqual(perDay, { SOL: 20_000_000_001n, USDC: 0n });
  });

  const FAULTY: Readonly<Record<string, unknown>> = {
    'is no object': [],
    'misspells a cap': { perTransation: { SOL: '1' } },
    'names another asset': { perDay: { BTC: '1' } },
    'has a cap as a number': { perDay: { SOL: 1 } },
    'has a cap that is too fine': { perDay: { USDC: '0.0000001' } },
    'has a negative cap': { perDay: { SOL: '-1' } },
    'names a strategy that there is not': { strategies: ['sol-native'] },
    'has wallets that are no list': { wallets: WALLET },
    'requires something else': { require: 'none' },
    'has a word for true': { dryRun: 'no' },
    'names no wallets': { wallets: undefined },
    'names no strategies': { strategies: undefined },
    'stakes with leverage and does not accept the risk': { risk: undefined },
    'accepts another risk': { risk: 'high' },
    'lets an exit lose more than all': { exitLossBps: 10_001 },
    'has a loss as text': { exitLossBps: '300' },
  };
  for (const [what, policy] of Object.entries(FAULTY)) {
    test(`that ${what} is refused`, () => {
      const text = JSON.stringify(Array.isArray(policy) ? policy : { ...OPEN, ...Object(policy) });
      assert.throws(() => parsePolicy(text), { name: 'PolicyError' });
    });
  }
  test('that is no JSON is refused', () => {
    assert.throws(() => parsePolicy('{'), { name: 'PolicyError' });
  });
});

describe('arguments', () => {
  test('below the caps pass, and say what goes in', () => {
    const policy = parse({ perTransaction: { SOL: '5' } });
    assert.deepEqual(checkArguments(policy, 'build_stake', STAKE, WALLET), {
      asset: 'SOL',
      baseUnits: 5_000_000_000n,
    });
    const usdc = { strategy: 'usdc-earn', amount: '7' };
    assert.deepEqual(checkArguments(policy, 'build_stake', usdc, WALLET), {
      asset: 'USDC',
      baseUnits: 7_000_000n,
    });
  });

  test('one lamport above the cap are refused', () => {
    const policy = parse({ perTransaction: { SOL: '5' } });
    const args = { ...STAKE, amount: '5.000000001' };
    assert.throws(
      () => checkArguments(policy, 'build_stake', args, WALLET),
      refusal('TRANSACTION_LIMIT_EXCEEDED'),
    );
  });

  test('that name no readable amount are refused', () => {
    for (const amount of ['max', '1e3', ' 1', '', 5, undefined, ['1']]) {
      const ask = () => checkArguments(parse({}), 'build_stake', { ...STAKE, amount }, WALLET);
      assert.throws(ask, refusal('AMOUNT_UNREADABLE'), String(amount));
    }
  });

  test('that no text can be made of are left to the service', () => {
    const strategy = { toString: 1, valueOf: 1 };
    const spend = checkArguments(parse({}), 'build_stake', { strategy, amount: '5' }, WALLET);
    assert.equal(spend?.baseUnits, 5_000_000_000n);
  });

  test('are described in characters that a terminal shows as they are', () => {
    const told = describeCall('build_unstake', { amount: '\u009b2J\u202e\u{e0100}\ufe0f' }, WALLET);
    assert.match(told, /^unstake by \w+: \{"amount":" 2J {3,}"\}\.$/);
  });

  test('of another wallet or strategy are refused, exits as the policy says', () => {
    const policy = parse({ wallets: [WALLET], strategies: ['usdc-earn'] });
    assert.throws(() => checkArguments(policy, 'build_stake', STAKE, 'other'), refusal('WALLET_NOT_ALLOWED'));
    assert.throws(
      () => checkArguments(policy, 'build_stake', STAKE, WALLET),
      refusal('STRATEGY_NOT_ALLOWED'),
    );
    assert.equal(checkArguments(policy, 'build_unstake', STAKE, WALLET), undefined);
    assert.equal(checkArguments(policy, 'build_withdraw', {}, WALLET), undefined);
    const closed = parse({ strategies: ['usdc-earn'], exitsAlwaysAllowed: false });
    assert.throws(
      () => checkArguments(closed, 'build_unstake', STAKE, WALLET),
      refusal('STRATEGY_NOT_ALLOWED'),
    );
    assert.throws(
      () => checkArguments(closed, 'build_withdraw', {}, WALLET),
      refusal('STRATEGY_NOT_ALLOWED'),
    );
  });
});

describe('a day', () => {
  const spend = { asset: 'SOL', baseUnits: 2n } as const;
  test('has room up to its cap, and none above', () => {
    checkDay({ SOL: 5n }, spend, 3n);
    assert.throws(() => checkDay({ SOL: 5n }, spend, 4n), refusal('DAY_LIMIT_REACHED'));
    assert.throws(() => checkDay({ SOL: 0n }, spend, 9n), /; 0 SOL of it is left/);
    checkDay({ USDC: 0n }, spend, 9n);
  });

  test('approval is asked for above the limit alone', () => {
    const policy = parse({ confirmAbove: { SOL: '0.000000001' } });
    assert.equal(needsApproval(policy, spend), true);
    assert.equal(needsApproval(policy, { ...spend, baseUnits: 1n }), false);
    assert.equal(needsApproval(policy, { ...spend, asset: 'USDC' }), false);
    assert.equal(needsApproval(policy, undefined), false);
  });
});

describe('what the bytes do', () => {
  const mints = { SOL: 'sol', USDC: 'usdc' };
  const checked = (asset: string, amount: bigint): Checked => ({
    level: 'bounded',
    findings: [],
    effects: {
      basis: 'simulated',
      leaves: [{ asset, amount, account: WALLET }],
      arrives: [],
      rent: [{ account: WALLET, lamports: 20n, isRefundable: true }],
      fee: { signatures: 5n, priority: 1n },
    },
  });
  const spend = { asset: 'SOL', baseUnits: 100n } as const;

  test('may be what was asked for, with rent and fee', () => {
    checkEffects(checked('sol', 126n), spend, mints);
    checkEffects(checked('sol', 26n), undefined, mints);
    checkEffects(checked('lp', 10n ** 18n), undefined, mints);
    checkEffects(undefined, spend, mints);
  });

  test('may be no unit more', () => {
    for (const [asset, amount, asked] of [
      ['sol', 127n, spend],
      ['sol', 27n, undefined],
      ['usdc', 1n, spend],
    ] as const) {
      assert.throws(
        () => checkEffects(checked(asset, amount), asked, mints),
        refusal('EFFECTS_EXCEED_POLICY'),
      );
    }
  });
});

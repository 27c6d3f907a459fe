import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STRATEGY_KEYS } from '@staking-agent/wire/light';
import {
  addCosts,
  findAmountFault,
  findArrival,
  findAssets,
  findOperation,
  nameCall,
  showAsset,
} from './calls.ts';

const call = (operation: string, body: Readonly<Record<string, unknown>>) => ({
  description: '',
  endpoint: `/api/v1/${operation}`,
  method: 'POST' as const,
  body,
});

for (const [operation, body, name] of [
  ['unstake', { strategy: 'sol-native-stake', kind: 'deactivate' }, 'Start to take it out'],
  [
    'unstake',
    { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1.5' },
    'Exit at the end of the epoch – 1.5 raSOL',
  ],
  [
    'unstake',
    { strategy: 'sol-leveraged-stake', kind: 'instant', amount: '2' },
    'Exit at once – 2 raSOL Max',
  ],
  [
    'unstake',
    { strategy: 'usdc-earn', kind: 'instant', amount: '1234567.123457' },
    'Exit at once – 1234567.123457 USDC',
  ],
  ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'claim' }, 'Take what you asked for'],
  ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'cancel' }, 'Take the request back'],
  // What has no effect is not promised.
  [
    'unstake',
    { strategy: 'usdc-earn', kind: 'instant', amount: '1', isWithdrawAll: true },
    'Exit at once – all USDC',
  ],
  ['unstake', { strategy: 'sol-native-stake', kind: 'deactivate', amount: '1' }, 'Start to take it out'],
  [
    'unstake',
    { strategy: 'usdc-earn', kind: 'instant', step: 'claim', amount: '1' },
    'Take what you asked for',
  ],
  ['withdraw', { stakeAccount: 'x' }, 'Take everything into the wallet'],
  ['withdraw', { stakeAccount: 'x', lamports: 65_024 }, 'Take 0.000065024 SOL into the wallet'],
  ['split', { stakeAccount: 'x', amount: '2.5' }, 'Divide off 2.5 SOL'],
  ['merge', { into: 'x', from: ['y'] }, 'Put two stakes together'],
] as const) {
  test(`the button of ${operation} ${JSON.stringify(body)} says ${name}`, () => {
    assert.equal(nameCall(call(operation, body)), name);
  });
}

test('a call that makes no transaction has no button', () => {
  for (const operation of ['broadcast', 'quote', 'refresh', '', 'constructor', 'unstake/']) {
    assert.equal(findOperation(call(operation, {})), undefined, operation);
  }
});

test('fees add up to the lamport, beyond what a float holds', () => {
  const add = (...baseUnits: readonly string[]) => addCosts(baseUnits.map((each) => ({ baseUnits: each })));
  assert.deepEqual(add('9007199254740993', '1'), { amount: '9007199.254740994', asset: 'SOL' });
  assert.deepEqual(add('5000', '3051'), { amount: '0.000008051', asset: 'SOL' });
});

for (const strategy of STRATEGY_KEYS) {
  test(`amounts of ${strategy} are named by the assets that the contract gives it`, () => {
    const { input, exit } = findAssets(strategy) ?? assert.fail();
    const name = (operation: string) =>
      nameCall({
        description: '',
        endpoint: `/api/v1/${operation}`,
        method: 'POST',
        body: { strategy, amount: '1', kind: 'instant' },
      });
    assert.equal(name('stake'), `Stake 1 ${input}`);
    assert.equal(name('unstake'), `Exit at once – 1 ${showAsset(exit ?? 'SOL').symbol}`);
  });
}

test('a least can be asked for where the contract takes one', () => {
  const cases: readonly (readonly [Parameters<typeof findArrival>[1], object, string | undefined])[] = [
    ['stake', { strategy: 'sol-liquid-stake' }, 'raSOL'],
    ['stake', { strategy: 'usdc-earn' }, 'raUSDC'],
    ['stake', { strategy: 'sol-native-stake' }, undefined],
    ['stake', { strategy: 'sol-leveraged-stake' }, undefined],
    ['unstake', { strategy: 'sol-liquid-stake', kind: 'slow' }, 'SOL'],
    ['unstake', { strategy: 'sol-native-stake', kind: 'instant' }, 'SOL'],
    ['unstake', { strategy: 'sol-native-stake', kind: 'deactivate' }, undefined],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant' }, 'USDC'],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'claim' }, 'USDC'],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'request' }, undefined],
    ['unstake', { strategy: 'usdc-earn', kind: 'instant', step: 'cancel' }, undefined],
    ['unstake', { strategy: 'sol-liquid-stake', kind: 'stake-in-disguise' }, undefined],
    ['withdraw', { stakeAccount: 'x' }, undefined],
    ['split', { stakeAccount: 'x' }, undefined],
  ];
  for (const [operation, request, asset] of cases) {
    assert.equal(findArrival({ ...request }, operation), asset, JSON.stringify({ operation, request }));
  }
});

test('what is no key has no assets', () => {
  for (const text of ['', '__proto__', 'constructor', 'sol-native-stake/', 5, undefined]) {
    assert.equal(findAssets(text), undefined, String(text));
  }
});

for (const amount of [
  '',
  'max',
  '1',
  '0.5',
  '1.50',
  '10',
  '0.000000001',
  '123456789012345678901234567890.1',
]) {
  test(`${amount === '' ? 'nothing' : amount} is no fault`, () => {
    assert.equal(findAmountFault(amount, 9), undefined);
  });
}

for (const [amount, fault] of [
  ['0', /above 0/],
  ['0.00', /above 0/],
  ['1.0000001', /At most 6/],
  ...[
    '-1',
    '+1',
    '1e3',
    '01',
    '.5',
    '1.',
    '1,5',
    ' 1',
    '1 ',
    '0x1',
    'MAX',
    'Infinity',
    '１',
    '1_000',
    '1.2.3',
  ].map((text) => [text, /decimal number/] as const),
] as const) {
  test(`${amount} is refused before anybody is asked`, () => {
    assert.match(findAmountFault(amount, 6) ?? '', fault);
  });
}

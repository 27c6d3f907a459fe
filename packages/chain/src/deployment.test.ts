import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { isWhole, listLackingParts, parseDeployment } from './deployment.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../deployments/${name}.json`, import.meta.url), 'utf8'));
const KEY = 'So11111111111111111111111111111111111111112';

const leveraged = {
  vault: KEY,
  adaptor: {
    program: KEY,
    strategy: KEY,
    position: KEY,
    accounts: [
      { account: KEY, writable: true },
      { account: 'wallet', signer: true },
      { account: 'walletSol' },
    ],
    arguments: '00ff',
  },
  lending: { program: KEY, group: KEY, bank: KEY, accountIndex: 0, thirdPartyId: 4242 },
  market: { program: KEY, address: KEY, rasolVault: KEY, solVault: KEY },
  lookupTables: [KEY],
};
const { leveraged: _, ...base } = read('mainnet');
const parse = (changes: object) => parseDeployment({ ...base, ...changes });

suite('a deployment', () => {
  test('of every file in deployments parses', () => {
    assert.equal(parseDeployment(read('mainnet')).name, 'mainnet');
    assert.equal(parseDeployment(read('sandbox')).name, 'sandbox');
  });

  test('may leave leveraged staking out', () => {
    assert.equal(Object.hasOwn(parse({}), 'leveraged'), false);
  });

  test('may leave out each part of exits through a flash loan, and says which it lacks', () => {
    const { vault, ...parts } = leveraged;
    assert.deepEqual(parse({ leveraged: { vault } }).leveraged, { vault });
    const names = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => name !== 'market');
    assert.deepEqual(listLackingParts({ vault: KEY as Address }), names);
    for (const name of names) {
      const { [name]: _, ...rest } = leveraged;
      const read = parse({ leveraged: rest }).leveraged ?? assert.fail();
      assert.deepEqual([listLackingParts(read), isWhole(read)], [[name], false]);
    }
    assert.ok(isWhole(parse({ leveraged }).leveraged ?? assert.fail()));
  });

  test('may leave the market out, since the router is one', () => {
    const { market: _, ...rest } = leveraged;
    const read = parse({ leveraged: rest }).leveraged ?? assert.fail();
    assert.deepEqual([listLackingParts(read), isWhole(read)], [[], false]);
  });

  test('names the accounts of the adaptor with their rights, and its bytes', () => {
    const { adaptor = assert.fail() } = parse({ leveraged }).leveraged ?? assert.fail();
    assert.deepEqual(adaptor.accounts, [
      { account: KEY, isWritable: true, isSigner: false },
      { account: 'wallet', isWritable: false, isSigner: true },
      { account: 'walletSol', isWritable: false, isSigner: false },
    ]);
    assert.deepEqual(adaptor.arguments, Uint8Array.of(0, 255));
  });

  test('names the strategies of the USDC vault', () => {
    const accounts = [{ account: KEY, writable: true }, { account: 'walletUsdc' }];
    const adaptors = [{ program: KEY, strategy: KEY, accounts, arguments: '0a' }];
    const { usdcStrategies } = parse({ usdcStrategies: { adaptors, lookupTables: [KEY] } });
    assert.deepEqual(usdcStrategies, {
      adaptors: [
        {
          program: KEY,
          strategy: KEY,
          accounts: [
            { account: KEY, isWritable: true, isSigner: false },
            { account: 'walletUsdc', isWritable: false, isSigner: false },
          ],
          arguments: Uint8Array.of(10),
        },
      ],
      lookupTables: [KEY],
    });
    assert.equal(Object.hasOwn(parse({ usdcStrategies: undefined }), 'usdcStrategies'), false);
  });

  const strategy = { program: KEY, strategy: KEY, accounts: [] };
  const strategies = (changes: object) => ({
    usdcStrategies: { adaptors: [strategy], lookupTables: [KEY], ...changes },
  });
  const faults: Record<string, [object, RegExp]> = {
    'no strategy in a list of them': [
      strategies({ adaptors: [] }),
      /: usdcStrategies\.adaptors must be a list of at least one\.$/,
    ],
    'a strategy twice': [
      strategies({ adaptors: [strategy, strategy] }),
      /: usdcStrategies\.adaptors must name each strategy once\.$/,
    ],
    'a strategy without a program': [
      strategies({ adaptors: [{ ...strategy, program: 'x' }] }),
      /: usdcStrategies\.adaptors\[0\]\.program must be a base58 address of 32 bytes\.$/,
    ],
    'raSOL of the wallet for a strategy of USDC': [
      strategies({ adaptors: [{ ...strategy, accounts: [{ account: 'walletRasol' }] }] }),
      /: usdcStrategies\.adaptors\[0\]\.accounts\[0\] must hold account \(an address, wallet, walletUsdc\)/,
    ],
    'accounts picked in a way that is not known': [
      strategies({ adaptors: [{ ...strategy, picks: 'x' }] }),
      /: usdcStrategies\.adaptors\[0\]\.picks must be kamino-vault\.$/,
    ],
    'no lookup table for strategies': [
      strategies({ lookupTables: [] }),
      /: usdcStrategies\.lookupTables must be a list of at least one base58 address\.$/,
    ],
    'a reserve without program': [{ reserve: { address: KEY } }, /reserve\.program must be a base58 address/],
    'a reserve that is a text': [{ reserve: KEY }, /reserve\.program must be .*reserve\.address must be/],
    'a pool that is none': [{ stakePool: null }, /stakePool\.program must be .*stakePool\.address must be/],
    'no list of programs': [{ routerPrograms: undefined }, /routerPrograms must be a list/],
    'no stake pool': [{ stakePool: undefined }, /stakePool\.program must be .*; stakePool\.address must be/],
    'a stake pool that is no address': [
      { stakePool: { program: KEY, address: 'x' } },
      /: stakePool\.address must be a base58 address of 32 bytes\.$/,
    ],
    'a genesis hash that is none': [
      { genesisHash: 'mainnet' },
      /genesisHash must be a base58 address of 32 bytes/,
    ],
    'an empty name': [{ name: '' }, /name must be a non-empty string/],
    'a mint that is no address': [{ rasolMint: 'x' }, /rasolMint must be a base58 address/],
    'a leveraged part without vault': [
      { leveraged: { ...leveraged, vault: undefined } },
      /leveraged\.vault must be a base58 address/,
    ],
    'an empty adaptor, lending and market': [
      { leveraged: { ...leveraged, adaptor: {}, lending: null, market: 7 } },
      /leveraged\.adaptor\.program must .*leveraged\.adaptor\.position must .*leveraged\.lending\.program must .*leveraged\.market\.solVault must/,
    ],
    'a leveraged part that is no object': [{ leveraged: 7 }, /leveraged\.vault must be a base58 address/],
    'no position': [
      { leveraged: { ...leveraged, adaptor: { ...leveraged.adaptor, position: undefined } } },
      /leveraged\.adaptor\.position must be a base58 address/,
    ],
    'an account of nobody': [
      { leveraged: { ...leveraged, adaptor: { ...leveraged.adaptor, accounts: [{ account: 'manager' }] } } },
      /leveraged\.adaptor\.accounts\[0\] must hold account/,
    ],
    'a right that is no boolean': [
      {
        leveraged: {
          ...leveraged,
          adaptor: { ...leveraged.adaptor, accounts: [{ account: 'wallet', signer: 'yes' }] },
        },
      },
      /leveraged\.adaptor\.accounts\[0\] must hold account/,
    ],
    'a signer that is not the wallet': [
      {
        leveraged: {
          ...leveraged,
          adaptor: { ...leveraged.adaptor, accounts: [{ account: KEY, signer: true }] },
        },
      },
      /leveraged\.adaptor\.accounts\[0\] must hold .* for wallet, signer/,
    ],
    'bytes of half a digit': [
      { leveraged: { ...leveraged, adaptor: { ...leveraged.adaptor, arguments: '0f1' } } },
      /leveraged\.adaptor\.arguments must be lowercase hexadecimal/,
    ],
    'an index beyond 16 bits': [
      { leveraged: { ...leveraged, lending: { ...leveraged.lending, accountIndex: 65_536 } } },
      /leveraged\.lending\.accountIndex must be an integer from 0 to 65535/,
    ],
    'an id that is text': [
      { leveraged: { ...leveraged, lending: { ...leveraged.lending, thirdPartyId: '1' } } },
      /leveraged\.lending\.thirdPartyId must be an integer/,
    ],
    'no lookup table': [
      { leveraged: { ...leveraged, lookupTables: [] } },
      /leveraged\.lookupTables must be a list of at least one/,
    ],
  };
  for (const [name, [changes, message]] of Object.entries(faults)) {
    test(`is refused with ${name}`, () => {
      assert.throws(() => parse(changes), message);
    });
  }
});

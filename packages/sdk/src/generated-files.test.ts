import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { printContract, printDeployment, printTipAccounts } from '../scripts/print-generated.ts';
import { mainnet, parseDeployment, sandbox } from './deployments.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const readFile = (name: string): unknown => JSON.parse(read(`../../../deployments/${name}.json`));

test('the types are those of the contract; `npm run generate` renews them', () => {
  assert.equal(read('generated/contract.ts'), printContract());
});

test('the addresses are those of the deployment files; `npm run generate` renews them', () => {
  for (const name of ['mainnet', 'sandbox'])
    assert.equal(read(`generated/${name}.ts`), printDeployment(readFile(name)));
  assert.equal(read('generated/tip-accounts.ts'), printTipAccounts(['mainnet', 'sandbox'].map(readFile)));
});

for (const [name, pinned] of Object.entries({ mainnet, sandbox })) {
  test(`a parsed file has all addresses that ${name} pins`, () => {
    const parsed: object = parseDeployment(readFile(name));
    for (const [member, value] of Object.entries(pinned)) {
      assert.deepEqual((parsed as Record<string, unknown>)[member], value, member);
    }
  });
}

for (const file of [null, 'mainnet', { leveraged: 1 }, { leveraged: { adaptor: { accounts: 'x' } } }]) {
  test(`${JSON.stringify(file)} is no deployment file`, () => {
    assert.throws(() => parseDeployment(file), TypeError);
  });
}

test('the bytes of an adaptor must be hexadecimal', () => {
  const withBytes = (bytes: string) => ({ leveraged: { adaptor: { accounts: [], arguments: bytes } } });
  assert.deepEqual(parseDeployment(withBytes('00ff')).leveraged?.adaptor?.arguments, Uint8Array.of(0, 255));
  for (const bytes of ['0', 'FF', '0x00', '00 ff'])
    assert.throws(() => parseDeployment(withBytes(bytes)), TypeError);
});

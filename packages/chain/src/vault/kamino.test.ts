import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { address } from '@solana/kit';
import { toAddress } from '#address';
import { writeKaminoReserve, writeKaminoVault } from '../../test/kamino-accounts.ts';
import { decodeKaminoReserve, decodeKaminoVault, pickKaminoReserve } from './kamino.ts';

const key = (name: string) => toAddress(createHash('sha256').update(name).digest());
const VAULT = key('vault');
const LENT = ['first', 'second'].map((name) => ({
  reserve: key(name),
  sharesAccount: key(`${name} shares`),
  shares: 500n,
}));
const vaultAccount = writeKaminoVault({ available: 40n, lookupTable: key('table'), lent: LENT });
const reserveAccount = (name: string, amounts: { shares: bigint; available: bigint; borrowed: bigint }) =>
  writeKaminoReserve({
    market: key(`market of ${name}`),
    liquidityAccount: key(`liquidity of ${name}`),
    sharesMint: key(`mint of ${name}`),
    ...amounts,
  });

suite('a Kamino vault', () => {
  const vault = decodeKaminoVault(vaultAccount) ?? assert.fail();
  // The first is worth 750 and has lent nearly all of it, the second 555.5 and has 600 at hand.
  const first = decodeKaminoReserve(
    reserveAccount('first', { shares: 1_000n, available: 30n, borrowed: 1_470n }),
  );
  const second = decodeKaminoReserve(
    reserveAccount('second', { shares: 1_000n, available: 600n, borrowed: 511n }),
  );

  test('is read with what it lends, and nothing else is', () => {
    assert.deepEqual(vault, { available: 40n, lookupTable: key('table'), lent: LENT });
    assert.equal(decodeKaminoVault(undefined), undefined);
    assert.equal(decodeKaminoVault({ ...vaultAccount, owner: VAULT }), undefined);
    assert.equal(decodeKaminoVault({ ...vaultAccount, data: vaultAccount.data.slice(1) }), undefined);
    assert.equal(decodeKaminoReserve({ ...vaultAccount, data: new Uint8Array(8_624) }), undefined);
  });

  test('is paid from the reserve that gives most back, rounded down, beside what lies in it', () => {
    const pick = pickKaminoReserve(VAULT, vault, key('lender'), [first, second]) ?? assert.fail();
    assert.equal(pick.holds, 40n + 555n);
    const at = (index: number) => pick.accounts[index]?.account;
    assert.deepEqual(
      [0, 6, 7, 8, 10, 11].map(at),
      [VAULT, key('second'), key('second shares'), key('market of second')].concat([
        key('liquidity of second'),
        key('mint of second'),
      ]),
    );
    // Every reserve is brought up to date, then their markets.
    assert.deepEqual(
      [17, 18, 19, 20].map((index) => [at(index), pick.accounts[index]?.isWritable]),
      [
        [key('first'), true],
        [key('second'), true],
        [key('market of first'), false],
        [key('market of second'), false],
      ],
    );
    assert.equal(pick.accounts.length, 21);
    assert.ok(pick.accounts.every(({ isSigner }) => !isSigner));
  });

  test('derives its own accounts as the program of mainnet does', () => {
    // The published accounts of the vault at this address.
    const prime = address('HDsayqAsDWy3QvANGqh2yNraqcD8Fnjgh73Mhb3WRS5E');
    const pick = pickKaminoReserve(prime, vault, key('lender'), [first, second]) ?? assert.fail();
    assert.equal(pick.accounts[2]?.account, 'CKTEDx5z19CntAB9B66AxuS98S1NuCgMvfpsew7TQwi');
    assert.equal(pick.accounts[3]?.account, 'AyY6VCkHfTWdFs7SqBbu6AnCqLUhgzVHBzW3WcJu5Jc8');
  });

  test('pays nothing that can be known without all of its reserves', () => {
    assert.equal(pickKaminoReserve(VAULT, vault, key('lender'), [first, undefined]), undefined);
    assert.equal(pickKaminoReserve(VAULT, { ...vault, lent: [] }, key('lender'), []), undefined);
  });
});

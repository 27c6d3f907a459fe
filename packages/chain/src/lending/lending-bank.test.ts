import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { isSolanaError } from '@solana/kit';
import fc from 'fast-check';
import { getLendingBankDecoder, type LendingBank } from './accounts.ts';
import { getBankDecoder } from './generated/accounts/index.ts';

const recorded: { bank: { base64: string } } = JSON.parse(
  readFileSync(new URL('../../fixtures/lending/accounts.json', import.meta.url), 'utf8'),
);
const BANK = new Uint8Array(Buffer.from(recorded.bank.base64, 'base64'));
const SIZE = 1_864;

/** First byte and number of bytes of all that is read. */
const READ = [
  [0, 8],
  [8, 32],
  [41, 32],
  [80, 16],
  [96, 16],
  [256, 16],
  [272, 16],
  [480, 16],
  [608, 1],
  [776, 8],
] as const;
const isRead = (at: number) => READ.some(([first, count]) => at >= first && at < first + count);

const decode = (data: Uint8Array) => getLendingBankDecoder().decode(data);
const refuses = (data: Uint8Array) => assert.throws(() => decode(data), isSolanaError);

/** The same fields as the client generated from the IDL reads them. */
function viaIdl(data: Uint8Array): LendingBank {
  const { mint, group, config, ...bank } = getBankDecoder().decode(data);
  const { protocolOriginationFee } = config.interestRateConfig;
  return {
    mint,
    group,
    assetShareValue: bank.assetShareValue,
    liabilityShareValue: bank.liabilityShareValue,
    totalAssetShares: bank.totalAssetShares,
    totalLiabilityShares: bank.totalLiabilityShares,
    config: {
      operationalState: config.operationalState,
      borrowLimit: config.borrowLimit,
      interestRateConfig: { protocolOriginationFee },
    },
  };
}

suite('what is read of a bank', () => {
  test('is what the client of the IDL reads, whatever the values', () => {
    assert.deepEqual(decode(BANK), viaIdl(BANK));
    const free = READ.slice(1).flatMap(([first, count]) =>
      Array.from({ length: count }, (_, n) => first + n),
    );
    const value = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.array(value, { minLength: free.length, maxLength: free.length }), (values) => {
        const data = Uint8Array.from(BANK);
        for (const [n, at] of free.entries()) data[at] = at === 608 ? (values[n] ?? 0) % 4 : (values[n] ?? 0);
        assert.deepEqual(decode(data), viaIdl(data));
      }),
    );
  });

  test('does not depend on any other byte', () => {
    const expected = decode(BANK);
    const others = Array.from(BANK.keys()).filter((at) => !isRead(at));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: SIZE, maxLength: SIZE }), (noise) => {
        const data = Uint8Array.from(BANK);
        for (const at of others) data[at] = noise[at] ?? 0;
        assert.deepEqual(decode(data), expected);
      }),
    );
  });

  test('includes every state of operation', () => {
    for (let state = 0; state < 256; state++) {
      assert.equal(decode(BANK.with(608, state)).config.operationalState, state);
    }
  });

  test('is the same of a bank that has grown', () => {
    const grown = new Uint8Array(SIZE + 500).fill(7);
    grown.set(BANK);
    assert.deepEqual(decode(grown), decode(BANK));
  });

  test('is nothing of data that are shorter or of another kind', () => {
    for (const length of [0, 8, 784, SIZE - 1]) refuses(BANK.slice(0, length));
    for (let at = 0; at < 8; at++) refuses(BANK.with(at, (BANK[at] ?? 0) ^ 1));
  });
});

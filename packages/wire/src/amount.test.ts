import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ASSET_DECIMALS, formatAmount, MAX_BASE_UNITS, parseAmount } from './assets.ts';

const RUNS = { numRuns: 2_000 };
/** Near a digit, or nothing that text can be without; to draw from all of Unicode takes seconds. */
const anything = fc.string({ unit: fc.constantFrom(...'09.,-+e_ \0\n\u200b\ud800٣１½²', '😀') });
const decimalsOfAssets = fc.constantFrom(...new Set(Object.values(ASSET_DECIMALS)), 0, 1, 18);
const baseUnitsOfLedger = fc.oneof(
  fc.bigInt({ min: 1n, max: MAX_BASE_UNITS }),
  fc.bigInt({ min: 1n, max: 10n ** 10n }),
  fc.integer({ min: 0, max: 19 }).map((power) => 10n ** BigInt(power)),
);

/** The fault code of a text, or the base units it stands for. */
function tryParse(text: string, decimals: number): bigint | string {
  const parsed = parseAmount(text, decimals);
  return parsed.ok ? parsed.baseUnits : parsed.code;
}

test('an asset has the places of its mint', () => {
  assert.deepEqual(ASSET_DECIMALS, { SOL: 9, USDC: 6, raSOL: 9, raSOLMax: 9, raUSDC: 9 });
});

describe('parseAmount', () => {
  const accepted: readonly (readonly [string, number, bigint])[] = [
    ['1', 9, 1_000_000_000n],
    ['1.5', 9, 1_500_000_000n],
    ['0.000000001', 9, 1n],
    ['1.100000000', 9, 1_100_000_000n],
    ['0.019485797', 9, 19_485_797n],
    ['9007199.254740993', 9, 9_007_199_254_740_993n],
    ['18446744073.709551615', 9, MAX_BASE_UNITS],
    ['1', 6, 1_000_000n],
    ['0.000001', 6, 1n],
    ['18446744073709.551615', 6, MAX_BASE_UNITS],
    ['18446744073709551615', 0, MAX_BASE_UNITS],
  ];
  for (const [text, decimals, baseUnits] of accepted) {
    test(`reads "${text}" with ${decimals} decimals as ${baseUnits}`, () => {
      assert.deepEqual(parseAmount(text, decimals), { ok: true, baseUnits });
    });
  }

  const malformed = [
    ...['', ' ', '.', '-', '+', '+1', '-1', '-0', '1e3', '1E3', '1e400', '1e-9', 'NaN', 'Infinity', 'null'],
    ...['0x10', '0b1', '0o7', '1n', '1_000', '1,5', '1,000.5', "1'000", '1 000', ' 1', '1 ', '1\n', '\n1'],
    ...['1\t', '1\r\n', '1\0', '1.5\n', '.5', '1.', '1..5', '1.5.5', '1.-5', '00', '01', '007', '00.5'],
    ...[
      '٣',
      '１',
      '१',
      '1٣',
      '9１',
      '1.５',
      '½',
      '²',
      '1\u200b',
      '\ufeff1',
      '$1',
      '1 SOL',
      '__proto__',
      'constructor',
    ],
    '1'.repeat(33),
    `0.${'0'.repeat(31)}`,
  ];
  for (const text of malformed) {
    test(`refuses ${JSON.stringify(text)} as malformed`, () => {
      assert.equal(tryParse(text, 9), 'AMOUNT_MALFORMED');
    });
  }

  const unfit: readonly (readonly [string, number, string])[] = [
    ['0.1234567891', 9, 'AMOUNT_TOO_FINE'],
    ['1.0000000000', 9, 'AMOUNT_TOO_FINE'],
    ['0.0000000', 6, 'AMOUNT_TOO_FINE'],
    ['1.0000001', 6, 'AMOUNT_TOO_FINE'],
    ['1.0', 0, 'AMOUNT_TOO_FINE'],
    ['0', 9, 'AMOUNT_ZERO'],
    ['0.000000000', 9, 'AMOUNT_ZERO'],
    ['0.0', 6, 'AMOUNT_ZERO'],
    ['18446744073.709551616', 9, 'AMOUNT_TOO_LARGE'],
    ['18446744073709.551616', 6, 'AMOUNT_TOO_LARGE'],
    ['18446744073709551616', 0, 'AMOUNT_TOO_LARGE'],
    ['9'.repeat(20), 9, 'AMOUNT_TOO_LARGE'],
    ['9'.repeat(32), 9, 'AMOUNT_TOO_LARGE'],
  ];
  for (const [text, decimals, code] of unfit) {
    test(`refuses "${text}" with ${decimals} decimals as ${code}`, () => {
      assert.equal(tryParse(text, decimals), code);
    });
  }

  test('says what would be right', () => {
    const findRule = (text: string, decimals: number) => {
      const parsed = parseAmount(text, decimals);
      return parsed.ok ? undefined : parsed.rule;
    };
    assert.equal(findRule('1'.repeat(33), 9), 'must be at most 32 characters long');
    assert.equal(findRule('1,5', 9), 'must be a plain decimal number in text, such as "1.5"');
    assert.equal(findRule('0.1234567891', 9), 'must have at most 9 decimal places');
    assert.equal(findRule('0.12', 1), 'must have at most 1 decimal place');
    assert.equal(findRule('0.1', 0), 'must be a whole number');
    assert.equal(findRule('0', 9), 'must be greater than zero');
    assert.equal(findRule('99999999999', 9), 'must be at most 18446744073.709551615');
    assert.equal(findRule('99999999999999', 6), 'must be at most 18446744073709.551615');
  });

  test('agrees with digit-by-digit arithmetic on near-amounts', () => {
    const nearAmounts = fc.oneof(
      fc
        .tuple(fc.stringMatching(/^[0-9]{1,24}$/), fc.stringMatching(/^[0-9]{0,12}$/))
        .map((parts) => parts.join('.')),
      fc.stringMatching(/^[0-9.]{1,36}$/),
      fc.stringMatching(/^[-+ ]?[0-9]{1,20}([.,e][0-9]{0,10})?$/),
      anything,
    );
    fc.assert(
      fc.property(nearAmounts, decimalsOfAssets, (text, decimals) => {
        const parsed = parseAmount(text, decimals);
        assert.equal(parsed.ok ? parsed.baseUnits : undefined, exactBaseUnits(text, decimals));
      }),
      RUNS,
    );
  });

  test('answers on a million characters at once and throws on no text at all', () => {
    for (const hostile of ['9'.repeat(1e6), `${'0'.repeat(1e6)}x`, '.'.repeat(1e6), `1.${'0'.repeat(1e6)}`]) {
      assert.equal(tryParse(hostile, 9), 'AMOUNT_MALFORMED');
    }
    fc.assert(fc.property(anything, (text) => void parseAmount(text, 9)));
  });
});

describe('formatAmount', () => {
  const printed: readonly (readonly [bigint, number, string])[] = [
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [1n, 0, '1'],
    [100n, 0, '100'],
    [1_500_000_000n, 9, '1.5'],
    [2_000_000_000n, 9, '2'],
    [10_000_000_000n, 9, '10'],
    [19_485_797n, 9, '0.019485797'],
    [1_000_001n, 6, '1.000001'],
    [10_000_000n, 6, '10'],
    [MAX_BASE_UNITS, 9, '18446744073.709551615'],
    [10n ** 40n, 9, `1${'0'.repeat(31)}`],
  ];
  for (const [baseUnits, decimals, text] of printed) {
    test(`prints ${baseUnits} with ${decimals} decimals as ${text}`, () => {
      assert.equal(formatAmount(baseUnits, decimals), text);
    });
  }

  test('refuses negative base units', () => {
    assert.throws(() => formatAmount(-1n, 9), RangeError);
  });

  test('prints what parseAmount reads back unchanged', () => {
    fc.assert(
      fc.property(baseUnitsOfLedger, decimalsOfAssets, (baseUnits, decimals) => {
        const text = formatAmount(baseUnits, decimals);
        assert.deepEqual(parseAmount(text, decimals), { ok: true, baseUnits });
        assert.match(text, /^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
      }),
      RUNS,
    );
  });
});

/** The same rules by other means: a scan over characters, and a sum of digits times powers of ten. */
function exactBaseUnits(text: string, decimals: number): bigint | undefined {
  const [integer = '', fraction, ...rest] = text.split('.');
  const isDigits = (part: string) => part !== '' && [...part].every((char) => '0123456789'.includes(char));
  if (rest.length > 0 || text.length > 32 || !isDigits(integer)) return undefined;
  if (fraction !== undefined && !isDigits(fraction)) return undefined;
  if (integer.length > 1 && integer.startsWith('0')) return undefined;
  if ((fraction ?? '').length > decimals) return undefined;
  let sum = 0n;
  [...integer].forEach((digit, place) => {
    sum += BigInt(digit) * 10n ** BigInt(integer.length - 1 - place + decimals);
  });
  [...(fraction ?? '')].forEach((digit, place) => {
    sum += BigInt(digit) * 10n ** BigInt(decimals - 1 - place);
  });
  return sum > 0n && sum < 2n ** 64n ? sum : undefined;
}

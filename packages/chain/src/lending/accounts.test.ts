import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import * as lending from './index.ts';

// Accounts that a build of the program accepted; fixtures/README.md says which.

type Recorded = { address: string; size: number; base64: string };
const recorded: Record<'bank' | 'group', Recorded> = JSON.parse(
  readFileSync(new URL('../../fixtures/lending/accounts.json', import.meta.url), 'utf8'),
);

function decodeBase64({ base64, size }: Recorded): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  assert.equal(bytes.length, size);
  return bytes;
}

const ONE = 1n << lending.I80F48_FRACTION_BITS;

suite('recorded accounts', () => {
  test('a bank says what it is, and is written back as it was', () => {
    const data = decodeBase64(recorded.bank);
    const bank = lending.getBankDecoder().decode(data);
    assert.equal(data.length, 1864);
    assert.equal(bank.mint, 'So11111111111111111111111111111111111111112');
    assert.equal(bank.mintDecimals, 9);
    assert.equal(bank.group, recorded.group.address);
    assert.equal(bank.liquidityVault, '2eicbpitfJXDwqCuFAmPgDP7t2oUotnAzbGzRKLMgSLe');
    assert.equal(bank.liquidityVaultBump, 255);
    assert.equal(bank.config.operationalState, lending.BankOperationalState.Operational);
    assert.equal(bank.config.assetTag, 1);
    assert.equal(lending.i80f48Bits(bank.assetShareValue), ONE);
    assert.equal(lending.i80f48Bits(bank.liabilityShareValue), ONE);
    assert.deepEqual(new Uint8Array(lending.getBankEncoder().encode(bank)), data);
  });

  test('a group too', () => {
    const data = decodeBase64(recorded.group);
    const group = lending.getMarginfiGroupDecoder().decode(data);
    assert.equal(data.length, 1064);
    assert.deepEqual(new Uint8Array(lending.getMarginfiGroupEncoder().encode(group)), data);
  });
});

suite('layouts, by offset after the discriminator', () => {
  const blank = (size: number, discriminator: Uint8Array) => {
    const data = new Uint8Array(size);
    data.set(discriminator);
    return data;
  };
  const u64 = (data: Uint8Array, at: number, value: bigint) =>
    new DataView(data.buffer).setBigUint64(8 + at, value, true);

  test('a bank', () => {
    const data = blank(1864, lending.BANK_DISCRIMINATOR as Uint8Array);
    u64(data, 72, 1n);
    u64(data, 88, 2n);
    u64(data, 248, 3n);
    u64(data, 264, 4n);
    u64(data, 280, 5n);
    u64(data, 288 + 64, 6n);
    u64(data, 288 + 72 + 112, 7n);
    data[8 + 288 + 312] = 2;
    u64(data, 288 + 480, 8n);
    data[8 + 288 + 489] = 9;
    u64(data, 832, 10n);
    const bank = lending.getBankDecoder().decode(data);
    assert.equal(lending.i80f48Bits(bank.assetShareValue), 1n);
    assert.equal(lending.i80f48Bits(bank.liabilityShareValue), 2n);
    assert.equal(lending.i80f48Bits(bank.totalLiabilityShares), 3n);
    assert.equal(lending.i80f48Bits(bank.totalAssetShares), 4n);
    assert.equal(bank.lastUpdate, 5n);
    assert.equal(bank.config.depositLimit, 6n);
    assert.equal(lending.i80f48Bits(bank.config.interestRateConfig.protocolOriginationFee), 7n);
    assert.equal(bank.config.operationalState, lending.BankOperationalState.ReduceOnly);
    assert.equal(bank.config.borrowLimit, 8n);
    assert.equal(bank.config.assetTag, 9);
    assert.equal(bank.flags, 10n);
  });

  test('a lending account and its sixteen slots', () => {
    const data = blank(2312, lending.MARGINFI_ACCOUNT_DISCRIMINATOR as Uint8Array);
    for (let slot = 0; slot < 16; slot++) {
      const start = 64 + 104 * slot;
      data[8 + start] = slot % 2;
      data[8 + start + 33] = slot;
      u64(data, start + 40, BigInt(slot + 100));
      u64(data, start + 56, BigInt(slot + 200));
      u64(data, start + 88, BigInt(slot + 300));
    }
    u64(data, 1792, 66n);
    u64(data, 2200, 7n);
    data[8 + 2208] = 8;
    data[8 + 2210] = 9;
    data[8 + 2212] = 10;
    const account = lending.getMarginfiAccountDecoder().decode(data);
    const { balances } = account.lendingAccount;
    assert.equal(balances.length, 16);
    for (const [slot, balance] of balances.entries()) {
      assert.equal(balance.active, slot % 2);
      assert.equal(balance.bankAssetTag, slot);
      assert.equal(lending.i80f48Bits(balance.assetShares), BigInt(slot + 100));
      assert.equal(lending.i80f48Bits(balance.liabilityShares), BigInt(slot + 200));
      assert.equal(balance.lastUpdate, BigInt(slot + 300));
    }
    assert.equal(account.accountFlags, 66n);
    assert.equal(account.lastUpdate, 7n);
    assert.equal(account.accountIndex, 8);
    assert.equal(account.thirdPartyIndex, 9);
    assert.equal(account.bump, 10);
    assert.deepEqual(new Uint8Array(lending.getMarginfiAccountEncoder().encode(account)), data);
  });
});

test('fixed-point numbers survive a round trip, below zero too', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n), (bits) => {
      assert.equal(lending.i80f48Bits(lending.wrapI80F48(bits)), bits);
    }),
  );
  assert.deepEqual(
    lending.wrapI80F48(ONE).value,
    Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  );
});

/** Codes that releases after the IDL's have renamed. */
const RENAMED: ReadonlyMap<number, string> = new Map([
  [6053, 'StakeOraclesDisabled'],
  [6054, 'Vacated3'],
  [6073, 'IntegrationPositionLimitExceeded'],
  [6074, 'MaxInitLeverageExceeded'],
]);

test('codes have the names and the words of the IDL', () => {
  const idl: { errors: { code: number; name: string; msg: string }[] } = JSON.parse(
    readFileSync(new URL('../../idl/marginfi.json', import.meta.url), 'utf8'),
  );
  assert.equal(idl.errors.length, 163);
  for (const { code, name, msg } of idl.errors) {
    if (RENAMED.has(code)) continue;
    assert.deepEqual(lending.getLendingError(code), { name, message: msg });
  }
  assert.equal(lending.getLendingError(6038)?.name, 'IllegalFlashloan');
  assert.equal(lending.getLendingError(6009)?.name, 'RiskEngineInitRejected');
  assert.equal(lending.getLendingError(2012)?.name, 'ConstraintAddress');
  assert.equal(lending.getLendingError(1), undefined);
});

test('codes of later releases have their names, and the words of these', () => {
  for (const [code, name] of RENAMED) assert.equal(lending.getLendingError(code)?.name, name);
  const ends = { 6104: 'DuplicateBalance', 6135: 'SlippageTooHigh', 6500: 'JuplendInvalidOracleSetup' };
  for (const [code, name] of Object.entries({ ...ends, 6512: 'InvalidJuplendWithdrawIntermediaryAta' })) {
    assert.equal(lending.getLendingError(Number(code))?.name, name);
  }
  assert.deepEqual(lending.getLendingError(6115), {
    name: 'BankHourlyRateLimitExceeded',
    message: 'Bank hourly rate limit exceeded',
  });
  for (const code of [6136, 6199, 6499, 6513, 6600]) assert.equal(lending.getLendingError(code), undefined);
});

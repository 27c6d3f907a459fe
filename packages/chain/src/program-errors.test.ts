import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as stake from '@solana-program/stake';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import * as lending from './lending/generated/errors/index.ts';
import { MARGINFI_PROGRAM_ADDRESS } from './lending/generated/programs/index.ts';
import { describeProgramError, nameProgram } from './program-errors.ts';
import { STAKE_POOL_PROGRAM_ADDRESSES } from './stake-pool/accounts.ts';
import * as stakePool from './stake-pool/generated/errors/index.ts';
import * as vault from './vault/generated/errors/index.ts';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from './vault/generated/programs/index.ts';

const PROGRAMS = [
  [stake.STAKE_PROGRAM_ADDRESS, stake, 'STAKE_ERROR__'],
  [system.SYSTEM_PROGRAM_ADDRESS, system, 'SYSTEM_ERROR__'],
  [token.TOKEN_PROGRAM_ADDRESS, token, 'TOKEN_ERROR__'],
  [token.ASSOCIATED_TOKEN_PROGRAM_ADDRESS, token, 'ASSOCIATED_TOKEN_ERROR__'],
  ...STAKE_POOL_PROGRAM_ADDRESSES.map((address) => [address, stakePool, 'STAKE_POOL_ERROR__'] as const),
  [VOLTR_VAULT_PROGRAM_ADDRESS, vault, 'VOLTR_VAULT_ERROR__'],
  [MARGINFI_PROGRAM_ADDRESS, lending, 'MARGINFI_ERROR__'],
] as const;

/** Codes of the lending program that releases after its IDL's have renamed. */
const RENAMED: ReadonlySet<unknown> = new Set([6053, 6054, 6073, 6074]);

for (const [program, client, prefix] of PROGRAMS) {
  test(`${prefix} of ${program}: every code has the name of the program and a sentence`, () => {
    const errors = Object.entries(client).filter(([name]) => name.startsWith(prefix));
    assert.ok(errors.length > 0);
    for (const [constant, code] of errors) {
      const { name = '', message = '' } = describeProgramError(program, Number(code)) ?? {};
      assert.match(message, /^[A-Z]/, constant);
      if (prefix === 'MARGINFI_ERROR__' && RENAMED.has(code)) continue;
      const words = constant.slice(prefix.length).replaceAll('_', '').toLowerCase();
      assert.equal(name.toLowerCase(), words, constant);
    }
    assert.equal(describeProgramError(program, 99_999), undefined);
  });
}

test('does not name errors of programs it does not know, nor of the compute budget, which has none', () => {
  assert.equal(describeProgramError('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', 1), undefined);
  assert.equal(describeProgramError('', 0), undefined);
  assert.equal(describeProgramError('ComputeBudget111111111111111111111111111111', 0), undefined);
  assert.equal(nameProgram('ComputeBudget111111111111111111111111111111'), 'compute budget program');
  assert.equal(nameProgram('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'), undefined);
});

test('errors of the framework under vault and lending have names too', () => {
  for (const program of [VOLTR_VAULT_PROGRAM_ADDRESS, MARGINFI_PROGRAM_ADDRESS]) {
    assert.equal(describeProgramError(program, 3012)?.name, 'AccountNotInitialized');
  }
});

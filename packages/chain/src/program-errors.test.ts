import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as stake from '@solana-program/stake';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import { nameProgramError } from './program-errors.ts';

const PROGRAMS = [
  [stake.STAKE_PROGRAM_ADDRESS, stake, 'STAKE_ERROR__'],
  [system.SYSTEM_PROGRAM_ADDRESS, system, 'SYSTEM_ERROR__'],
  [token.TOKEN_PROGRAM_ADDRESS, token, 'TOKEN_ERROR__'],
  [token.ASSOCIATED_TOKEN_PROGRAM_ADDRESS, token, 'ASSOCIATED_TOKEN_ERROR__'],
] as const;

for (const [program, client, prefix] of PROGRAMS) {
  test(`${prefix} names are those of the program's own client`, () => {
    const errors = Object.entries(client).filter(([name]) => name.startsWith(prefix));
    assert.ok(errors.length > 0);
    for (const [constant, code] of errors) {
      const { name = '' } = nameProgramError(program, Number(code)) ?? {};
      const words = constant.slice(prefix.length).replaceAll('_', '').toLowerCase();
      assert.equal(name.toLowerCase(), words, constant);
    }
    assert.equal(nameProgramError(program, 9_999), undefined);
  });
}

test('does not name errors of programs it does not know', () => {
  assert.equal(nameProgramError('vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8', 1), undefined);
  assert.equal(nameProgramError('', 0), undefined);
});

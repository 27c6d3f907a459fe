import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import * as accounts from './generated/accounts/index.ts';
import * as instructions from './generated/instructions/index.ts';

function hash(name: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(name).digest().subarray(0, 8));
}

const INSTRUCTIONS = {
  deposit_vault: [instructions.DEPOSIT_VAULT_DISCRIMINATOR, '7ee015ffe4357521'],
  instant_withdraw_vault: [instructions.INSTANT_WITHDRAW_VAULT_DISCRIMINATOR, 'dd3873a880dcebf5'],
  request_withdraw_vault: [instructions.REQUEST_WITHDRAW_VAULT_DISCRIMINATOR, 'f8e12f167490178f'],
  withdraw_vault: [instructions.WITHDRAW_VAULT_DISCRIMINATOR, '8707ed78955e5f07'],
  cancel_request_withdraw_vault: [
    instructions.CANCEL_REQUEST_WITHDRAW_VAULT_DISCRIMINATOR,
    'e7360e06df7c7fee',
  ],
  instant_withdraw_strategy: [instructions.INSTANT_WITHDRAW_STRATEGY_DISCRIMINATOR, '6939a68293ddfabd'],
  direct_withdraw_strategy: [instructions.DIRECT_WITHDRAW_STRATEGY_DISCRIMINATOR, '77213634c208d3ef'],
  initialize_vault: [instructions.INITIALIZE_VAULT_DISCRIMINATOR, '30bfa32c47813fa4'],
} as const;

const ACCOUNTS = {
  Vault: [accounts.VAULT_DISCRIMINATOR, 'd308e82b02987577'],
  Protocol: [accounts.PROTOCOL_DISCRIMINATOR, '2d27652b73488328'],
  StrategyInitReceipt: [accounts.STRATEGY_INIT_RECEIPT_DISCRIMINATOR, '3308c0fd734e70d6'],
  AdaptorAddReceipt: [accounts.ADAPTOR_ADD_RECEIPT_DISCRIMINATOR, '6963db9b4df10777'],
  RequestWithdrawVaultReceipt: [accounts.REQUEST_WITHDRAW_VAULT_RECEIPT_DISCRIMINATOR, 'cb51df8daf6c6572'],
  DirectWithdrawInitReceipt: [accounts.DIRECT_WITHDRAW_INIT_RECEIPT_DISCRIMINATOR, 'ce4dcfd019f451ac'],
} as const;

for (const [kind, table] of Object.entries({ global: INSTRUCTIONS, account: ACCOUNTS })) {
  for (const [name, [discriminator, recorded]] of Object.entries(table)) {
    test(`${name} begins with the hash of its name`, () => {
      assert.deepEqual(discriminator, hash(`${kind}:${name}`));
      assert.equal(Buffer.from(discriminator).toString('hex'), recorded);
    });
  }
}

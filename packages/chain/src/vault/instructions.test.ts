import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import {
  AccountRole,
  type Address,
  createNoopSigner,
  getAddressDecoder,
  type Instruction,
  type TransactionSigner,
} from '@solana/kit';
import * as vaults from './index.ts';

// Data and accounts as the program reads them, written by hand: w is writable, s signs.

function key(name: string): Address {
  return getAddressDecoder().decode(createHash('sha256').update(name).digest());
}

function signer(name: string): TransactionSigner {
  return createNoopSigner(key(name));
}

type Case = { made: Instruction; data: string; accounts: readonly string[] };

const ROLES: Readonly<Record<string, AccountRole>> = {
  '': AccountRole.READONLY,
  w: AccountRole.WRITABLE,
  s: AccountRole.READONLY_SIGNER,
  ws: AccountRole.WRITABLE_SIGNER,
};

const user = { userTransferAuthority: signer('user') };
const amount = 0x0102030405060708n;
const inLp = { amount, isAmountInLp: true, isWithdrawAll: false };

const vaultAccounts = {
  protocol: key('protocol'),
  vault: key('vault'),
  vaultAssetMint: key('asset mint'),
  vaultLpMint: key('lp mint'),
  userAssetAta: key('user asset'),
  vaultAssetIdleAta: key('idle'),
  vaultAssetIdleAuth: key('idle auth'),
  userLpAta: key('user lp'),
  vaultLpMintAuth: key('mint auth'),
  requestWithdrawLpAta: key('escrow'),
  requestWithdrawVaultReceipt: key('request'),
  assetTokenProgram: key('asset program'),
};
const strategyAccounts = {
  ...vaultAccounts,
  adaptorAddReceipt: key('adaptor receipt'),
  strategyInitReceipt: key('strategy receipt'),
  directWithdrawInitReceipt: key('direct receipt'),
  strategy: key('strategy'),
  vaultStrategyAuth: key('strategy auth'),
  vaultStrategyAssetAta: key('strategy asset'),
  adaptorProgram: key('adaptor'),
};
const programs = ['asset program', 'token', 'system'];

const cases: Record<string, Case> = {
  deposit_vault: {
    made: vaults.getDepositVaultInstruction({ ...vaultAccounts, ...user, amount }),
    data: '7ee015ffe4357521' + '0807060504030201',
    accounts: [
      'user s',
      'protocol',
      'vault w',
      'asset mint',
      'lp mint w',
      'user asset w',
      'idle w',
      'idle auth',
      'user lp w',
      'mint auth',
      ...programs,
    ],
  },
  instant_withdraw_vault: {
    made: vaults.getInstantWithdrawVaultInstruction({ ...vaultAccounts, ...user, ...inLp }),
    data: 'dd3873a880dcebf5' + '0807060504030201' + '01' + '00',
    accounts: [
      'user s',
      'protocol',
      'vault w',
      'asset mint',
      'lp mint w',
      'user lp w',
      'idle w',
      'idle auth w',
      'user asset w',
      ...programs,
    ],
  },
  request_withdraw_vault: {
    made: vaults.getRequestWithdrawVaultInstruction({
      ...vaultAccounts,
      ...user,
      payer: signer('payer'),
      amount: 1n,
      isAmountInLp: false,
      isWithdrawAll: true,
    }),
    data: 'f8e12f167490178f' + '0100000000000000' + '00' + '01',
    accounts: [
      'payer ws',
      'user s',
      'protocol',
      'vault',
      'lp mint',
      'user lp w',
      'escrow w',
      'request w',
      'token',
      'system',
    ],
  },
  withdraw_vault: {
    made: vaults.getWithdrawVaultInstruction({ ...vaultAccounts, ...user }),
    data: '8707ed78955e5f07',
    accounts: [
      'user ws',
      'protocol',
      'vault w',
      'asset mint',
      'lp mint w',
      'escrow w',
      'idle w',
      'idle auth w',
      'user asset w',
      'request w',
      ...programs,
    ],
  },
  cancel_request_withdraw_vault: {
    made: vaults.getCancelRequestWithdrawVaultInstruction({ ...vaultAccounts, ...user }),
    data: 'e7360e06df7c7fee',
    accounts: [
      'user ws',
      'protocol',
      'vault w',
      'lp mint w',
      'user lp w',
      'escrow w',
      'request w',
      'token',
      'system',
    ],
  },
  instant_withdraw_strategy: {
    made: vaults.getInstantWithdrawStrategyInstruction({
      ...strategyAccounts,
      ...user,
      ...inLp,
      userArgs: Uint8Array.of(7, 8, 9),
    }),
    data: '6939a68293ddfabd' + '0807060504030201' + '01' + '00' + '0103000000070809',
    accounts: [
      'user ws',
      'protocol',
      'vault w',
      'adaptor receipt',
      'strategy receipt w',
      'direct receipt',
      'strategy',
      'asset mint w',
      'lp mint w',
      'user lp w',
      'strategy auth w',
      'user asset w',
      'strategy asset w',
      'adaptor',
      ...programs,
    ],
  },
  direct_withdraw_strategy: {
    made: vaults.getDirectWithdrawStrategyInstruction({ ...strategyAccounts, ...user, userArgs: null }),
    data: '77213634c208d3ef' + '00',
    accounts: [
      'user ws',
      'protocol',
      'vault w',
      'adaptor receipt',
      'strategy receipt w',
      'direct receipt',
      'strategy',
      'asset mint w',
      'lp mint w',
      'escrow w',
      'strategy auth w',
      'user asset w',
      'strategy asset w',
      'request w',
      'adaptor',
      ...programs,
    ],
  },
  initialize_vault: {
    made: vaults.getInitializeVaultInstruction({
      ...vaultAccounts,
      payer: signer('payer'),
      manager: key('manager'),
      admin: key('admin'),
      vault: signer('vault'),
      maxCap: amount,
      startAtTs: 2n,
      managerPerformanceFee: 3,
      adminPerformanceFee: 4,
      managerManagementFee: 5,
      adminManagementFee: 6,
      lockedProfitDegradationDuration: 7n,
      redemptionFee: 8,
      issuanceFee: 9,
      withdrawalWaitingPeriod: 10n,
      name: 'ab',
      description: 'c',
    }),
    data: [
      '30bfa32c47813fa4',
      '08070605040302010200000000000000',
      '0300040005000600',
      '0700000000000000',
      '08000900',
      '0a00000000000000',
      '020000006162',
      '0100000063',
    ].join(''),
    accounts: [
      'payer ws',
      'manager',
      'admin',
      'protocol',
      'vault ws',
      'lp mint w',
      'asset mint',
      'idle w',
      'mint auth',
      'idle auth',
      'clock',
      'rent',
      'associated token',
      ...programs,
    ],
  },
};

const KNOWN: Readonly<Record<string, string>> = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  system: '11111111111111111111111111111111',
  clock: 'SysvarC1ock11111111111111111111111111111111',
  rent: 'SysvarRent111111111111111111111111111111111',
  'associated token': 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
};

suite('instructions are encoded as the program reads them', () => {
  for (const [name, { made, data, accounts }] of Object.entries(cases)) {
    test(name, () => {
      assert.equal(made.programAddress, 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8');
      assert.equal(Buffer.from(made.data ?? []).toString('hex'), data);
      const expected = accounts.map((text) => {
        const [, account = '', flags = ''] = /^(.*?)(?: (w|s|ws))?$/.exec(text) ?? [];
        return { address: KNOWN[account] ?? key(account), role: ROLES[flags] };
      });
      assert.deepEqual(
        made.accounts?.map(({ address, role }) => ({ address, role })),
        expected,
      );
    });
  }
});

test('an instruction can be told and read by its data', () => {
  const made = vaults.getDepositVaultInstruction({ ...vaultAccounts, ...user, amount: 5n });
  assert.equal(vaults.identifyVoltrVaultInstruction(made), vaults.VoltrVaultInstructionType.DepositVault);
  const parsed = vaults.parseVoltrVaultInstruction(made);
  assert.equal(parsed.instructionType, vaults.VoltrVaultInstructionType.DepositVault);
  assert.equal(vaults.parseDepositVaultInstruction(made).data.amount, 5n);
  assert.throws(() => vaults.identifyVoltrVaultInstruction(new Uint8Array(8)));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Address,
  address,
  type Blockhash,
  createNoopSigner,
  getAddressEncoder,
  type Instruction,
} from '@solana/kit';
import { compileMessage } from '../message/index.ts';
import { getCreateTokenAccountInstruction, TOKEN_PROGRAM_ADDRESS } from '../token/index.ts';
import {
  getDepositVaultInstruction,
  getInstantWithdrawVaultInstruction,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '../vault/index.ts';
import { assertMatchesIntent, type Intent, IntentMismatch } from './index.ts';

const WALLET = address('DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL');
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;
const ACCOUNTS = {
  protocol: address('4sycXz9Xwevedo6eiXR8QEhY8yrQrkNS4G1deY9tAD2Y'),
  vault: address('3maCuTJVPteZ2dFA8dADxz2EbpJHfoAG5txYhXDs6gNQ'),
  assetMint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  lpMint: address('53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS'),
  lpMintAuthority: address('CJEYakpjmKBvvUzAn3HJSs9vtijnv472T8YJEV3WzToF'),
  idle: address('BdLKM6fiT13Eqm14gS3XjceQmPNWpSoEqYeQXBMc9Dsk'),
  idleAuthority: address('HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX'),
  userAsset: address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh'),
  userLp: address('So11111111111111111111111111111111111111112'),
};
const bytes = (key: Address) => new Uint8Array(getAddressEncoder().encode(key));
const keys = {
  program: bytes(VOLTR_VAULT_PROGRAM_ADDRESS),
  ...(Object.fromEntries(Object.entries(ACCOUNTS).map(([name, key]) => [name, bytes(key)])) as {
    [K in keyof typeof ACCOUNTS]: Uint8Array;
  }),
};
const wallet = bytes(WALLET);
const depositIntent = {
  kind: 'vault-deposit',
  wallet,
  vault: keys,
  amount: 600_000_000n,
} as const satisfies Intent;
const withdrawIntent = {
  kind: 'vault-withdraw',
  wallet,
  vault: keys,
  amount: 100_000_000n,
  isAmountInLp: false,
  isWithdrawAll: false,
} as const satisfies Intent;

const shared = {
  userTransferAuthority: createNoopSigner(WALLET),
  protocol: ACCOUNTS.protocol,
  vault: ACCOUNTS.vault,
  vaultAssetMint: ACCOUNTS.assetMint,
  vaultLpMint: ACCOUNTS.lpMint,
  userAssetAta: ACCOUNTS.userAsset,
  vaultAssetIdleAta: ACCOUNTS.idle,
  vaultAssetIdleAuth: ACCOUNTS.idleAuthority,
  userLpAta: ACCOUNTS.userLp,
  assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
};
const openLp = getCreateTokenAccountInstruction({
  owner: WALLET,
  mint: ACCOUNTS.lpMint,
  account: ACCOUNTS.userLp,
});
const openAsset = getCreateTokenAccountInstruction({
  owner: WALLET,
  mint: ACCOUNTS.assetMint,
  account: ACCOUNTS.userAsset,
});
const deposit = (amount = 600_000_000n) =>
  getDepositVaultInstruction({ ...shared, vaultLpMintAuth: ACCOUNTS.lpMintAuthority, amount });
const withdraw = (changes: { amount?: bigint; isAmountInLp?: boolean; isWithdrawAll?: boolean } = {}) =>
  getInstantWithdrawVaultInstruction({
    ...shared,
    amount: 100_000_000n,
    isAmountInLp: false,
    isWithdrawAll: false,
    ...changes,
  });

const message = (instructions: readonly Instruction[]) =>
  compileMessage({
    feePayer: WALLET,
    blockhash: BLOCKHASH,
    budget: { computeUnitLimit: 150_000, computeUnitPrice: 1_000n },
    instructions,
  });

test('accepts a deposit, a withdrawal and a withdrawal of everything', () => {
  assertMatchesIntent(message([openLp, deposit()]), depositIntent);
  assertMatchesIntent(message([openAsset, withdraw()]), withdrawIntent);
  assertMatchesIntent(message([openAsset, withdraw({ isWithdrawAll: true })]), {
    ...withdrawIntent,
    isWithdrawAll: true,
  });
  assertMatchesIntent(message([openAsset, withdraw({ isAmountInLp: true })]), {
    ...withdrawIntent,
    isAmountInLp: true,
  });
});

const refusals: Record<string, [readonly Instruction[], Intent]> = {
  'one base unit more deposited': [[openLp, deposit(600_000_001n)], depositIntent],
  'one base unit more withdrawn': [[openAsset, withdraw({ amount: 100_000_001n })], withdrawIntent],
  'an amount of the asset instead of LP': [
    [openAsset, withdraw()],
    { ...withdrawIntent, isAmountInLp: true },
  ],
  'an amount in LP': [[openAsset, withdraw({ isAmountInLp: true })], withdrawIntent],
  'everything instead of an amount': [[openAsset, withdraw({ isWithdrawAll: true })], withdrawIntent],
  'an amount instead of everything': [[openAsset, withdraw()], { ...withdrawIntent, isWithdrawAll: true }],
  'no token account': [[deposit()], depositIntent],
  'the wrong token account': [[openAsset, deposit()], depositIntent],
  'a second deposit': [[openLp, deposit(), deposit()], depositIntent],
  'a withdrawal instead of a deposit': [[openAsset, withdraw()], depositIntent],
  'a deposit instead of a withdrawal': [[openLp, deposit()], withdrawIntent],
};
for (const [name, [instructions, intent]] of Object.entries(refusals)) {
  test(`refuses ${name}`, () => {
    assert.throws(() => assertMatchesIntent(message(instructions), intent), IntentMismatch);
  });
}

test('refuses every account of the vault exchanged for another one', () => {
  for (const name of Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[]) {
    const vault = { ...keys, [name]: new Uint8Array(32).fill(9) };
    assert.throws(
      () => assertMatchesIntent(message([openLp, deposit()]), { ...depositIntent, vault }),
      IntentMismatch,
      name,
    );
  }
  assert.throws(
    () =>
      assertMatchesIntent(message([openLp, deposit()]), {
        ...depositIntent,
        vault: { ...keys, program: wallet },
      }),
    IntentMismatch,
  );
});

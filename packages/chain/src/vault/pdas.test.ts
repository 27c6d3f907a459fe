import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, createNoopSigner } from '@solana/kit';
import { findAssociatedTokenAddress, TOKEN_PROGRAM_ADDRESS } from '../ledger.ts';
import * as vaults from './index.ts';

// A vault that exists; its LP mint and its idle account are public.
const vault = address('GqoypwVGG35JSR1AwCm2jeqJPUPvA4cWE45rSbfxHgdK');
const user = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const assetMint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const strategy = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');
const adaptorProgram = address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn');

test('finds the protocol account of mainnet', async () => {
  assert.deepEqual(await vaults.findProtocolPda(), ['4sycXz9Xwevedo6eiXR8QEhY8yrQrkNS4G1deY9tAD2Y', 254]);
});

test('the addresses are those the generated instructions derive', async () => {
  const signer = createNoopSigner(user);
  const [lpMint] = await vaults.findVaultLpMintPda({ vault });
  const { accounts } = await vaults.getInstantWithdrawStrategyInstructionAsync({
    userTransferAuthority: signer,
    vault,
    strategy,
    vaultAssetMint: assetMint,
    adaptorProgram,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    amount: 1n,
    isAmountInLp: true,
    isWithdrawAll: false,
    userArgs: null,
  });
  const expected = [
    user,
    (await vaults.findProtocolPda())[0],
    vault,
    (await vaults.findAdaptorAddReceiptPda({ vault, adaptorProgram }))[0],
    (await vaults.findStrategyInitReceiptPda({ vault, strategy }))[0],
    (await vaults.findDirectWithdrawInitReceiptPda({ vault, strategy }))[0],
    strategy,
    assetMint,
    lpMint,
    await findAssociatedTokenAddress(user, lpMint),
    (await vaults.findVaultStrategyAuthPda({ vault, strategy }))[0],
    await findAssociatedTokenAddress(user, assetMint),
    await vaults.findVaultStrategyTokenAccount({ vault, strategy, assetMint }),
    adaptorProgram,
    TOKEN_PROGRAM_ADDRESS,
    TOKEN_PROGRAM_ADDRESS,
    '11111111111111111111111111111111',
  ];
  assert.deepEqual(
    accounts.map((each) => each.address),
    expected,
  );

  const deposit = await vaults.getDepositVaultInstructionAsync({
    userTransferAuthority: signer,
    vault,
    vaultAssetMint: assetMint,
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
    amount: 1n,
  });
  assert.equal(deposit.accounts[6].address, await vaults.findVaultIdleTokenAccount({ vault, assetMint }));
  assert.equal(deposit.accounts[7].address, (await vaults.findVaultAssetIdleAuthPda({ vault }))[0]);
  assert.equal(deposit.accounts[9].address, (await vaults.findVaultLpMintAuthPda({ vault }))[0]);

  const request = await vaults.getRequestWithdrawVaultInstructionAsync({
    payer: signer,
    userTransferAuthority: signer,
    vault,
    amount: 1n,
    isAmountInLp: true,
    isWithdrawAll: false,
  });
  const [receipt] = await vaults.findRequestWithdrawVaultReceiptPda({ vault, user });
  assert.equal(request.accounts[6].address, await findAssociatedTokenAddress(receipt, lpMint));
  assert.equal(request.accounts[7].address, receipt);
});

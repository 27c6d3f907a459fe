import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, createNoopSigner } from '@solana/kit';
import * as vaults from './index.ts';

// A vault that exists; its LP mint and its idle account are public.
const vault = address('GqoypwVGG35JSR1AwCm2jeqJPUPvA4cWE45rSbfxHgdK');
const user = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const assetMint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const strategy = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');
const adaptorProgram = address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn');
const assetTokenProgram = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const other = { programAddress: strategy };

test('finds the protocol account of mainnet', async () => {
  assert.deepEqual(await vaults.findProtocolPda(), ['4sycXz9Xwevedo6eiXR8QEhY8yrQrkNS4G1deY9tAD2Y', 254]);
});

test('no two roles, seeds or programs share an address', async () => {
  const found = await Promise.all(
    [{}, other].flatMap((config) => [
      vaults.findProtocolPda(config),
      ...[vault, user].flatMap((each) => [
        vaults.findVaultLpMintPda({ vault: each }, config),
        vaults.findVaultLpMintAuthPda({ vault: each }, config),
        vaults.findVaultAssetIdleAuthPda({ vault: each }, config),
        vaults.findAdaptorAddReceiptPda({ vault: each, adaptorProgram }, config),
        vaults.findStrategyInitReceiptPda({ vault: each, strategy }, config),
        vaults.findVaultStrategyAuthPda({ vault: each, strategy }, config),
        vaults.findDirectWithdrawInitReceiptPda({ vault: each, strategy }, config),
        vaults.findRequestWithdrawVaultReceiptPda({ vault: each, user: assetMint }, config),
      ]),
    ]),
  );
  assert.equal(new Set(found.map(([pda]) => pda)).size, 34);
});

test('the order of the seeds is the order of the words', async () => {
  const [pda] = await vaults.findStrategyInitReceiptPda({ vault, strategy });
  const [swapped] = await vaults.findStrategyInitReceiptPda({ vault: strategy, strategy: vault });
  assert.notEqual(pda, swapped);
});

test('the addresses are those the generated instructions derive', async () => {
  const signer = createNoopSigner(user);
  const { accounts } = await vaults.getInstantWithdrawStrategyInstructionAsync({
    userTransferAuthority: signer,
    vault,
    strategy,
    vaultAssetMint: assetMint,
    adaptorProgram,
    assetTokenProgram,
    amount: 1n,
    isAmountInLp: true,
    isWithdrawAll: false,
    userArgs: null,
  });
  const asset = { assetMint, assetTokenProgram };
  const expected = [
    user,
    (await vaults.findProtocolPda())[0],
    vault,
    (await vaults.findAdaptorAddReceiptPda({ vault, adaptorProgram }))[0],
    (await vaults.findStrategyInitReceiptPda({ vault, strategy }))[0],
    (await vaults.findDirectWithdrawInitReceiptPda({ vault, strategy }))[0],
    strategy,
    assetMint,
    (await vaults.findVaultLpMintPda({ vault }))[0],
    await vaults.findUserLpTokenAccount({ vault, user }),
    (await vaults.findVaultStrategyAuthPda({ vault, strategy }))[0],
    await vaults.findUserAssetTokenAccount({ user, ...asset }),
    await vaults.findVaultStrategyTokenAccount({ vault, strategy, ...asset }),
    adaptorProgram,
    assetTokenProgram,
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
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
    assetTokenProgram,
    amount: 1n,
  });
  assert.equal(deposit.accounts[6].address, await vaults.findVaultIdleTokenAccount({ vault, ...asset }));
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
  assert.equal(request.accounts[6].address, await vaults.findEscrowLpTokenAccount({ vault, user }));
  assert.equal(
    request.accounts[7].address,
    (await vaults.findRequestWithdrawVaultReceiptPda({ vault, user }))[0],
  );
});

test('the asset is of the classic Token program unless said otherwise', async () => {
  const classic = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
  const implied = await vaults.findVaultIdleTokenAccount({ vault, assetMint });
  const given = { vault, assetMint, assetTokenProgram: classic };
  assert.equal(implied, await vaults.findVaultIdleTokenAccount(given));
  assert.notEqual(implied, await vaults.findVaultIdleTokenAccount({ ...given, assetTokenProgram }));
});

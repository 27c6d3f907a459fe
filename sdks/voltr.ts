import anchor from '@coral-xyz/anchor';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { VoltrClient } from '@voltr/vault-sdk';
import { assertEqual, row, type World } from './connect.ts';

const SDK = '@voltr/vault-sdk';
const { BN } = anchor;

/** Reads every account of the vault, and goes in and out of it in every way of a depositor. */
export async function useVault(world: World): Promise<void> {
  const { connection, wallet, setting, key } = world;
  const client = new VoltrClient(connection, wallet);
  await readVault(client, world);
  const common = {
    userTransferAuthority: wallet.publicKey,
    vault: key(setting.vault),
    vaultAssetMint: key(setting.usdcMint),
    assetTokenProgram: TOKEN_PROGRAM_ID,
  };
  await moveFunds(client, world, common);
}

async function readVault(client: VoltrClient, { setting, key }: World): Promise<void> {
  const vault = key(setting.vault);
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    fetchProtocolAccount: () => client.fetchProtocolAccount(),
    fetchVaultAccount: async () => {
      const account = await client.fetchVaultAccount(vault);
      assertEqual(account.asset.mint, setting.usdcMint);
    },
    fetchAllStrategyInitReceiptAccounts: () => client.fetchAllStrategyInitReceiptAccounts(),
    fetchAllStrategyInitReceiptAccountsOfVault: async () => {
      const receipts = await client.fetchAllStrategyInitReceiptAccountsOfVault(vault);
      assertEqual(receipts.length, 2);
    },
    fetchStrategyInitReceiptAccount: async () => {
      const [receipt] = await client.fetchAllStrategyInitReceiptAccountsOfVault(vault);
      if (receipt !== undefined) await client.fetchStrategyInitReceiptAccount(receipt.publicKey);
    },
    fetchAllAdaptorAddReceiptAccountsOfVault: async () => {
      const receipts = await client.fetchAllAdaptorAddReceiptAccountsOfVault(vault);
      assertEqual(receipts.length, 1);
    },
    fetchAdaptorAddReceiptAccount: async () => {
      const [receipt] = await client.fetchAllAdaptorAddReceiptAccountsOfVault(vault);
      if (receipt !== undefined) await client.fetchAdaptorAddReceiptAccount(receipt.publicKey);
    },
    getPositionAndTotalValuesForVault: () => client.getPositionAndTotalValuesForVault(vault),
    getCurrentAssetPerLpForVault: () => client.getCurrentAssetPerLpForVault(vault),
    getHighWaterMarkForVault: () => client.getHighWaterMarkForVault(vault),
    getVaultLpSupplyBreakdown: () => client.getVaultLpSupplyBreakdown(vault),
    getAllPendingWithdrawalsForVault: () => client.getAllPendingWithdrawalsForVault(vault),
    calculateLpForDeposit: () => client.calculateLpForDeposit(vault, new BN(1_000_000)),
    calculateAssetsForWithdraw: () => client.calculateAssetsForWithdraw(vault, new BN(1_000_000)),
    calculateLpForWithdraw: () => client.calculateLpForWithdraw(vault, new BN(1_000_000)),
  };
  for (const [name, read] of Object.entries(reads)) await row(SDK, name, read);
}

type Common = Parameters<VoltrClient['createDepositVaultIx']>[1];

async function moveFunds(
  client: VoltrClient,
  { wallet, setting, key, send }: World,
  common: Common,
): Promise<void> {
  const user = wallet.publicKey;
  const { vault } = common;
  const lpMint = client.findVaultLpMint(vault);
  const createAccount = (owner: typeof user) =>
    createAssociatedTokenAccountIdempotentInstruction(
      user,
      getAssociatedTokenAddressSync(lpMint, owner, true),
      owner,
      lpMint,
    );
  await row(SDK, 'createDepositVaultIx', async () => {
    await send([createAccount(user), await client.createDepositVaultIx(new BN(5_000_000_000), common)]);
  });
  const one = { amount: new BN(1_000_000), isAmountInLp: false, isWithdrawAll: false };
  await row(SDK, 'createInstantWithdrawVaultIx', async () => {
    await send([await client.createInstantWithdrawVaultIx(one, common)]);
  });
  const receipt = client.findRequestWithdrawVaultReceipt(vault, user);
  const request = async () => [
    createAccount(receipt),
    await client.createRequestWithdrawVaultIx(one, { ...common, payer: user }),
  ];
  await row(SDK, 'createRequestWithdrawVaultIx', async () => send(await request()));
  await row(SDK, 'fetchRequestWithdrawVaultReceiptAccount', () =>
    client.fetchRequestWithdrawVaultReceiptAccount(receipt),
  );
  await row(SDK, 'getPendingWithdrawalForUser', () => client.getPendingWithdrawalForUser(vault, user));
  await row(SDK, 'createCancelRequestWithdrawVaultIx', async () => {
    await send([await client.createCancelRequestWithdrawVaultIx(common)]);
  });
  await row(SDK, 'createWithdrawVaultIx', async () => {
    await send([...(await request()), await client.createWithdrawVaultIx(common)]);
  });
  const { strategy } = setting;
  const place = {
    ...common,
    strategy: key(strategy.address),
    adaptorProgram: key(strategy.program),
    remainingAccounts: strategy.accounts.map((address) => ({
      pubkey: key(address),
      isSigner: false,
      isWritable: true,
    })),
  };
  await row(SDK, 'createInstantWithdrawStrategyIx', async () => {
    await send([await client.createInstantWithdrawStrategyIx({ ...one, userArgs: null }, place)]);
  });
  await row(SDK, 'createDirectWithdrawStrategyIx', async () => {
    const direct = await client.createDirectWithdrawStrategyIx({ userArgs: null }, { ...place, user });
    await send([...(await request()), direct]);
  });
}

import { readFileSync } from 'node:fs';
import { type Address, type AddressesByLookupTableAddress, address, createNoopSigner } from '@solana/kit';
import { isWhole, parseDeployment } from '@staking-agent/chain/deployment';
import {
  findAssociatedTokenAddress,
  getCreateTokenAccountInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@staking-agent/chain/ledger';
import {
  findBankVaultAuthorityPda,
  findBankVaultPda,
  findLendingAccountPda,
} from '@staking-agent/chain/lending';
import {
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findProtocolPda,
  findStrategyInitReceiptPda,
  findVaultAssetIdleAuthPda,
  findVaultIdleTokenAccount,
  findVaultLpMintAuthPda,
  findVaultStrategyAuthPda,
  findVaultStrategyTokenAccount,
} from '@staking-agent/chain/vault';

/** The deployment that all builds are of. */
export const DEPLOYMENT = parseDeployment(
  JSON.parse(readFileSync(new URL('../../../../deployments/sandbox.json', import.meta.url), 'utf8')),
);
const { leveraged } = DEPLOYMENT;
if (leveraged === undefined || !isWhole(leveraged)) throw new Error('The sandbox has all parts.');
export const LEVERAGED = leveraged;

export const WALLET = address('DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL');
export const STRANGER = address('CJEYakpjmKBvvUzAn3HJSs9vtijnv472T8YJEV3WzToF');
export const STAKE_ACCOUNT = address('9vMJfxuKxXBoEa7rM12mYLMwTacLMLDJqHozw96WQL8i');
export const RESERVE = address('BjJtHnhFfn1MLymMZJUz14gFJi23tpH3AdbqYZFFDpAd');
export const MANAGER_FEE = address('8HqwpWTFgqwyEoNVjQaGiRC2jEUVNDv8mzPtSUzkBccx');
export const TABLE = LEVERAGED.lookupTables[0] as Address;

/** The wallet, which signs nothing here. */
export const signer = createNoopSigner(WALLET);

type Vault = { readonly vault: Address; readonly assetMint: Address; readonly lpMint: Address };
const USDC_VAULT = {
  vault: DEPLOYMENT.usdcVault,
  assetMint: DEPLOYMENT.usdcMint,
  lpMint: DEPLOYMENT.rausdcMint,
};
const RASOL_VAULT = {
  vault: LEVERAGED.vault,
  assetMint: DEPLOYMENT.rasolMint,
  lpMint: DEPLOYMENT.rasolMaxMint,
};

const own = (mint: Address) => findAssociatedTokenAddress(WALLET, mint);
/** The wallet's own token accounts. */
export const USER = {
  sol: await own(DEPLOYMENT.solMint),
  usdc: await own(DEPLOYMENT.usdcMint),
  rausdc: await own(DEPLOYMENT.rausdcMint),
  rasol: await own(DEPLOYMENT.rasolMint),
  rasolMax: await own(DEPLOYMENT.rasolMaxMint),
};

async function vaultAccounts({ vault, assetMint, lpMint }: Vault) {
  return {
    userTransferAuthority: signer,
    protocol: (await findProtocolPda())[0],
    vault,
    vaultAssetMint: assetMint,
    vaultLpMint: lpMint,
    userAssetAta: await own(assetMint),
    userLpAta: await own(lpMint),
    vaultAssetIdleAta: await findVaultIdleTokenAccount({ vault, assetMint }),
    vaultAssetIdleAuth: (await findVaultAssetIdleAuthPda({ vault }))[0],
    vaultLpMintAuth: (await findVaultLpMintAuthPda({ vault }))[0],
    assetTokenProgram: TOKEN_PROGRAM_ADDRESS,
  };
}
export const USDC_ACCOUNTS = await vaultAccounts(USDC_VAULT);
export const RASOL_ACCOUNTS = await vaultAccounts(RASOL_VAULT);

/** Opens an account of the wallet. */
export const open = (mint: Address, account: Address) =>
  getCreateTokenAccountInstruction({ owner: WALLET, mint, account });

const { lending, market, adaptor } = LEVERAGED;
const strategySeeds = { vault: LEVERAGED.vault, strategy: adaptor.strategy };
export const [LENDING_ACCOUNT] = await findLendingAccountPda(
  {
    group: lending.group,
    authority: WALLET,
    accountIndex: lending.accountIndex,
    thirdPartyId: lending.thirdPartyId,
  },
  { programAddress: lending.program },
);
export const FLASH_ACCOUNTS = {
  adaptorAddReceipt: (
    await findAdaptorAddReceiptPda({ vault: LEVERAGED.vault, adaptorProgram: adaptor.program })
  )[0],
  strategyInitReceipt: (await findStrategyInitReceiptPda(strategySeeds))[0],
  directWithdrawInitReceipt: (await findDirectWithdrawInitReceiptPda(strategySeeds))[0],
  vaultStrategyAuth: (await findVaultStrategyAuthPda(strategySeeds))[0],
  vaultStrategyAssetAta: await findVaultStrategyTokenAccount({
    ...strategySeeds,
    assetMint: DEPLOYMENT.rasolMint,
  }),
};
export const LIQUIDITY_VAULT = (
  await findBankVaultPda({ bank: lending.bank }, { programAddress: lending.program })
)[0];
export const LIQUIDITY_VAULT_AUTHORITY = (
  await findBankVaultAuthorityPda({ bank: lending.bank }, { programAddress: lending.program })
)[0];

/** What the lookup table holds: all that is no wallet's own. */
export const TABLES: AddressesByLookupTableAddress = {
  [TABLE]: [
    ...Object.values(FLASH_ACCOUNTS),
    adaptor.strategy,
    adaptor.program,
    adaptor.position,
    lending.group,
    lending.bank,
    LIQUIDITY_VAULT,
    LIQUIDITY_VAULT_AUTHORITY,
    market.address,
    market.rasolVault,
    market.solVault,
    RASOL_ACCOUNTS.protocol,
    LEVERAGED.vault,
    DEPLOYMENT.rasolMint,
    DEPLOYMENT.rasolMaxMint,
    TOKEN_PROGRAM_ADDRESS,
    DEPLOYMENT.stakePool.address,
    RESERVE,
    MANAGER_FEE,
  ],
};

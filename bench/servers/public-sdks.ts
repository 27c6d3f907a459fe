import { depositSol } from '@solana/spl-stake-pool';
import {
  ComputeBudgetProgram,
  Connection,
  PublicKey,
  type Signer,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { VoltrClient } from '@voltr/vault-sdk';
import BN from 'bn.js';
import { parseDeployment } from '../../packages/chain/src/deployment.ts';
import { limitLoadedData } from '../builders/web3.ts';
import { readDeployment } from '../deployment.ts';
import { LEDGER, LOADED_DATA_LIMIT } from '../orders.ts';
import { createReplies } from '../replies.ts';
import { tellParent } from '../tell-parent.ts';

/**
 * Builds what the public SDKs can build of this service's transactions, on the node given as the first argument: their
 * instructions, a compute budget, the compiled message, the signatures of accounts they make up, base64. They check
 * nothing, simulate nothing, look no fee up and are given the blockhash. The node is asked once, and what it said is the
 * answer at once from then on.
 */
const [, , ledgerUrl = ''] = process.argv;
const { stakePool, usdcVault, usdcMint, rasolMint, leveraged } = parseDeployment(readDeployment());
const connection = new Connection(ledgerUrl, {
  commitment: 'confirmed',
  fetch: createReplayingFetch(),
});
const voltr = new VoltrClient(connection);
const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const UNITS = 300_000;
const LAMPORTS = 10_000_000_000;
const USDC_UNITS = 1_000_000_000;
const RASOL_UNITS = 9_000_000_000;

function createReplayingFetch(): typeof globalThis.fetch {
  const replies = createReplies();
  return async (url, init) => {
    const ask = async () => (await globalThis.fetch(url, init)).text();
    return new Response(await replies.answer(String(init?.body), ask));
  };
}

type Part = { readonly instructions: readonly TransactionInstruction[]; readonly signers: readonly Signer[] };

const depositIntoPool = (wallet: PublicKey): Promise<Part> =>
  depositSol(connection, new PublicKey(stakePool.address), wallet, LAMPORTS);

async function depositIntoVault(
  wallet: PublicKey,
  vault: string,
  mint: string,
  amount: number,
): Promise<Part> {
  const instruction = await voltr.createDepositVaultIx(new BN(amount), accounts(wallet, vault, mint));
  return { instructions: [instruction], signers: [] };
}

async function withdrawFromVault(
  wallet: PublicKey,
  vault: string,
  mint: string,
  amount: number,
): Promise<Part> {
  const instruction = await voltr.createInstantWithdrawVaultIx(
    { amount: new BN(amount), isAmountInLp: true, isWithdrawAll: false },
    accounts(wallet, vault, mint),
  );
  return { instructions: [instruction], signers: [] };
}

function accounts(wallet: PublicKey, vault: string, mint: string) {
  return {
    userTransferAuthority: wallet,
    vault: new PublicKey(vault),
    vaultAssetMint: new PublicKey(mint),
    assetTokenProgram: TOKEN_PROGRAM,
  };
}

const BUILDS: Readonly<Record<string, (wallet: PublicKey) => Promise<readonly Part[]>>> = {
  'stake leveraged': async (wallet) => [
    await depositIntoPool(wallet),
    await depositIntoVault(wallet, String(leveraged?.vault), rasolMint, RASOL_UNITS),
  ],
  'stake USDC': async (wallet) => [await depositIntoVault(wallet, usdcVault, usdcMint, USDC_UNITS)],
  'unstake USDC': async (wallet) => [await withdrawFromVault(wallet, usdcVault, usdcMint, USDC_UNITS)],
};

function compile(wallet: PublicKey, parts: readonly Part[]): string {
  const message = new TransactionMessage({
    payerKey: wallet,
    recentBlockhash: LEDGER.blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: UNITS }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: LEDGER.unitPrice }),
      limitLoadedData(LOADED_DATA_LIMIT),
      ...parts.flatMap(({ instructions }) => instructions),
    ],
  }).compileToV0Message();
  const transaction = new VersionedTransaction(message);
  transaction.sign(parts.flatMap(({ signers }) => signers));
  return Buffer.from(transaction.serialize()).toString('base64');
}

process.on('message', async ({ build, wallet, times }: { build: string; wallet: string; times: number }) => {
  const key = new PublicKey(wallet);
  const before = process.cpuUsage();
  for (let left = times; left > 0; left -= 1) compile(key, (await BUILDS[build]?.(key)) ?? []);
  const { user, system } = process.cpuUsage(before);
  tellParent((user + system) / times / 1_000);
});
tellParent(Object.keys(BUILDS));

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Address, type EncodedAccount, getBase58Encoder } from '@solana/kit';
import { findAssociatedTokenAddress, TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { findVaultIdleTokenAccount } from '@staking-agent/chain/vault';
import { createWallet, type Wallet } from '@staking-agent/dev';
import { setTokens } from '../change-account.ts';
import { landBuild } from '../land-build.ts';
import {
  advanceEpochs,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  requestCounts,
  startWorld,
  withoutUsdcStrategies,
} from '../world.ts';

const world = await startWorld({ after }, withoutUsdcStrategies({ after }));
const { solMint, rasolMint, usdcMint } = DEPLOYMENT;
const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address;
const RENT = 1_488_440n;
const SOL = 1_000_000_000n;
const base58 = getBase58Encoder();

let wallet: Wallet;
let given: string;
let kept: string;
/** Accounts of the wallet that no request is for, with their bytes. */
let others: ReadonlyMap<Address, string>;

function setAccount(address: Address, programAddress: Address, lamports: bigint, data: Uint8Array): void {
  const account = { address, programAddress, lamports, data, executable: false, space: BigInt(data.length) };
  world.sandbox.ledger.bank.setAccount(account as unknown as EncodedAccount);
}

function setTokenAccount(address: Address, mint: Address, amount: bigint, isNative = false): void {
  const data = new Uint8Array(165);
  const view = new DataView(data.buffer);
  data.set(base58.encode(mint), 0);
  data.set(base58.encode(wallet.address), 32);
  view.setBigUint64(64, amount, true);
  data[108] = 1;
  if (isNative) {
    view.setUint32(109, 1, true);
    view.setBigUint64(113, RENT, true);
  }
  setAccount(address, TOKEN_PROGRAM_ADDRESS, RENT + (isNative ? amount : 0n), data);
}

/** An initialized nonce account: version, state, authority, nonce, fee. */
function setNonceAccount(address: Address): void {
  const data = new Uint8Array(80);
  data.set([1, 0, 0, 0, 1, 0, 0, 0]);
  data.set(base58.encode(wallet.address), 8);
  data.fill(7, 40, 72);
  setAccount(address, SYSTEM_PROGRAM, 2n * SOL, data);
}

const newAddress = async () => (await createWallet()).address as Address;

async function act(path: string, body: object) {
  return await landBuild(world, wallet, await world.post(path, { wallet: wallet.address, ...body }));
}

function toByteText(address: Address): string {
  const account = world.sandbox.ledger.findAccount(address) ?? assert.fail(`${address} is gone`);
  return `${account.lamports} ${Buffer.from(account.data).toString('hex')}`;
}

describe('honest orders', () => {
  before(async () => {
    wallet = await createFundedWallet(world, '100');
    await fundUsdc(world, wallet, '2000');
    for (const stakes of ['given', 'kept'] as const) {
      const { stakeAccount } = await act('/stake', { strategy: 'sol-native-stake', amount: '5' });
      if (stakes === 'given') given = stakeAccount;
      else kept = stakeAccount;
    }
    await act('/stake', { strategy: 'usdc-earn', amount: '1500' });
    await advanceEpochs(world, 2);
    const [second, nonce, wrapped] = await Promise.all([newAddress(), newAddress(), newAddress()]);
    setTokenAccount(second, rasolMint, 7n * SOL);
    setTokenAccount(wrapped, solMint, 3n * SOL, true);
    setNonceAccount(nonce);
    const usdc = await findAssociatedTokenAddress(wallet.address as Address, usdcMint);
    const accounts = [second, wrapped, nonce, kept as Address];
    others = new Map(accounts.map((address) => [address, toByteText(address)]));
    assert.ok(toByteText(usdc));
  });

  test('of every kind pass and land for a wallet with much else, with wrapped SOL of its own and without', async () => {
    const liquid = { strategy: 'sol-liquid-stake' };
    const wrappedSol = await findAssociatedTokenAddress(wallet.address as Address, solMint);
    for (const hasWrappedSol of [false, true]) {
      if (hasWrappedSol) setTokenAccount(wrappedSol, solMint, 2n * SOL, true);
      await act('/stake', { ...liquid, amount: '6' });
      if (hasWrappedSol) setTokenAccount(wrappedSol, solMint, 2n * SOL, true);
      await act('/unstake', { ...liquid, kind: 'instant', amount: '1' });
      await act('/unstake', { ...liquid, kind: 'slow', amount: '1.5' });
      for (const [address, bytes] of others) assert.equal(toByteText(address), bytes);
    }
    await act('/unstake', { strategy: 'sol-native-stake', kind: 'instant', stakeAccount: given });
    for (const [address, bytes] of others) assert.equal(toByteText(address), bytes);
  });

  test('of the vault provider pass and land for the same wallet', async () => {
    // All that the vault has is at work.
    const vault = DEPLOYMENT.usdcVault;
    setTokens(world, await findVaultIdleTokenAccount({ vault, assetMint: usdcMint }), 0n);
    const asked = async () =>
      Object.values(await requestCounts(world, 'vault')).reduce((sum, count) => sum + count, 0);
    const before = await asked();
    await act('/unstake', { strategy: 'usdc-earn', kind: 'instant', isWithdrawAll: true });
    assert.equal(await asked(), before + 1);
    for (const [address, bytes] of others) assert.equal(toByteText(address), bytes);
  });
});

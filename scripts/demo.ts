import { type Address, createSolanaRpc } from '@solana/kit';
import { formatAmount } from '@staking-agent/wire';
import { request } from 'undici';
import { createWallet, type Wallet } from '../e2e/wallet.ts';
import { startWorld } from './start-world.ts';

// biome-ignore lint/style/noProcessEnv: a script reads where it should run.
const { API_URL, SANDBOX_URL } = process.env;

// Against a running `npm start` when both are given, else in a world of its own.
if (API_URL && SANDBOX_URL) {
  await runDemo(API_URL, SANDBOX_URL);
} else {
  const world = await startWorld({ port: 0 }, { PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_SECONDS: '0' });
  await runDemo(`${world.service.url}/api/v1`, world.sandbox.url);
  await world.close();
}

/** Walks the whole life of a native stake with a fresh key, printing every step. */
async function runDemo(api: string, sandbox: string): Promise<void> {
  const wallet = await createWallet();
  const call = (path: string, body: object) => post(`${api}${path}`, body);
  const rpc = createSolanaRpc(sandbox);
  const print = async (step: string, ...facts: string[]) => {
    const { value } = await rpc.getBalance(wallet.address as Address, { commitment: 'processed' }).send();
    const lines = [...facts, `wallet holds ${sol(value)} SOL`].map((fact) => `    ${fact}\n`);
    process.stdout.write(`\n${step}\n${lines.join('')}`);
  };

  await post(`${sandbox}/sandbox/fund`, { wallet: wallet.address, sol: '10' });
  await print('A fresh wallet, funded by the faucet', wallet.address);

  const staked = await call('/stake', {
    strategy: 'sol-native-stake',
    wallet: wallet.address,
    amount: '1.5',
  });
  const stakeSignature = await signAndBroadcast(call, wallet, staked);
  const { stakeAccount } = staked;
  await print(
    'Staked 1.5 SOL',
    `stake account ${stakeAccount}`,
    `delegated ${sol(BigInt(staked.delegatedLamports))} SOL, rent reserve ${sol(BigInt(staked.rentExemptReserveLamports))} SOL`,
    `signature ${stakeSignature}`,
  );

  await post(`${sandbox}/sandbox/advance-epoch`, { epochs: 3 });
  const held = await rpc.getBalance(stakeAccount as Address, { commitment: 'processed' }).send();
  await print('Three epochs later', `stake account holds ${sol(held.value)} SOL, rewards included`);

  const leaving = { strategy: 'sol-native-stake', wallet: wallet.address, kind: 'deactivate', stakeAccount };
  const deactivateSignature = await signAndBroadcast(call, wallet, await call('/unstake', leaving));
  await print('Deactivated', `signature ${deactivateSignature}`);

  await post(`${sandbox}/sandbox/advance-epoch`, { epochs: 1 });
  const withdrawn = await call('/withdraw', { wallet: wallet.address, stakeAccount });
  const withdrawSignature = await signAndBroadcast(call, wallet, withdrawn);
  await print(
    'Withdrawn after the epoch ended',
    `${sol(BigInt(withdrawn.withdrawnLamports))} SOL came back and the stake account is closed`,
    `signature ${withdrawSignature}`,
  );
}

type Answer = {
  transaction: string;
  service_token: string;
  signature: string;
  stakeAccount: string;
  delegatedLamports: number;
  rentExemptReserveLamports: number;
  withdrawnLamports: number;
};

async function signAndBroadcast(
  call: (path: string, body: object) => Promise<Answer>,
  wallet: Wallet,
  { transaction, service_token }: Answer,
): Promise<string> {
  const { signature } = await call('/broadcast', {
    signed_tx: await wallet.sign(transaction),
    service_token,
  });
  return signature;
}

async function post(url: string, body: object): Promise<Answer> {
  const { statusCode, body: answer } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${new URL(url).pathname} answered ${statusCode}: ${text}`);
  return JSON.parse(text) as Answer;
}

function sol(lamports: bigint): string {
  return formatAmount(lamports, 9);
}

import { type Address, createSolanaRpc } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { formatAmount } from '@staking-agent/wire';
import { request } from 'undici';
import { createWallet, startWorld } from './start-world.ts';

if (import.meta.main) {
  // biome-ignore lint/style/noProcessEnv: a script reads where it should run.
  const { API_URL, SANDBOX_URL, SANDBOX_PROGRAMS_DIR } = process.env;
  const print = (text: string): void => void process.stdout.write(text);

  // Against a running `npm start` when both are given, else in a world of its own.
  if (API_URL && SANDBOX_URL) {
    await runDemo(API_URL, SANDBOX_URL, print);
  } else {
    const world = await startWorld(
      { port: 0 },
      { SANDBOX_PROGRAMS_DIR, PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_SECONDS: '0' },
    );
    await runDemo(`${world.service.url}/api/v1`, world.sandbox.url, print);
    await world.close();
  }
}

/**
 * Walks through every live strategy with a fresh key.
 *
 * @param api - where the service answers, up to `/api/v1`.
 * @param sandbox - the sandbox that it runs on.
 * @param print - takes the text of each step.
 */
export async function runDemo(api: string, sandbox: string, print: (text: string) => void): Promise<void> {
  const user = await createUser(api, sandbox, print);
  await user.control('fund', { wallet: user.address, sol: '20' });
  await user.print('A fresh wallet, funded by the faucet', user.address);
  await stakeNatively(user);
  await stakeLiquidly(user);
  await stakeWithLeverage(user);
  await earnOnUsdc(user);
}

/** SOL into a stake account of the wallet's own, rewards, and back. */
async function stakeNatively(user: User): Promise<void> {
  const native = { strategy: 'sol-native-stake', wallet: user.address };
  const staked = await user.signAndBroadcast('/stake', { ...native, amount: '1.5' });
  const { stakeAccount } = staked;
  await user.print(
    'Staked 1.5 SOL natively',
    `stake account ${stakeAccount}`,
    `delegated ${sol(staked.delegatedLamports)} SOL, rent reserve ${sol(staked.rentExemptReserveLamports)} SOL`,
  );

  await user.control('advance-epoch', { epochs: 3 });
  const held = await user.balance(stakeAccount);
  await user.print('Three epochs later', `stake account holds ${sol(held)} SOL, rewards included`);

  await user.signAndBroadcast('/unstake', { ...native, kind: 'deactivate', stakeAccount });
  await user.print('Deactivated');

  await user.control('advance-epoch', { epochs: 1 });
  const withdrawn = await user.signAndBroadcast('/withdraw', { wallet: user.address, stakeAccount });
  await user.print(
    'Withdrawn after the epoch ended',
    `${sol(withdrawn.withdrawnLamports)} SOL came back and the stake account is closed`,
  );
}

/** SOL into raSOL through the router, and out again by both exits. */
async function stakeLiquidly(user: User): Promise<void> {
  const liquid = { strategy: 'sol-liquid-stake', wallet: user.address };
  await user.signAndBroadcast('/stake', { ...liquid, amount: '5' });
  const { strategy } = await user.call('GET', '/strategies/sol-liquid-stake');
  const rasol = () => user.tokens(strategy.onchain.receiptMint);
  await user.print('Staked 5 SOL for raSOL', `holds ${sol(await rasol())} raSOL`);

  const quote = await user.call('POST', '/quote', { ...liquid, amount: '2' });
  await user.signAndBroadcast('/unstake', { ...liquid, kind: 'instant', amount: '2' });
  await user.print(
    'Swapped 2 raSOL back at once',
    `quoted ${quote.outAmount} SOL, price impact ${quote.priceImpactPct}`,
  );

  const redeemed = await user.signAndBroadcast('/unstake', { ...liquid, kind: 'slow', amount: '2' });
  const stakeAccount = /stake account (\w+)/.exec(redeemed.notes)?.[1] ?? '';
  await user.print(
    'Redeemed 2 raSOL for a stake account',
    `stake account ${stakeAccount} holds ${sol(await user.balance(stakeAccount))} SOL and cools down`,
  );

  await user.control('advance-epoch', { epochs: 1 });
  const withdrawn = await user.signAndBroadcast('/withdraw', { wallet: user.address, stakeAccount });
  await user.print(
    'Withdrawn it after the epoch ended',
    `${sol(withdrawn.withdrawnLamports)} SOL came back, ${sol(await rasol())} raSOL are left`,
  );
}

/** SOL into the leveraged vault; out again from its idle funds, through a flash loan, and on to SOL. */
async function stakeWithLeverage(user: User): Promise<void> {
  const leveraged = { strategy: 'sol-leveraged-stake', wallet: user.address };
  await user.control('fund', { wallet: user.address, sol: '2000' });
  const { strategy } = await user.call('GET', '/strategies/sol-leveraged-stake');
  const { depositMint, receiptMint } = strategy.onchain;
  const staked = await user.signAndBroadcast('/stake', { ...leveraged, amount: '2000' });
  await user.print(
    'Staked 2000 SOL with leverage',
    `${sol(staked.stagedRasolLamports)} raSOL went into the vault for ${sol(await user.tokens(receiptMint))} raSOL Max`,
  );

  const exit = { ...leveraged, kind: 'instant' };
  const first = await user.signAndBroadcast('/unstake', { ...exit, amount: '10' });
  await user.print('Burned 10 raSOL Max', `${first.path}: promised ${first.expectedPayoutRasol} raSOL`);

  await user.control('advance-epoch', { epochs: 1 });
  const before = await user.tokens(depositMint);
  const amount = sol(await user.tokens(receiptMint));
  const rest = await user.signAndBroadcast('/unstake', { ...exit, amount, outputAsset: 'SOL' });
  const received = (await user.tokens(depositMint)) - before;
  await user.print(
    'Burned the rest an epoch later',
    `${rest.path}: promised ${rest.expectedPayoutRasol} raSOL, received ${sol(received)}`,
  );

  const swap = await user.signAndBroadcast('/unstake', { ...rest.next.body, amount: sol(received) });
  await user.print('Swapped them to SOL, the next step', `router order ${swap.routerKind}`);
}

/** USDC into the vault, and all of it out again. */
async function earnOnUsdc(user: User): Promise<void> {
  const earn = { strategy: 'usdc-earn', wallet: user.address };
  await user.control('fund', { wallet: user.address, usdc: '1000' });
  const { strategy } = await user.call('GET', '/strategies/usdc-earn');
  const { assetMint, receiptMint } = strategy.onchain;
  const usdc = async () => formatAmount(await user.tokens(assetMint), 6);

  await user.signAndBroadcast('/stake', { ...earn, amount: '800' });
  await user.print(
    'Deposited 800 of 1000 USDC',
    `holds ${formatAmount(await user.tokens(receiptMint), 9)} raUSDC and ${await usdc()} USDC`,
  );

  await user.control('advance-epoch', { epochs: 5 });
  await user.signAndBroadcast('/unstake', { ...earn, kind: 'instant', isWithdrawAll: true });
  await user.print('Withdrew everything five epochs later', `holds ${await usdc()} USDC`);
}

// biome-ignore lint/suspicious/noExplicitAny: a script prints what it is answered; the tests hold it to the contract.
type Answer = any;
type User = Awaited<ReturnType<typeof createUser>>;

/** A wallet with a fresh key, and what its owner does with API and sandbox. */
async function createUser(api: string, sandbox: string, print: (text: string) => void) {
  const { address, sign } = await createWallet();
  const rpc = createSolanaRpc(sandbox);
  const call = (method: 'GET' | 'POST', path: string, body?: object) => send(method, `${api}${path}`, body);
  const balance = async (account: string) =>
    (await rpc.getBalance(account as Address, { commitment: 'processed' }).send()).value;
  return {
    address,
    call,
    balance,
    control: (path: string, body: object) => send('POST', `${sandbox}/sandbox/${path}`, body),
    async tokens(mint: string): Promise<bigint> {
      const account = await findAssociatedTokenAddress(address as Address, mint as Address);
      const { value } = await rpc.getTokenAccountBalance(account, { commitment: 'processed' }).send();
      return BigInt(value.amount);
    },
    /** Builds, signs, and posts back everything the build answered that broadcast asks for. */
    async signAndBroadcast(path: string, body: object): Promise<Answer> {
      const build = await call('POST', path, body);
      const { transaction, service_token, route, routerKind, router_order } = build;
      const signed_tx = await sign(transaction);
      const back = route === 'router' ? { route, routerKind, router_order } : {};
      const { signature } = await call('POST', '/broadcast', { signed_tx, service_token, ...back });
      return { ...build, signature };
    },
    async print(step: string, ...facts: string[]): Promise<void> {
      const held = `wallet holds ${sol(await balance(address))} SOL`;
      const lines = [...facts.slice(0, -1), [...facts.slice(-1), held].join(', ')];
      print(`\n${step}\n    ${lines.join('\n    ')}\n`);
    },
  };
}

async function send(method: 'GET' | 'POST', url: string, body?: object): Promise<Answer> {
  const { statusCode, body: answer } = await request(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${new URL(url).pathname} answered ${statusCode}: ${text}`);
  return JSON.parse(text);
}

function sol(lamports: bigint | number): string {
  return formatAmount(BigInt(lamports), 9);
}

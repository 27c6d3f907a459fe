import { type Address, getBase58Encoder } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import {
  type Belongings,
  giveBelongings,
  MALICIOUS_VARIANTS,
  type SandboxLedger,
} from '@staking-agent/sandbox';
import {
  createDeterministicKey,
  type DeterministicKey,
  setTokenAccount,
} from '../../packages/sandbox/src/world/accounts.ts';
import { fundUsdc, send, setRouterFault, setVaultFault, startWorld, type World } from '../world.ts';
import { STRANGER } from './palette.ts';
import { signed } from './transaction-draft.ts';

/** The request of a caller and the answer of the service. */
export type HonestBuild = {
  readonly name: string;
  readonly operation: 'stake' | 'unstake' | 'withdraw';
  readonly request: Readonly<Record<string, unknown>> & { readonly wallet: string };
  readonly answer: Readonly<Record<string, unknown>> & { readonly transaction: string };
  /** The order that is asked of the router, where it replaces the one of the service. */
  readonly asked?: Readonly<Record<string, string>> | undefined;
  /** True where a provider made the transaction. */
  readonly isProvided: boolean;
};

/** An answer the service would give if it believed a malicious router or vault provider. */
export type MaliciousBuild = {
  readonly variant: string;
  readonly of: HonestBuild;
  readonly answer: HonestBuild['answer'];
};

/** A wallet with everything a wallet can have, one with nothing but SOL and raSOL, and what was built for them. */
export type HonestWorld = {
  readonly ledger: SandboxLedger;
  readonly builds: readonly HonestBuild[];
  /** What malicious upstreams made of those that somebody else makes. */
  readonly malicious: readonly MaliciousBuild[];
  readonly rich: DeterministicKey;
  readonly belongings: Belongings;
};

const SOL_MINT = 'So11111111111111111111111111111111111111112';
const RICH = createDeterministicKey('rich wallet');
const PLAIN = createDeterministicKey('plain wallet');
/** Its wrapped SOL may be spent by somebody else as well. */
const SHARING = createDeterministicKey('sharing wallet');

type Ask = readonly [
  name: string,
  path: '/stake' | '/unstake' | '/withdraw',
  body: Record<string, unknown>,
  asked?: HonestBuild['asked'],
];

const NATIVE = { strategy: 'sol-native-stake' };
const LIQUID = { strategy: 'sol-liquid-stake' };
const EARN = { strategy: 'usdc-earn' };
/** The service asks the provider where it knows no strategy only; here the provider is asked directly. */
const BY_PROVIDER = 'by provider';
const OVER_POOL = { swapSrc: 'SanctumRouter' };
const OVER_MARKET = { swapSrc: 'Jup', slippageBps: '20' };
/** Half a percent of it is a minimum delegation: the router repays the rent out of it. */
const PREFUNDED = { amount: '300', asked: { slippageBps: '50' } };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };

/**
 * Starts a service on a sandbox, has every kind of transaction built, and stops both; the ledger stays as it is.
 *
 * @param variants - how malicious upstreams make them besides.
 */
export async function collectHonestBuilds(
  variants: readonly string[] = MALICIOUS_VARIANTS,
): Promise<HonestWorld> {
  const stops: (() => Promise<void>)[] = [];
  const world = await startWorld({ after: (stop) => stops.push(stop) });
  try {
    const { ledger } = world.sandbox;
    ledger.fund(RICH.address as Address, 5_000_000_000_000n);
    ledger.fund(PLAIN.address as Address, 120_000_000_000n);
    const belongings = await giveBelongings(ledger, RICH.address as Address);
    await deposit(world, { ...LEVERAGED, wallet: RICH.address, amount: '4000' }, RICH);
    await deposit(world, { ...LIQUID, wallet: RICH.address, amount: '600' }, RICH);
    await fundUsdc(
      world,
      { address: PLAIN.address, sign: () => Promise.reject(new Error('signs nothing')) },
      '50000000',
    );
    await deposit(world, { ...EARN, wallet: PLAIN.address, amount: '40000000' }, PLAIN);
    await deposit(world, { ...LIQUID, wallet: PLAIN.address, amount: '20' }, PLAIN);
    const stake = await deposit(world, { ...NATIVE, wallet: PLAIN.address, amount: '5' }, PLAIN);
    const sharedStake = await giveSharing(world);
    ledger.advanceEpochs(1);
    const builds: HonestBuild[] = [];
    const asks = [
      ...asksOfRich(belongings),
      ...asksOfPlain(String(stake['stakeAccount'])),
      ...asksOfSharing(sharedStake),
    ];
    for (const ask of asks) builds.push(await build(world, ask));
    const malicious = await collectMalicious(world, builds, variants);
    return { ledger, builds, malicious, rich: RICH, belongings };
  } finally {
    // A closed ledger answers nothing: it goes on as a copy of what it was, without the services around it.
    const saved = world.sandbox.ledger.save();
    for (const stop of stops) await stop();
    world.sandbox.ledger.restore(saved);
  }
}

/** The keys that sign for the wallets. */
export const WALLET_KEYS: ReadonlyMap<string, DeterministicKey> = new Map(
  [RICH, PLAIN, SHARING].map((key) => [key.address, key]),
);

function asksOfRich({ stakeAccount, cooledStakeAccount }: Belongings): readonly Ask[] {
  const wallet = RICH.address;
  return [
    ['native stake', '/stake', { ...NATIVE, wallet, amount: '2.5' }],
    ['native deactivate', '/unstake', { ...NATIVE, wallet, kind: 'deactivate', stakeAccount }],
    ['native withdraw', '/withdraw', { wallet, stakeAccount: cooledStakeAccount }],
    ['native instant', '/unstake', { ...NATIVE, wallet, kind: 'instant', stakeAccount }],
    ['liquid stake', '/stake', { ...LIQUID, wallet, amount: '3' }],
    ['liquid instant', '/unstake', { ...LIQUID, wallet, kind: 'instant', amount: '4' }],
    ['liquid slow', '/unstake', { ...LIQUID, wallet, kind: 'slow', amount: '5' }],
    [
      'liquid slow, prefunded',
      '/unstake',
      { ...LIQUID, wallet, kind: 'slow', amount: PREFUNDED.amount },
      PREFUNDED.asked,
    ],
    ['liquid stake over the market', '/stake', { ...LIQUID, wallet, amount: '3' }, OVER_MARKET],
    [
      'liquid instant over the pool',
      '/unstake',
      { ...LIQUID, wallet, kind: 'instant', amount: '4' },
      OVER_POOL,
    ],
    [
      'native instant over the market',
      '/unstake',
      { ...NATIVE, wallet, kind: 'instant', stakeAccount },
      OVER_MARKET,
    ],
    ['usdc stake', '/stake', { ...EARN, wallet, amount: '250' }],
    ['usdc exit', '/unstake', { ...EARN, wallet, kind: 'instant', amount: '20' }],
    ['usdc exit of all', '/unstake', { ...EARN, wallet, kind: 'instant', isWithdrawAll: true }],
    ['leveraged stake', '/stake', { ...LEVERAGED, wallet, amount: '6' }],
    ['leveraged exit', '/unstake', { ...LEVERAGED, wallet, kind: 'instant', amount: '1' }],
    ['leveraged flash exit', '/unstake', { ...LEVERAGED, wallet, kind: 'instant', amount: '1500' }],
  ];
}

function asksOfPlain(stakeAccount: string): readonly Ask[] {
  const wallet = PLAIN.address;
  return [
    ['liquid stake, plain', '/stake', { ...LIQUID, wallet, amount: '1.25' }],
    ['liquid instant, plain', '/unstake', { ...LIQUID, wallet, kind: 'instant', amount: '1.5' }],
    ['liquid slow, plain', '/unstake', { ...LIQUID, wallet, kind: 'slow', amount: '2' }],
    ['native instant, plain', '/unstake', { ...NATIVE, wallet, kind: 'instant', stakeAccount }],
    [
      'native instant over the market, plain',
      '/unstake',
      { ...NATIVE, wallet, kind: 'instant', stakeAccount },
      OVER_MARKET,
    ],
    ['usdc exit over strategies', '/unstake', { ...EARN, wallet, kind: 'instant', amount: '30000000' }],
    [
      'usdc exit of all over strategies',
      '/unstake',
      { ...EARN, wallet, kind: 'instant', isWithdrawAll: true },
    ],
    ['usdc exit by provider', '/unstake', { ...EARN, wallet, kind: 'instant', amount: '12000000' }],
  ];
}

function asksOfSharing(stakeAccount: string): readonly Ask[] {
  const wallet = SHARING.address;
  return [
    ['liquid stake, sharing', '/stake', { ...LIQUID, wallet, amount: '2' }],
    ['liquid instant, sharing', '/unstake', { ...LIQUID, wallet, kind: 'instant', amount: '1' }],
    ['native instant, sharing', '/unstake', { ...NATIVE, wallet, kind: 'instant', stakeAccount }],
  ];
}

/** Gives a wallet SOL, raSOL, stake, and wrapped SOL that a stranger may spend; returns its stake account. */
async function giveSharing(world: World): Promise<string> {
  const { ledger } = world.sandbox;
  const wallet = SHARING.address;
  ledger.fund(wallet as Address, 120_000_000_000n);
  await deposit(world, { ...LIQUID, wallet, amount: '20' }, SHARING);
  const { stakeAccount } = await deposit(world, { ...NATIVE, wallet, amount: '5' }, SHARING);
  const address = await findAssociatedTokenAddress(wallet as Address, ledger.deployment.solMint);
  const lent = { mint: ledger.deployment.solMint, owner: wallet, delegate: STRANGER.address };
  setTokenAccount(ledger.bank, address, { ...lent, amount: 1_000_000_000n });
  return String(stakeAccount);
}

async function build(world: World, [name, path, request, asked]: Ask): Promise<HonestBuild> {
  const { status, body, text } = await world.post(path, request);
  if (status !== 200) throw new Error(`${name}: ${text}`);
  const byProvider = name.endsWith(BY_PROVIDER)
    ? await askProvider(world, request as HonestBuild['request'])
    : undefined;
  const isProvided = body.route === 'router' || byProvider !== undefined;
  const operation = path.slice(1) as HonestBuild['operation'];
  const given = { ...body, ...(byProvider !== undefined && { transaction: byProvider }) };
  const own = { request: request as HonestBuild['request'], asked };
  const answer = asked === undefined ? given : await order(world, { ...own, answer: given });
  if (answer === undefined) throw new Error(`${name}: the router refuses.`);
  return { name, operation, ...own, answer, isProvided };
}

async function deposit(world: World, request: Record<string, unknown>, key: DeterministicKey) {
  const { answer } = await build(world, ['deposit', '/stake', request]);
  const wire = Buffer.from(answer.transaction, 'base64');
  const keys = new Map([[key.address, key]]);
  const bytes = signed(
    wire,
    Array.from({ length: wire[0] ?? 0 }, (_, i) => (i === 0 ? key.address : '')),
    keys,
  );
  const sent = await world.post('/broadcast', {
    signed_tx: Buffer.from(bytes).toString('base64'),
    service_token: answer['service_token'],
    route: 'rpc',
  });
  if (sent.status !== 200) throw new Error(sent.text);
  return answer;
}

/** Asks router and vault provider, turned malicious in every way they know, for what honest builds were made of. */
async function collectMalicious(
  world: World,
  builds: readonly HonestBuild[],
  variants: readonly string[],
): Promise<MaliciousBuild[]> {
  const found: MaliciousBuild[] = [];
  for (const variant of variants) {
    await setRouterFault(world, { mode: 'malicious', variant });
    await setVaultFault(world, { mode: 'malicious', variant });
    for (const of of builds.filter(({ isProvided }) => isProvided)) {
      const answer = of.answer['route'] === 'router' ? await order(world, of) : await withdraw(world, of);
      if (answer !== undefined) found.push({ variant, of, answer });
    }
  }
  await setRouterFault(world, { mode: 'none' });
  await setVaultFault(world, { mode: 'none' });
  return found;
}

/** Asks the router once more for what a build was made of; undefined when it refuses. */
async function order(
  { sandbox }: World,
  { request, answer, asked: more }: Pick<HonestBuild, 'request' | 'answer' | 'asked'>,
): Promise<HonestBuild['answer'] | undefined> {
  const kind = String(answer['routerKind']);
  const asked = answer['router_order'] as Record<string, unknown>;
  const { wallet, stakeAccount } = request;
  const common = { apiKey: 'key', signer: wallet, slippageBps: '50' };
  const own: Record<string, Record<string, unknown>> = {
    token: { inp: asked['inp'], out: asked['out'], amt: asked['inpAmt'] },
    depositStake: { inpAcc: stakeAccount, out: SOL_MINT },
    withdrawStake: { inp: asked['inp'], amt: asked['inpAmt'], deactivate: 'y', bridgeStakeSeed: '77' },
  };
  const query = new URLSearchParams({ ...common, ...own[kind], ...more } as Record<string, string>);
  const { status, body } = await send('GET', `${sandbox.routerUrl}/swap/${kind}/order?${query}`);
  return status === 200 ? { ...answer, transaction: String(body.tx), router_order: body } : undefined;
}

async function withdraw(world: World, { request, answer }: HonestBuild) {
  const transaction = await askProvider(world, request);
  return transaction === undefined ? undefined : { ...answer, transaction };
}

/** Asks the vault provider for an exit; undefined when it refuses. */
async function askProvider(
  { sandbox }: Pick<World, 'sandbox'>,
  request: HonestBuild['request'],
): Promise<string | undefined> {
  const { usdcVault, usdcMint } = sandbox.ledger.deployment;
  const lamportAmount = String(BigInt(String(request['amount'])) * 1_000_000n);
  const asked = {
    userPubkey: request.wallet,
    assetMint: usdcMint,
    assetTokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    isWithdrawAll: false,
    lamportAmount,
  };
  const url = `${sandbox.vaultUrl}/vault/${usdcVault}/direct-withdraw`;
  const { status, body } = await send('POST', url, asked);
  if (status !== 200) return undefined;
  return Buffer.from(Uint8Array.from(getBase58Encoder().encode(body.transaction))).toString('base64');
}

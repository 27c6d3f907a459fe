import type { KeyPairSigner } from '@solana/kit';
import { verify } from '../packages/verify/src/index.ts';
import {
  type Ask,
  type BoundedWorld,
  DEPLOYMENT,
  SOL,
  startBoundedWorld,
} from '../packages/verify/test/bounded-world.ts';
import {
  exit,
  giveRasol,
  giveStake,
  slowExit,
  stake,
  stakeExit,
  vaultDeposit,
  vaultExit,
} from '../packages/verify/test/honest-orders.ts';
import { countSpread, printSection } from './report.ts';
import type { Section } from './section.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Wallets of each kind; each is proved once with nothing of it known, then often. */
const WALLETS = 12;
const WARM_UP = 300;
const REPEATS = 200;
/** Most microseconds of CPU that the proof of a transaction of the router may take. */
const MOST = 1_000;

type Order = (world: BoundedWorld, wallet: string, key: KeyPairSigner) => Promise<Ask>;

/** How the router's or the vault provider's transaction of one kind is asked for. */
const ORDERS: Readonly<Record<string, Order>> = {
  'stake, stake pool': (world, wallet) => stake(world, wallet, 'SanctumRouter'),
  'stake, market': (world, wallet) => stake(world, wallet, 'Jup', '10'),
  'instant exit, market': (world, wallet) => exit(world, wallet, 'Jup'),
  'slow exit': (world, wallet) => slowExit(world, wallet),
  'native instant exit': async (world, wallet, key) =>
    stakeExit(world, wallet, await giveStake(world, key, '1'), 'SanctumRouter'),
  'vault exit, provider': async (world, wallet, key) => {
    await giveUsdc(world, wallet);
    await world.land(key, (await vaultDeposit(world, key.address, 500n)).transaction);
    return vaultExit(world, wallet, 100n);
  },
};

async function giveUsdc(world: BoundedWorld, wallet: string): Promise<void> {
  await world.call(`${world.sandbox.url}/sandbox/fund`, { wallet, usdc: '1000' });
}

/** Measures the CPU time that the proof of a transaction made by others takes beside its simulation. */
export async function measureProof(): Promise<readonly Section[]> {
  const closings: (() => unknown)[] = [];
  const world = await startBoundedWorld({ after: (close) => closings.push(close as () => unknown) });
  const rows: { readonly kind: string; readonly first: Spread; readonly later: Spread }[] = [];
  for (const [kind, order] of Object.entries(ORDERS)) {
    const proofs: (() => void)[] = [];
    for (let left = WALLETS; left > 0; left -= 1) proofs.push(await prepare(world, order));
    const [warmUp, ...measured] = proofs;
    repeat(warmUp, WARM_UP);
    rows.push({
      kind,
      first: spreadOf(measured.map((prove) => measureCpu(prove))),
      later: spreadOf(measured.map((prove) => measureCpu(() => repeat(prove, REPEATS)) / REPEATS)),
    });
  }
  for (const close of closings) await close();
  const [dearest] = rows.toSorted((a, b) => b.first.middle - a.first.middle);
  return [
    {
      id: 'proof',
      headings: ['Proof of a transaction made by others, µs of CPU', 'first of a wallet', 'later'],
      rows: rows.map(({ kind, first, later }) => [kind, countSpread(first), countSpread(later)]),
      figures:
        dearest === undefined
          ? []
          : [
              {
                name: 'proof of a transaction made by others, the dearest',
                spread: dearest.first,
                aim: { most: MOST },
                isGain: false,
                unit: 'µs',
              },
            ],
    },
  ];
}

async function prepare(world: BoundedWorld, order: Order): Promise<() => void> {
  const wallet = await world.createWallet();
  await giveRasol(world, wallet, 10n * SOL);
  const ask = await order(world, wallet.address, wallet);
  const { evidence } = await world.subject(ask);
  if (evidence === undefined) throw new Error('There is no evidence to prove it from.');
  const { operation, request, transaction } = ask;
  return () => {
    const { findings } = verify(operation, request, { transaction }, DEPLOYMENT, evidence);
    if (findings.length > 0) throw new Error(findings[0]?.detail);
  };
}

function repeat(prove: (() => void) | undefined, times: number): void {
  for (let left = times; left > 0; left -= 1) prove?.();
}

/** Microseconds of CPU time of this process. */
function measureCpu(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

// By itself: `node bench/measure-proof.ts`.
if (process.argv[1] === import.meta.filename) {
  for (const section of await measureProof()) printSection(section);
  process.exit(0);
}

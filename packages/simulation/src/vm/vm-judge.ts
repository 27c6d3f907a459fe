import { judgeWord } from '../judge.ts';
import type { Quantity, Receipt, Signed } from './intents.ts';
import type { End } from './vm-caller.ts';
import type { VmWorld } from './vm-world.ts';
import type { Landing } from './watch-landings.ts';

/** What the service lets a transaction cost at the most. */
const FEE_LIMIT: Quantity = { asset: 'SOL', baseUnits: '5020000' };

/** Holds a history that has ended to what the service promises. */
export function judgeVm(world: VmWorld, ends: ReadonlyMap<string, readonly End[]>, callers: number): void {
  const { witness, landings, store } = world;
  for (const { signature, word } of witness.words)
    judgeWord(signature, word, landings.get(signature), witness.violate);
  judgeIntents(world, ends);
  judgeCredits(world);
  for (const landing of landings.values()) judgeLanding(landing, world);
  for (const row of store.listOpen())
    witness.violate(`${String(row['signature']).slice(0, 8)} is still ${row['state']}`);
  if (ends.size < callers) witness.violate(`${callers - ends.size} callers never came to an end`);
}

/** Who wants something once gets it once, or not at all where it was refused. */
function judgeIntents(
  { signed, landings, witness }: VmWorld,
  ends: ReadonlyMap<string, readonly End[]>,
): void {
  const landed = [...signed.values()].filter(({ signature }) => landings.get(signature)?.isFailed === false);
  for (const [caller, intents] of ends) {
    for (const [number, { intent, isDone }] of intents.entries()) {
      const { length } = landed.filter((each) => each.caller === caller && each.number === number);
      if (length !== Number(isDone))
        witness.violate(`${caller} wanted ${intent.name} once, and it landed ${length} times`);
    }
  }
}

/** A credit is that of a stake that landed, for the wallet that signed it and the code that came with it. */
function judgeCredits({ store, witness, landings, signed }: VmWorld): void {
  for (const { wallet, signature, referral_code: code } of store.look('select * from attributions')) {
    const landing = landings.get(String(signature));
    const body = signed.get(String(signature))?.intent.body;
    const isDue =
      landing?.isFailed === false && landing.wallet === wallet && body?.['referral_code'] === code;
    if (!isDue)
      witness.violate(`${wallet} is credited to ${code} for ${signature}, and nothing of the kind landed`);
  }
}

/** What landed took from its wallet at the most what was asked and named, and brought at least what was named. */
function judgeLanding(landing: Landing, world: VmWorld): void {
  const { signature, gains, wallet } = landing;
  const { witness } = world;
  const signed = world.signed.get(signature);
  if (signed === undefined) {
    if (world.wallets.some(({ address }) => address === wallet))
      witness.violate(`${signature} landed, and nobody signed it`);
    return;
  }
  const due = sumUpDue(signed, landing, nameAssets(world));
  for (const asset of new Set([...gains.keys(), ...due.keys()])) {
    const [gain, least] = [gains.get(asset) ?? 0n, due.get(asset) ?? 0n];
    if (gain < least)
      witness.violate(
        `${signature.slice(0, 8)}, ${signed.intent.name}: ${gain} of ${asset}, and ${least} were named`,
      );
  }
}

/** The least that a landing must gain of each asset; less than zero for what may be lost. */
function sumUpDue(
  signed: Signed,
  { isFailed, epoch }: Landing,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, bigint> {
  const due = new Map<string, bigint>();
  const add = ({ asset, baseUnits }: Quantity, times: bigint) => {
    const name = names.get(asset) ?? asset;
    due.set(name, (due.get(name) ?? 0n) + times * BigInt(baseUnits));
  };
  const receipt = signed.built['receipt'] as Receipt;
  for (const cost of receipt.costs) add(cost, -1n);
  // A refresh is answered without a receipt: its fee may be another one.
  if (signed.isRefreshed) add(FEE_LIMIT, -1n);
  if (isFailed) return due;
  for (const change of listAsked(signed, receipt)) add(change, -1n);
  // What the caller asked for as the least is demanded by the bytes.
  const { least: asked } = signed.intent;
  const least = asked ?? receipt.receive?.atLeast;
  const isLower = asked === undefined && (signed.isRefreshed || hasNewRate(signed, epoch, receipt));
  if (least) add(isLower ? lower(least) : least, 1n);
  return due;
}

/** Whether the receipt said that the least holds at the rate of its epoch, and it landed in another one. */
function hasNewRate(signed: Signed, epoch: bigint, { warnings }: Receipt): boolean {
  return signed.epoch !== epoch && warnings.some(({ code }) => code === 'MINIMUM_AT_RATE');
}

/** Less by what a pool can earn in an epoch or two, or a price move meanwhile. */
function lower({ asset, baseUnits }: Quantity): Quantity {
  return { asset, baseUnits: String((BigInt(baseUnits) * 995n) / 1_000n) };
}

/** What the request allowed to leave. */
function listAsked({ intent, stakeLamports }: Signed, { changes }: Receipt): readonly Quantity[] {
  const { amount, stakeAccount } = intent.body;
  if (stakeAccount !== undefined)
    return intent.name === 'native deactivate' ? [] : [{ asset: 'SOL', baseUnits: String(stakeLamports) }];
  if (intent.name === 'usdc instant') return changes.filter(({ direction }) => direction === 'out');
  const [asset, decimals] = ASKED[intent.name] ?? ['', 0];
  const [whole = '', fraction = ''] = String(amount).split('.');
  return [{ asset, baseUnits: `${whole}${fraction.padEnd(decimals, '0')}` }];
}

const ASKED: Readonly<Record<string, readonly [asset: string, decimals: number]>> = {
  'native stake': ['SOL', 9],
  'liquid stake': ['SOL', 9],
  'liquid instant': ['raSOL', 9],
  'liquid slow': ['raSOL', 9],
  'usdc stake': ['USDC', 6],
  'leveraged stake': ['SOL', 9],
  'leveraged instant': ['raSOL Max', 9],
};

function nameAssets({ ledger }: VmWorld): ReadonlyMap<string, string> {
  const { rasolMint, usdcMint, rausdcMint, rasolMaxMint } = ledger.deployment;
  return new Map([
    ['raSOL', rasolMint],
    ['USDC', usdcMint],
    ['raUSDC', rausdcMint],
    ['raSOL Max', rasolMaxMint],
  ]);
}

import { encodeAddress, isSame } from '../bytes/text.ts';
import { deploymentKeys } from '../deployment.ts';
import type { Finding } from '../verification.ts';
import type { VaultCall } from './calls.ts';
import { arrivingAsset, findSpent, type Scene } from './intent.ts';
import type { ReadStep, Shape } from './steps.ts';
import { leastFromReserve, type PriceProof, type Swap } from './swaps.ts';

type Called = ReadStep & { readonly call: VaultCall };

/**
 * Checks the bytes against the terms. In any state of the ledger, each swap must take from the expected account, at most the
 * requested amount, pay into an account of the wallet, and give at least the minimum.
 */
export function checkMinimum(scene: Scene, shape: Shape): readonly Finding[] {
  const swaps = shape.read.filter((one): one is Called => one.call !== undefined);
  const findings = swaps.flatMap((one) => checkAccounts(one, scene));
  if (findings.length > 0) return findings;
  const [first, second] = swaps;
  if (first === undefined) return [];
  if (scene.intent.kind === 'stake-out' && second !== undefined)
    return checkPassing(first, second, scene, shape);
  return [...checkRoute(first, scene, shape), ...checkLeast(first, scene)];
}

function checkAccounts({ step: { index }, call }: Called, { intent }: Scene): readonly Finding[] {
  const { name, authority, fixed } = call.swap;
  const places = [{ role: 'the wallet', actual: authority, due: intent.wallet }, ...fixed];
  return places
    .filter(({ actual, due }) => !isSame(actual, due))
    .map(({ role, actual, due }) => ({
      rule: 'account',
      instruction: index,
      detail: `${name} names ${formatKey(actual)} where ${role}, ${encodeAddress(due)}, is due.`,
    }));
}

// One swap: from what is spent, at most the amount, into what is due.
function checkRoute(one: Called, scene: Scene, shape: Shape): readonly Finding[] {
  const { intent, terms } = scene;
  const { swap } = one.call;
  const isDrawnWhole = swap.most === 'everything' && (intent.kind === 'stake-out' || intent.isAll);
  const isWithin = isDrawnWhole || (swap.most !== 'everything' && swap.most <= terms.most);
  const findings: Finding[] = [];
  if (!isOneOf(swap.source, listSources(scene, shape)) || !isWithin) {
    findings.push(
      wrong(one, `draws up to ${swap.most} from ${formatKey(swap.source)}; at most ${terms.most} may go`),
    );
  }
  return [...findings, ...checkDestinations(one, scene, shape)];
}

function checkDestinations(one: Called, scene: Scene, shape: Shape): readonly Finding[] {
  const due = listDestinations(scene, shape, one);
  return one.call.swap.destinations
    .filter((destination) => !isOneOf(destination, due))
    .map((destination) => wrong(one, `pays into ${formatKey(destination)}, which is not the account due`));
}

function checkLeast(one: Called, scene: Scene): readonly Finding[] {
  const { intent, terms } = scene;
  const { minimum } = one.call.swap;
  if (typeof minimum === 'bigint') {
    const isExact = intent.kind !== 'vault-withdrawal' || minimum === intent.amount;
    return minimum >= terms.least && isExact ? [] : [tooLow(one, minimum, scene)];
  }
  return intent.minReceive === undefined ? checkStanding(one, minimum, scene) : [unheld(one)];
}

/** Checks a price that no minimum binds: it must stand now. */
function checkStanding(one: Called, { by }: PriceProof, scene: Scene): readonly Finding[] {
  if (by === 'vault-rate') return [];
  return by === 'reserve-fee' ? checkReserve(one, scene) : checkRate(one, scene);
}

function checkRate(one: Called, { terms, evidence }: Scene): readonly Finding[] {
  if (terms.pool?.lastUpdateEpoch === evidence.epoch) return [];
  const epoch = terms.pool?.lastUpdateEpoch;
  return [wrong(one, `has no minimum, and its rate can move: the pool was updated in epoch ${epoch}`)];
}

function checkReserve(one: Called, scene: Scene): readonly Finding[] {
  const { terms, evidence, deployment } = scene;
  const { pool, sol, fee } = deploymentKeys(deployment).reserve() ?? {};
  const accounts = [pool, sol, fee].map((key) => key && evidence.before.get(encodeAddress(key)));
  const least = leastFromReserve(accounts, deployment.reserve?.program ?? '', terms.most);
  if (least === undefined) return [wrong(one, 'has no minimum and no known fee')];
  return least >= terms.least ? [] : [tooLow(one, least, scene)];
}

function unheld(one: Called): Finding {
  return wrong(
    one,
    'pays by a rate or a fee that can change until it lands: nothing in its bytes demands minReceive. A route with a minimum, or a request without minReceive, would be right',
  );
}

// Stake into raSOL into SOL: the second swap sells what the first brings, and no raSOL that the wallet held before.
function checkPassing(first: Called, second: Called, scene: Scene, shape: Shape): readonly Finding[] {
  const { intent, evidence } = scene;
  const [into, out] = [first.call.swap, second.call.swap];
  const findings: Finding[] = [];
  if (
    !isSame(into.source, intent.stakeAccount) ||
    !into.destinations.every((key) => isSame(key, intent.rasol.account))
  ) {
    findings.push(wrong(first, 'should turn the given stake into raSOL of the wallet'));
  }
  if (!isSame(out.source, intent.rasol.account))
    findings.push(wrong(second, 'should sell the raSOL that the stake becomes'));
  const held = evidence.before.get(encodeAddress(intent.rasol.account));
  if (held !== undefined && !isCovered(into, out)) {
    findings.push(wrong(second, `may sell ${out.most} raSOL where the stake may bring less`));
  }
  return [
    ...findings,
    ...checkDestinations(second, scene, shape),
    // The second swap demands the minimum.
    ...(typeof into.minimum === 'object' ? checkStanding(first, into.minimum, scene) : []),
    ...checkLeast(second, scene),
  ];
}

// By the bytes alone: the fee of a pool may be raised until the transaction lands.
function isCovered(into: Swap, out: Swap): boolean {
  return typeof into.minimum === 'bigint' && out.most !== 'everything' && into.minimum >= out.most;
}

function listSources({ intent }: Scene, { wrapped }: Shape): readonly (Uint8Array | undefined)[] {
  if (intent.kind === 'swap-in') return [intent.wallet, ...wrapped];
  return intent.kind === 'stake-out' ? [intent.stakeAccount] : [findSpent(intent)?.account];
}

function listDestinations(
  { intent }: Scene,
  { wrapped, newStake }: Shape,
  { call }: Called,
): readonly (Uint8Array | undefined)[] {
  switch (intent.kind) {
    case 'swap-in':
      return [intent.rasol.account];
    case 'vault-deposit':
      return [intent.rausdc.account];
    case 'vault-withdrawal':
      // A request pays into an account whose place the layout has fixed.
      return call.part === 'request' ? call.swap.destinations : [intent.usdc.account];
    case 'stake-withdrawal':
      return [newStake];
    default:
      return [intent.wallet, ...wrapped];
  }
}

function isOneOf(key: Uint8Array | undefined, due: readonly (Uint8Array | undefined)[]): boolean {
  return due.some((one) => isSame(one, key));
}

function wrong({ step: { index }, call }: Called, what: string): Finding {
  return { rule: 'minimum', instruction: index, detail: `${call.swap.name} ${what}.` };
}

function tooLow({ step: { index }, call }: Called, minimum: bigint, { intent, terms }: Scene): Finding {
  const mint = arrivingAsset(intent);
  return {
    rule: 'minimum',
    instruction: index,
    detail: `${call.swap.name} may give as little as ${minimum} base units of ${mint}; it must be at least ${terms.least}.`,
    price: { least: terms.least, offered: minimum, mint },
  };
}

function formatKey(key: Uint8Array | undefined): string {
  return key === undefined ? 'nothing' : encodeAddress(key);
}

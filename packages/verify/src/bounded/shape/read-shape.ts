import { isSame, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../bytes/index.ts';
import { deploymentKeys } from '../../deployment-keys.ts';
import type { Evidence } from '../../evidence.ts';
import { encodeAddress } from '../../ledger/encode-address.ts';
import type { Finding } from '../../verification.ts';
import type { VerifyDeployment } from '../../verify-deployment.ts';
import type { BoundedIntent, BoundedKind } from '../bounded-intent.ts';
import type { Step } from '../scene.ts';
import { readSwap } from '../swaps/read-swap.ts';
import { isNativeProgram, type NativeScene, readNativeStep } from './read-native-step.ts';
import type { Letter, ReadStep, Shape } from './shape.ts';

/** The order of each kind behind its compute budget. */
const PATTERNS: Readonly<Record<BoundedKind, RegExp>> = {
  'swap-in': /^(R|W|SI|TY)*XC?$/,
  'swap-out': /^(W|SI)?XC?$/,
  'stake-out': /^(O|W|SI)*Z{0,2}X{1,2}[KC]*$/,
  'stake-withdrawal': /^N?XV?$/,
  'vault-deposit': /^M?R?XM?$/,
  'vault-withdrawal': /^M?R?(X|E?R?Qd{1,8})M?$/,
};
const BUDGET = /^[LPD]*/;
/** Letters that may stand more than once; the pattern says how often. */
const REPEATED: ReadonlySet<string> = new Set(['Z', 'X', 'd']);

const WORDS: Readonly<Record<BoundedKind, string>> = {
  'swap-in': 'the receiving account, wrapped SOL, one swap',
  'swap-out': 'wrapped SOL, one swap',
  'stake-out': 'the stake handed over, one or two swaps',
  'stake-withdrawal': 'a new stake account, one withdrawal, its deactivation',
  'vault-deposit': 'the receiving account, one deposit',
  'vault-withdrawal': 'the receiving account, one withdrawal or a request redeemed at once',
};

/**
 * Reads every top-level instruction by the rules of the kind, and compares their order with the kind's pattern.
 *
 * @returns the shape, or the first instruction that is not allowed.
 */
export function readShape(
  steps: readonly Step[],
  {
    intent,
    evidence,
    deployment,
  }: { intent: BoundedIntent; evidence: Evidence; deployment: VerifyDeployment },
): Shape | Finding {
  const keys = deploymentKeys(deployment);
  const seeded = steps.filter(isSeededToken).flatMap(({ accounts: [, created] }) => created ?? []);
  const wrapped = [intent.sol.account, ...seeded];
  const scene: NativeScene = { intent, keys, wrapped, rentExemption: evidence.rentExemption };
  const read: ReadStep[] = [];
  for (const step of steps) {
    const one = readStep(step, scene, deployment);
    if (one === undefined) return mayNotStand(step, intent.kind);
    read.push(one);
  }
  const letters = read.map(({ letter }) => letter).join('');
  const repeated = read.find(({ letter }, i) => !REPEATED.has(letter) && letters.indexOf(letter) < i);
  if (repeated !== undefined) return mayNotStand(repeated.step, intent.kind, 'stands a second time');
  if (!PATTERNS[intent.kind].test(letters.replace(BUDGET, ''))) {
    return {
      rule: 'shape',
      detail: `The instructions stand in another order than is due: ${WORDS[intent.kind]}.`,
    };
  }
  return { read, wrapped, newStake: findNewStake(read, intent) };
}

function readStep(step: Step, scene: NativeScene, deployment: VerifyDeployment): ReadStep | undefined {
  if (isNativeProgram(step.program)) {
    const letter = readNativeStep(step, scene);
    return letter && { letter, step };
  }
  const call = readSwap(step, scene.intent, deployment);
  return call && { letter: LETTER_OF[call.part], step, call };
}

const LETTER_OF = { swap: 'X', request: 'Q', redeem: 'd' } as const satisfies Record<string, Letter>;

function findNewStake(read: readonly ReadStep[], { kind }: BoundedIntent): Uint8Array | undefined {
  if (kind !== 'stake-withdrawal') return undefined;
  return read.find(({ letter }) => letter === 'X')?.call?.swap.destinations[0];
}

function isSeededToken({ program, data }: Step): boolean {
  return isSame(program, SYSTEM_PROGRAM) && data[0] === 3 && isSame(data.subarray(-32), TOKEN_PROGRAM);
}

function mayNotStand({ index, program }: Step, kind: BoundedKind, why = 'may not be part of it'): Finding {
  return {
    rule: 'shape',
    instruction: index,
    detail: `Instruction ${index}, of program ${encodeAddress(program)}, ${why}. Due are the compute budget, ${WORDS[kind]}.`,
  };
}

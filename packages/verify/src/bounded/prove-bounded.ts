import { deploymentKeys } from '../deployment-keys.ts';
import { getFee } from '../fee.ts';
import { encodeAddress } from '../ledger/encode-address.ts';
import { refusable } from '../refusable.ts';
import { Refusal } from '../refusal.ts';
import type { Subject, Verdict } from '../subject.ts';
import type { Effects } from '../verification.ts';
import { readBoundedIntent } from './bounded-intent.ts';
import { describeEffects } from './describe-effects.ts';
import { getTerms } from './price/terms.ts';
import { assertEvidence } from './rules/assert-evidence.ts';
import { getBalance } from './rules/balance.ts';
import { checkAccounts } from './rules/check-accounts.ts';
import { checkConservation, getCost } from './rules/check-conservation.ts';
import { checkInnerInstructions } from './rules/check-inner-instructions.ts';
import { checkMinimum } from './rules/check-minimum.ts';
import { checkNewAccounts } from './rules/check-new-accounts.ts';
import { checkPayer } from './rules/check-payer.ts';
import { checkPrice, getArriving } from './rules/check-price.ts';
import { getRoles } from './rules/roles.ts';
import { listWritable, readChanges, readSteps, type Scene } from './scene.ts';
import { readShape } from './shape/read-shape.ts';
import type { Shape } from './shape/shape.ts';

/**
 * Proves that a transaction the router or the vault provider made costs its wallet at most what was asked and the named
 * costs, brings at least what our own price says, and changes nothing else of it.
 *
 * Denies by default: an instruction, an account or a byte that the kind's pattern does not have is a finding. Needs evidence
 * with a simulation; `evidence.before` must hold every account of the message (readonly ones too, for what prices rest on), the
 * stake pool of raSOL and its list of validators.
 */
export function proveBounded(subject: Subject): Verdict {
  return refusable('simulated', () => judge(readScene(subject), getFee(subject)));
}

function readScene(subject: Subject): Scene {
  const { evidence } = subject;
  const intent = readBoundedIntent(subject);
  if (evidence === undefined) {
    throw new Refusal('evidence', 'There is no simulation.');
  }
  assertEvidence(evidence, listWritable(subject));
  return {
    intent,
    wallet: encodeAddress(intent.wallet),
    terms: getTerms(intent, { ...subject, evidence }),
    message: subject.transaction.message,
    steps: readSteps(subject),
    changes: readChanges(subject, evidence),
    evidence,
    deployment: subject.deployment,
  };
}

function judge(scene: Scene, fee: Effects['fee']): Verdict {
  const payment = checkPayer(scene);
  const shape = readShape(scene.steps, scene);
  if ('rule' in shape) {
    // Accounts that other instructions make are on nobody's list: what the simulation shows is told without judging it.
    const { effects } = judgeChanges(
      scene,
      { read: [], wrapped: [scene.intent.sol.account], newStake: undefined },
      fee,
    );
    return { findings: [...payment, shape], effects };
  }
  const { findings, effects } = judgeChanges(scene, shape, fee);
  return { findings: [...payment, ...checkMinimum(scene, shape), ...findings], effects };
}

function judgeChanges(scene: Scene, shape: Shape, fee: Effects['fee']): Verdict {
  const roles = getRoles(scene.intent, shape, deploymentKeys(scene.deployment));
  const { findings, rent } = checkNewAccounts(scene, shape, roles);
  const balance = getBalance(scene, roles);
  const costs = { fee, rent };
  return {
    findings: [
      ...checkAccounts(scene, shape, roles),
      ...findings,
      ...checkConservation(scene, balance, costs),
      ...checkPrice(scene, getArriving(scene.intent, balance, getCost(costs))),
      ...checkInnerInstructions(scene, shape, roles),
    ],
    effects: () => describeEffects(scene, shape, { balance, ...costs }),
  };
}

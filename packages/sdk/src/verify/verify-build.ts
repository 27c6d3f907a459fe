import type { Evidence, Proof } from '@staking-agent/verify';
import { prove } from '@staking-agent/verify/prove';
import type { Deployment, DeploymentName } from '../deployments/deployment.ts';
import type { Build, BuildId, Checked, Policy } from '../flows/flow-options.ts';
import { mainnet, sandbox } from '../generated/deployments.ts';
import type { RequestOf } from '../requests.ts';

/** What a build is checked with. */
export type VerifyOptions = {
  /** Never what the server says. */
  readonly deployment: DeploymentName | Deployment;
  /** URL of your own ledger node, for builds whose bytes alone prove nothing. */
  readonly rpc?: string | undefined;
  readonly policy?: Policy | undefined;
  /** Replaces the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly signal?: AbortSignal | undefined;
};

const PINNED: Readonly<Record<DeploymentName, Deployment>> = { mainnet, sandbox };
const INSTANT_EXIT_LOSS_BPS = 300;

/**
 * Checks that the transaction of a build does what was asked and cannot hurt the wallet otherwise.
 *
 * Bytes alone prove native staking and the USDC vault. Leveraged builds need what a ledger node shows, those of router and
 * vault provider a simulation too: of `rpc`, which is asked only then.
 *
 * @param request - the body that was sent; of `amount: "max"` the amount of the answer counts.
 * @returns harmless exactly when `findings` is empty.
 * @throws {TypeError} for a deployment with text that is no address.
 */
export async function verifyBuild<Id extends BuildId>(
  id: Id,
  request: RequestOf<Id>,
  build: Build,
  { deployment, rpc, policy, fetch, signal }: VerifyOptions,
): Promise<Checked> {
  const addresses = typeof deployment === 'string' ? PINNED[deployment] : deployment;
  const { wallet, step, ...asked }: Partial<RequestOf<'unstake'>> = { ...request } as object;
  const judged = { ...asked, ...(step && { step }), ...readMax(request, build), wallet: String(wallet) };
  const limits = { instantExitLossBps: policy?.instantExitLossBps ?? INSTANT_EXIT_LOSS_BPS };
  const isRare = step !== undefined || id === 'split' || id === 'merge';
  const rare = isRare ? (await import('@staking-agent/verify/rare')).findRarePlan(id, judged) : undefined;
  const judge = (evidence?: Evidence) => prove(id, judged, build, addresses, evidence, limits, rare);
  const fromBytes = judge();
  if (fromBytes.findings.length === 0) return toChecked(fromBytes);
  const isLacking = fromBytes.findings.every(({ rule }) => rule === 'evidence');
  if (rpc === undefined)
    return isLacking ? { ...toChecked(fromBytes), level: 'unproven' } : toChecked(fromBytes);
  const { gatherEvidence, NoEvidence } = await import('./gather-evidence.ts');
  try {
    const subject = { wallet: judged.wallet, stakeAccount: asked.stakeAccount, deployment: addresses };
    return toChecked(judge(await gatherEvidence(build.transaction, subject, { url: rpc, fetch, signal })));
  } catch (error) {
    if (!(error instanceof NoEvidence)) throw error;
    const unread = { rule: 'evidence', detail: error.message } as const;
    return isLacking
      ? { level: 'unproven', findings: [unread] }
      : { level: fromBytes.level, findings: [...fromBytes.findings, unread] };
  }
}

/** How flows have a build checked. */
export type Verify = <Id extends BuildId>(
  id: Id,
  request: RequestOf<Id>,
  build: Build,
  policy: Policy | undefined,
  signal: AbortSignal | undefined,
) => Promise<Checked>;

/** As much as there is: nobody but the service knows how much, and only up to what the caller meant. */
function readMax(request: object, build: Build): { readonly amount?: string } {
  const isMax = 'amount' in request && request.amount === 'max';
  return isMax && 'amount' in build && build.amount !== undefined ? { amount: build.amount } : {};
}

/** Effects are stated of what is harmless. */
function toChecked(proof: Proof): Checked {
  const { level, findings } = proof;
  return { level, findings, ...(findings.length === 0 && { effects: proof.effects }) };
}

import type { Evidence, Finding, Proof } from '@staking-agent/verify';
import { isRare, prove } from '@staking-agent/verify/prove';
import type { Deployment, DeploymentName } from '../deployments.ts';
import type { Build, BuildId, Checked, Policy } from '../flows/flow-options.ts';
import type { RequestOf } from '../operations.ts';
import type { CheckedFinding } from '../staking-error.ts';
import { fromBase64, readWire, toBase58 } from '../transaction-bytes.ts';

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

/** A page loads the addresses of its deployment alone. */
const PINNED: Readonly<Record<DeploymentName, () => Promise<Deployment>>> = {
  mainnet: async () => (await import('../generated/mainnet.ts')).mainnet,
  sandbox: async () => (await import('../generated/sandbox.ts')).sandbox,
};
const INSTANT_EXIT_LOSS_BPS = 300;

async function pin(name: DeploymentName, hasTip: boolean): Promise<Deployment> {
  const addresses = await PINNED[name]();
  if (!hasTip) return addresses;
  return { ...addresses, tipAccounts: (await import('../generated/tip-accounts.ts')).tipAccounts[name] };
}

/**
 * Verifies that the transaction of a build does what was requested and nothing else to the wallet.
 *
 * The bytes alone prove native staking, and USDC builds except their price. With `rpc`, your own ledger node, the price that
 * the bytes require is compared with the vault's arithmetic. Leveraged builds need accounts from the node, and builds of the
 * router and the vault provider also a simulation on it.
 *
 * The figures of a receipt are held to the proof too; `unproved` names those of its members that take a node.
 *
 * @param request - the body that was sent; for `amount: "max"`, the amount in the answer counts.
 * @returns harmless exactly when `findings` is empty.
 * @throws {TypeError} for a deployment with text that is no address.
 */
export async function verifyBuild<Id extends BuildId>(
  id: Id,
  request: RequestOf<Id>,
  build: Build,
  options: VerifyOptions,
): Promise<Checked> {
  return await verifyJson(id, request, build, options);
}

/** A build as it came: each of its members is decoded before it is believed. */
export type JsonBuild = { readonly transaction: string; readonly [member: string]: unknown };

/**
 * Verifies as {@link verifyBuild} does, of a request and an answer that are any JSON.
 *
 * @throws {TypeError} for a deployment with text that is no address.
 */
export async function verifyJson(
  id: BuildId,
  request: object,
  build: JsonBuild,
  { deployment, rpc, policy, fetch, signal }: VerifyOptions,
): Promise<Checked> {
  const addresses = typeof deployment === 'string' ? await pin(deployment, 'tip' in request) : deployment;
  const { wallet, ...asked }: Partial<RequestOf<'unstake'>> = request;
  const judged = { ...asked, ...readMax(request, build), wallet: String(wallet) };
  const limits = { instantExitLossBps: policy?.instantExitLossBps ?? INSTANT_EXIT_LOSS_BPS };
  const rare = isRare(id, judged, addresses)
    ? (await import('@staking-agent/verify/rare')).findRarePlan(id, judged, addresses)
    : undefined;
  const undated = findUndated(build);
  const judge = (evidence?: Partial<Evidence>): Proof => {
    const proof = prove(id, judged, build, addresses, evidence, limits, rare);
    return undated === undefined ? proof : { ...proof, findings: [...proof.findings, undated] };
  };
  const hold = async (proof: Proof, isRead: boolean): Promise<Checked> => {
    const { receipt } = build;
    const checked = toChecked(proof);
    const { effects, level } = checked;
    if (receipt === undefined || effects === undefined) return checked;
    const { holdReceipt } = await import('./hold-receipt.ts');
    // What a merge moves only the ledger knows.
    const isWhole = isNative(request) ? id !== 'merge' : isRead;
    const proved = { effects, deployment: addresses, operation: id, wallet: judged.wallet, isWhole };
    const { difference, unproved } = holdReceipt(receipt, proved);
    if (difference === undefined) return { ...checked, ...(unproved.length > 0 && { unproved }) };
    return { level, findings: [{ rule: 'receipt', detail: difference }] };
  };
  const fromBytes = judge();
  const isProved = fromBytes.findings.length === 0;
  if (rpc === undefined || (isProved && isNative(request))) return await hold(fromBytes, false);
  const { gatherOnNode, NoEvidence } = await import('./gather-evidence.ts');
  try {
    const subject = { request: judged, deployment: addresses };
    const evidence = await gatherOnNode(build.transaction, subject, { rpc, fetch, signal });
    const { after: _, innerInstructions: __, ...read } = evidence;
    const exact = judge(read);
    // Bytes that hold by themselves are no build of the provider: judged as one, they would be told by their shape, not by their price.
    return await hold(isProved || exact.findings.length === 0 ? exact : judge(evidence), true);
  } catch (error) {
    if (!(error instanceof NoEvidence)) throw error;
    const unread = { rule: 'evidence', detail: error.message } as const;
    if (isProved) return await hold(fromBytes, false);
    const checked = toChecked(fromBytes);
    return { ...checked, findings: [unread, ...checked.findings] };
  }
}

/** Checks whether a build is native; it involves no price and no other account of the wallet, so its proof needs no node. */
function isNative(request: object): boolean {
  return !('strategy' in request) || request.strategy === 'sol-native-stake';
}

/** Finds a blockhash other than the one in `expiry`: such a transaction could land after `expiry`. */
function findUndated({ transaction, expiry }: JsonBuild): Finding | undefined {
  const wire = readWire(fromBase64(transaction) ?? new Uint8Array());
  const { blockhash }: { readonly blockhash?: unknown } = Object(expiry);
  if (wire === undefined || toBase58(wire.blockhash) === blockhash) return undefined;
  return { rule: 'message', detail: 'The blockhash of the transaction is not the one of expiry.' };
}

/** How flows have a build checked. */
export type Verify = <Id extends BuildId>(
  id: Id,
  request: RequestOf<Id>,
  build: Build,
  policy: Policy | undefined,
  signal: AbortSignal | undefined,
) => Promise<Checked>;

/**
 * Resolves `max`: to the whole position at the USDC vault, otherwise to the amount in the answer, which only the service
 * knows.
 */
function readMax(
  request: { readonly amount?: unknown; readonly strategy?: unknown },
  { amount }: JsonBuild,
): Pick<RequestOf<'unstake'>, 'amount' | 'isWithdrawAll'> {
  const isMax = request.amount === 'max';
  // The vault has an instruction of its own for the whole position, whatever it is worth when it lands.
  if (isMax && request.strategy === 'usdc-earn' && 'kind' in request) return { isWithdrawAll: true };
  return isMax && typeof amount === 'string' ? { amount } : {};
}

/** Effects are stated of what is harmless; what nothing speaks against but a lack of evidence is unproven. */
function toChecked({ level, findings, effects }: Proof): Checked {
  if (findings.length === 0) return { level, findings: [], effects };
  const isLacking = findings.every(({ rule }) => rule === 'evidence');
  return { level: isLacking ? 'unproven' : level, findings: findings.map(printFinding) };
}

function printFinding({ price, ...finding }: Finding): CheckedFinding {
  if (price === undefined) return finding;
  return { ...finding, price: { ...price, least: String(price.least), offered: String(price.offered) } };
}

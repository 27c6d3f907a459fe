import type { Deployment } from '@staking-agent/chain/deployment';
import type { Finding, Rule } from '@staking-agent/verify';
import { type AmountAsset, ASSET_DECIMALS, formatAmount, type ProblemCode } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { Provider } from '../problems/upstream-fault.ts';
import type { Metrics } from './metrics.ts';

/** What a refusal is logged, counted and worded with. */
export type RefusalPorts = {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'onRefusal'>;
  readonly config: { readonly deployment: Deployment };
};

const CODES = {
  router: 'ROUTER_TRANSACTION_REFUSED',
  'vault provider': 'VAULT_TRANSACTION_REFUSED',
} as const satisfies Record<Provider, ProblemCode>;

/** What a transaction does that breaks a rule, to follow "it". */
const WORDS: Readonly<Record<Rule, string>> = {
  message: 'cannot be read as one transaction of the ledger',
  signers: 'asks for other signatures than that of the wallet, or is paid for by somebody else',
  fee: 'bids more for priority than any transaction of this service may',
  shape: 'holds an instruction that such a transaction does not have',
  account: 'changes an account of the wallet that was not part of the request',
  'new-account': 'opens an account that was not part of the request, or locks more than its rent',
  conservation: 'takes more from the wallet than was asked and named',
  price: 'brings less than it has to',
  minimum: 'does not hold the program to a minimum, so that it could bring less than it shows',
  'inner-instruction': 'invokes a program in a way that such a transaction does not',
  evidence: 'touches what the ledger nodes of this service did not show',
};

/**
 * Creates the problem of a withheld transaction that others built; logs all findings and counts their rules.
 *
 * @param findings - at least one; the first one that is not about the price alone decides the code.
 */
export function refuseProvidedTransaction(
  by: Provider,
  findings: readonly Finding[],
  { log, metrics, config }: RefusalPorts,
): ProblemError {
  log.error({ by, findings: findings.map(printable) }, 'provided transaction refused');
  for (const rule of new Set(findings.map((finding) => finding.rule))) metrics.onRefusal(by, rule);
  const decisive =
    findings.find(({ price }) => price === undefined) ??
    findings.find((finding) => finding.rule === 'price') ??
    findings[0];
  const rule = decisive?.rule ?? 'message';
  if (rule === 'evidence') return problem('EVIDENCE_INCOMPLETE');
  if (decisive?.price !== undefined) return refusePrice(decisive.price, config.deployment);
  return problem(CODES[by], { rule, words: WORDS[rule] });
}

/** Creates the problem of a transaction that may bring less than its minimum. */
export function refusePrice(
  { least, offered, mint }: NonNullable<Finding['price']>,
  deployment: Deployment,
): ProblemError {
  const asset = getAsset(mint, deployment);
  const inWords = (amount: bigint) => formatAmount(amount < 0n ? 0n : amount, ASSET_DECIMALS[asset]);
  return problem('PRICE_OUT_OF_BOUNDS', { asset, least: inWords(least), offered: inWords(offered) });
}

/** Stake and wrapped SOL count as SOL. */
function getAsset(mint: string, { rasolMint, usdcMint, rausdcMint, rasolMaxMint }: Deployment): AmountAsset {
  const tokens = new Map<string, AmountAsset>([
    [rasolMint, 'raSOL'],
    [usdcMint, 'USDC'],
    [rausdcMint, 'raUSDC'],
    [rasolMaxMint, 'raSOLMax'],
  ]);
  return tokens.get(mint) ?? 'SOL';
}

/** JSON has no integers beyond doubles. */
function printable({ price, ...finding }: Finding): object {
  return price === undefined
    ? finding
    : { ...finding, price: { ...price, least: String(price.least), offered: String(price.offered) } };
}

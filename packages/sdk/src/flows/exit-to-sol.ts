import { ASSET_DECIMALS, BASE_PATH, formatAmount } from '@staking-agent/wire/light';
import type { SuggestedCall } from '../generated/contract.ts';
import { isStakingError, StakingError } from '../staking-error.ts';
import type { Confirmed, ExitAsk, FlowOptions, Policy } from './flow-options.ts';
import type { FlowPorts } from './land.ts';
import { LEVELS } from './proof.ts';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

type ExitTerms = { readonly strategy?: string; readonly kind?: string; readonly outputAsset?: string };

/**
 * Exits a strategy to SOL at once.
 *
 * A leveraged exit takes two transactions: the second sells the raSOL that the first has brought, as the ledger shows it.
 *
 * @param unstake - builds, signs and lands an exit.
 * @returns the transactions that have landed, in their order.
 * @throws {StakingError} before the first signature where the policy would refuse the second; where the second one fails, with
 *   `landed`, the signature of the first, and `next`, the call that goes on from there; it is never `retryable`.
 */
export async function exitToSol(
  unstake: (ask: FlowOptions & ExitTerms) => Promise<Confirmed>,
  ports: FlowPorts,
  ask: ExitAsk & FlowOptions,
): Promise<Confirmed[]> {
  const { strategy = 'sol-leveraged-stake', policy } = ask;
  const exit = { ...ask, kind: 'instant' } as const;
  if (strategy !== 'sol-leveraged-stake') return [await unstake(exit)];
  assertSaleProvable(ports, policy);
  const first = await unstake({ ...exit, strategy, outputAsset: 'SOL' });
  const sale = sellArrived(first, ask.signer.address);
  if (sale === undefined) {
    const proved = findProved(first);
    throw new StakingError(
      'The first transaction has landed, and the service does not say readably how much raSOL it brought. Sell it as sol-liquid-stake: next or the wallet says how much.',
      {
        kind: 'transport',
        code: 'ANSWER_MALFORMED',
        retryable: false,
        signature: first.signature,
        landed: first.signature,
        ...(proved !== undefined && { next: sell(ask.signer.address, print(proved)) }),
      },
    );
  }
  try {
    return [first, await unstake({ ...sale.body, signer: ask.signer })];
  } catch (error) {
    if (!isStakingError(error)) throw error;
    const reason = `${error.message} The first transaction of the exit has landed: ${first.signature}. next sells what it brought.`;
    // The same call would exit once more.
    const facts = { ...error, retryable: false, landed: first.signature, next: sale };
    throw new StakingError(reason, facts, error);
  }
}

/**
 * Requires that the sale, which a simulation on the own node alone can prove, can be signed: refused afterwards, it would leave half an
 * exit.
 */
function assertSaleProvable({ verify, ownNode }: FlowPorts, policy: Policy | undefined): void {
  const level = ownNode === undefined ? 'unproven' : 'bounded';
  const { require = 'bounded' } = policy ?? {};
  if (verify === undefined || LEVELS.indexOf(level) <= LEVELS.indexOf(require)) return;
  throw new StakingError(
    `Nothing is signed: of the two transactions of this exit the second, which sells raSOL, would be ${level}, and policy.require is ${require}. ${ownNode === undefined ? 'Give the client rpc, or leave' : 'Leave'} with unstakeAndConfirm, which brings raSOL.`,
    { kind: 'verification', code: 'VERIFICATION_FAILED', retryable: false },
  );
}

const findProved = ({ checked }: Confirmed): bigint | undefined =>
  checked?.effects?.arrives.find(({ asset }) => asset !== WRAPPED_SOL)?.amount;

const print = (units: bigint) => formatAmount(units, ASSET_DECIMALS.raSOL);

const sell = (wallet: string, amount: string): SuggestedCall => ({
  description: 'Sells the raSOL that has arrived.',
  endpoint: `${BASE_PATH}/unstake`,
  method: 'POST',
  body: {
    strategy: 'sol-liquid-stake',
    kind: 'instant',
    wallet,
    amount,
  },
});

/**
 * Returns the call that sells the raSOL of a leveraged exit: what arrived by the ledger, as the service tells it, or by the build. It is
 * at most what the proof of the exit states, so that no answer of the service can sell raSOL that the wallet had before.
 *
 * @returns undefined where the service tells no base units.
 */
export function sellArrived(first: Confirmed, wallet: string): SuggestedCall | undefined {
  const { build, transaction } = first;
  const proved = findProved(first);
  const arrived = [transaction.changes]
    .flat()
    .map(Object)
    .find(({ asset, direction }) => asset === 'raSOL' && direction === 'in');
  if (arrived === undefined && proved === undefined) {
    const { amount }: { readonly amount?: unknown } = Object(Object(Object(build).next).body);
    return typeof amount === 'string' ? sell(wallet, amount) : undefined;
  }
  const told = arrived?.baseUnits ?? proved;
  if (!/^\d+$/.test(told)) return undefined;
  const units = BigInt(told);
  return sell(wallet, print(proved === undefined || units < proved ? units : proved));
}

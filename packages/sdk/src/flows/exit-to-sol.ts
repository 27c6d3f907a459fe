import { BASE_PATH } from '@staking-agent/wire/light';
import type { SuggestedCall, TransactionAnswer } from '../generated/contract.ts';
import { isStakingError } from '../staking-error.ts';
import type { Confirmed, FlowOptions } from './flow-options.ts';
import { type FlowPorts, land } from './land.ts';

/** What is turned into SOL at once. */
export type ExitAsk =
  | { readonly strategy?: 'sol-leveraged-stake'; readonly amount: string }
  | { readonly strategy: 'sol-liquid-stake'; readonly amount: string; readonly minReceive?: string }
  | { readonly strategy: 'sol-native-stake'; readonly stakeAccount: string; readonly minReceive?: string };

const RASOL = 'raSOL';

/**
 * Leaves a strategy with SOL in the wallet, at once.
 *
 * A leveraged exit takes two transactions: the second sells the raSOL that the first has brought, as the ledger shows it.
 *
 * @returns the transactions that have landed, in their order.
 * @throws {StakingError} where the second one fails, with `next`: the call that goes on from there.
 */
export async function exitToSol(ports: FlowPorts, ask: ExitAsk, options: FlowOptions): Promise<Confirmed[]> {
  const wallet = options.signer.address;
  const exit = { kind: 'instant', wallet } as const;
  const { strategy = 'sol-leveraged-stake', ...terms } = ask;
  if (strategy !== 'sol-leveraged-stake')
    return [await land(ports, 'unstake', { strategy, ...exit, ...terms }, options)];
  const first = await land(ports, 'unstake', { strategy, ...exit, ...terms, outputAsset: 'SOL' }, options);
  const body = { strategy: 'sol-liquid-stake', ...exit, amount: findArrived(first) } as const;
  try {
    return [first, await land(ports, 'unstake', body, options)];
  } catch (error) {
    if (!isStakingError(error)) throw error;
    const next: SuggestedCall = {
      description: 'Sells the raSOL that the first transaction has brought.',
      endpoint: `${BASE_PATH}/unstake`,
      method: 'POST',
      body,
    };
    throw error.with({ next });
  }
}

/** What has arrived on the ledger; what the build expected where the ledger does not show it. */
function findArrived({ build, transaction }: Confirmed): string {
  const next = 'next' in build ? build.next : undefined;
  return findIncoming(transaction) ?? String(next?.body['amount']);
}

function findIncoming({ changes }: TransactionAnswer): string | undefined {
  return changes?.find(({ asset, direction }) => asset === RASOL && direction === 'in')?.amount;
}

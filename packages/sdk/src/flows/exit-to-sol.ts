import { ASSET_DECIMALS, BASE_PATH, formatAmount } from '@staking-agent/wire/light';
import type { BalanceChange, SuggestedCall, TransactionAnswer } from '../generated/contract.ts';
import { isStakingError } from '../staking-error.ts';
import type { Confirmed, FlowOptions } from './flow-options.ts';
import { type FlowPorts, land } from './land.ts';

/** What is turned into SOL at once. */
export type ExitAsk =
  | { readonly strategy?: 'sol-leveraged-stake'; readonly amount: string }
  | { readonly strategy: 'sol-liquid-stake'; readonly amount: string; readonly minReceive?: string }
  | { readonly strategy: 'sol-native-stake'; readonly stakeAccount: string; readonly minReceive?: string };

const RASOL = 'raSOL';
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/**
 * Exits a strategy to SOL at once.
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

/**
 * Finds the raSOL that arrived, by the ledger or by the build. It is at most what the proof of the first transaction states,
 * so that no answer of the service can sell raSOL that the wallet had before.
 */
function findArrived({ build, transaction, checked }: Confirmed): string {
  const arrived = findIncoming(transaction);
  const next = 'next' in build ? build.next : undefined;
  const told = arrived?.amount ?? String(next?.body['amount']);
  const proved = checked?.effects?.arrives.find(({ asset }) => asset !== WRAPPED_SOL)?.amount;
  if (proved === undefined) return told;
  return arrived !== undefined && BigInt(arrived.baseUnits) <= proved
    ? told
    : formatAmount(proved, ASSET_DECIMALS.raSOL);
}

function findIncoming({ changes }: TransactionAnswer): BalanceChange | undefined {
  return changes?.find(({ asset, direction }) => asset === RASOL && direction === 'in');
}

import { VersionedTransaction } from '@solana/web3.js';
import {
  type ClientOptions,
  type Confirmed,
  createStakingClient,
  fromWalletAdapter,
  isStakingError,
} from '@staking-agent/sdk';
import type { Action, Plugin, SolanaAgentKit } from 'solana-agent-kit';
import { z } from 'zod';

const amount = z.string().describe('Decimal text in the asset, such as "1.5", or "max".');
const stakeAccount = z.string().describe('stakeAccount of the position.');
/**
 * A plugin of Solana Agent Kit 2 that stakes: `new SolanaAgentKit(wallet, rpc, {}).use(stakingPlugin({ url }))`.
 *
 * Each transaction is verified against pinned addresses before the wallet of the agent signs it. The kit asks nobody: give that
 * wallet no more than the agent may spend, or use staking-agent-mcp, which holds an agent to a policy.
 */
export function stakingPlugin(options: ClientOptions) {
  const client = createStakingClient(options);
  const ofWallet = ({ wallet }: SolanaAgentKit) => ({ wallet: wallet.publicKey.toBase58() });
  const actions = [
    define('LIMITS', 'Says what the wallet can stake, and on which ledger.', {}, (agent) =>
      client.getLimits(ofWallet(agent)),
    ),
    define('POSITIONS', 'Lists the stakes of the wallet, and what is possible next.', {}, (agent) =>
      client.listPositions(ofWallet(agent)),
    ),
    define(
      'STAKE',
      'Stakes SOL or USDC. Agree with the user first: the same call again stakes again.',
      {
        strategy: z.enum(['sol-native-stake', 'sol-liquid-stake', 'sol-leveraged-stake', 'usdc-earn']),
        amount,
      },
      async (agent, ask) => tell([await client.stakeAndConfirm({ ...ask, signer: getSigner(agent) })]),
    ),
    define(
      'LEAVE',
      'Sells raSOL or raSOL Max for SOL, at once.',
      { strategy: z.enum(['sol-liquid-stake', 'sol-leveraged-stake']), amount },
      async (agent, ask) => tell(await client.exitToSol({ ...ask, signer: getSigner(agent) })),
    ),
    define('LEAVE_USDC', 'Takes USDC out of the vault, at once.', { amount }, async (agent, ask) => {
      const exit = { strategy: 'usdc-earn', kind: 'instant', ...ask, signer: getSigner(agent) } as const;
      return tell([await client.unstakeAndConfirm(exit)]);
    }),
    define(
      'LEAVE_NATIVE',
      'Takes a native stake out: deactivate cools it down until its epoch ends, instant sells it.',
      { kind: z.enum(['deactivate', 'instant']), stakeAccount },
      async (agent, ask) => {
        const exit = { strategy: 'sol-native-stake', ...ask, signer: getSigner(agent) } as const;
        return tell([await client.unstakeAndConfirm(exit)]);
      },
    ),
    define('WITHDRAW', 'Brings a cooled down stake back.', { stakeAccount }, async (agent, ask) =>
      tell([await client.withdrawAndConfirm({ ...ask, signer: getSigner(agent) })]),
    ),
    define(
      'TRANSACTION',
      'Says what became of a transaction. Ask before anything is built again.',
      { signature: z.string() },
      async (_, ask) => ({ transaction: await client.getTransaction({ ...ask, wait: '30' }) }),
    ),
  ];
  const methods = { stakingClient: () => client, stakingSigner: getSigner };
  return { name: 'staking-agent', methods, actions, initialize: () => undefined } satisfies Plugin;
}

function getSigner({ wallet, config }: SolanaAgentKit) {
  if (config.signOnly) throw new Error('This agent only signs; the plugin sends what it has signed.');
  return fromWalletAdapter<VersionedTransaction>(wallet, VersionedTransaction);
}

function tell(landed: readonly Confirmed[]) {
  return { transactions: landed.map(({ signature, transaction: { changes } }) => ({ signature, changes })) };
}

function define<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  act: (agent: SolanaAgentKit, ask: z.infer<z.ZodObject<Shape>>) => Promise<object>,
): Action {
  const schema = z.object(shape).strict();
  const handler: Action['handler'] = async (agent, input) => {
    try {
      return await act(agent, schema.parse(input));
    } catch (error) {
      if (!isStakingError(error)) throw error;
      // The kit would keep the message alone: without the signature a lost answer is paid for twice.
      const { code, message, outcome, signature, retryable } = error;
      return { status: 'error', code, message, outcome, signature, retryable };
    }
  };
  return { name: `STAKING_${name}`, description, similes: [], examples: [], schema, handler };
}

import type { StakingClient } from '@staking-agent/sdk';
import type { Json } from './schemas/json.ts';
import { TOOLS, type ToolName } from './tools/tools.ts';

const OPERATION_OF = Object.fromEntries(TOOLS.map(({ name, operation }) => [name, operation]));

/** What every build tells: what it does, for the person who is asked to sign. */
const TOLD: Readonly<Partial<Record<ToolName, Json>>> = {
  build_stake: { include: ['receipt'] },
  build_unstake: { include: ['receipt'] },
  build_withdraw: { include: ['receipt'] },
  build_split: { include: ['receipt'] },
  build_merge: { include: ['receipt'] },
};

/** Calls the operation of a tool. @throws {StakingError} */
export async function callOperation(
  { call }: Pick<StakingClient, 'call'>,
  tool: ToolName,
  members: Json,
): Promise<Json> {
  return (await call(OPERATION_OF[tool] as never, { ...members, ...TOLD[tool] } as never)) as Json;
}

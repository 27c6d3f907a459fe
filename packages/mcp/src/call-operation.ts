import type { OperationId } from '@staking-agent/wire';
import type { Json } from './schemas/json.ts';
import { findOperation, type ToolName } from './tools/tools.ts';

/** Calls an operation with what an agent gave; the service judges it. */
export type CallPorts = {
  call(operation: OperationId, request: object, options?: { readonly timeoutMs?: number }): Promise<object>;
};

/** What every build tells: what it does, for the person who is asked to sign. */
const TOLD: Readonly<Partial<Record<ToolName, Json>>> = {
  build_stake: { include: ['receipt'] },
  build_unstake: { include: ['receipt'] },
  build_withdraw: { include: ['receipt'] },
  build_split: { include: ['receipt'] },
  build_merge: { include: ['receipt'] },
};

/** Calls the operation of a tool. @throws {StakingError} */
export async function callOperation({ call }: CallPorts, tool: ToolName, members: Json): Promise<Json> {
  return { ...(await call(findOperation(tool), { ...members, ...TOLD[tool] })) };
}

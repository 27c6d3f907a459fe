import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from '../../vm/epoch-schedule.ts';
import type { Method } from '../method.ts';
import type { NodeView } from '../node-view.ts';
import {
  type Config,
  configAt,
  invalidType,
  isConfig,
  readU64,
  requireU64,
  toAddress,
  toUnsigned,
} from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

/** Leaders `getSlotLeaders` names at most: agave `MAX_GET_SLOT_LEADERS`. */
const LEADERS_LIMIT = 5000n;

/** Methods about who makes blocks: one validator makes them all. */
export const leaderMethods = {
  getSlotLeader: (params, node) => {
    node.bank(configAt(params, 0));
    return getLeader(node);
  },

  getSlotLeaders: (params, node) => {
    requireU64(params, 0);
    const count = requireU64(params, 1);
    return Array.from({ length: Number(count < LEADERS_LIMIT ? count : LEADERS_LIMIT) }, () =>
      getLeader(node),
    );
  },

  /** Slots of an epoch by leader, counted from its first one; null for an epoch whose schedule is not known yet. */
  getLeaderSchedule: (params, node) => {
    // The slot may be left out, with the options in its place.
    const isSlotGiven = typeof params[0] !== 'object';
    const config = configAt(params, isSlotGiven ? 1 : params.length - 1);
    const newest = node.bank(config).slot;
    const slot = isSlotGiven && params[0] !== undefined ? toUnsigned(params[0]) : newest;
    const wanted = readIdentity(config);
    if (getEpoch(slot) > getEpoch(newest) + 1n) return null;
    const leader = getLeader(node);
    if (wanted !== undefined && wanted !== leader) return {};
    return { [leader]: Array.from({ length: Number(SLOTS_PER_EPOCH) }, (_, index) => index) };
  },

  /** Blocks of the slots that the node still has; without a range, those of the running epoch. */
  getBlockProduction: (params, node) => {
    const config = configAt(params, 0);
    const wanted = readIdentity(config);
    return node.answer(config, ({ slot: newest }) => {
      const range = readRange(config, newest, node);
      const leader = getLeader(node);
      const made = range.lastSlot - range.firstSlot + 1n;
      const byIdentity = wanted === undefined || wanted === leader ? { [leader]: [made, made] } : {};
      return { byIdentity, range };
    });
  },
} satisfies Record<string, Method>;

/** The one leader there is: the operator's validator. */
export function getLeader({ ledger }: NodeView): string {
  const [operator] = ledger.validators.values();
  if (operator === undefined) throw new Error('A world has validators.');
  return operator.node;
}

function readIdentity(config: Config): string | undefined {
  const identity = config['identity'] ?? undefined;
  if (identity === undefined) return undefined;
  if (typeof identity !== 'string') throw invalidType(identity, 'a string');
  return toAddress(identity);
}

function readRange(config: Config, newest: bigint, node: NodeView): { firstSlot: bigint; lastSlot: bigint } {
  const oldest = node.ledger.blocks.oldest().slot;
  const range = config['range'] ?? undefined;
  if (range === undefined) {
    const first = getFirstSlot(getEpoch(newest));
    return { firstSlot: first > oldest ? first : oldest, lastSlot: newest };
  }
  if (!isConfig(range)) throw invalidType(range, 'struct RpcBlockProductionConfigRange');
  const firstSlot = readU64(range, 'firstSlot');
  if (firstSlot === undefined) throw invalidParams('Invalid params: missing field `firstSlot`.');
  const lastSlot = readU64(range, 'lastSlot') ?? newest;
  if (lastSlot < firstSlot)
    throw invalidParams(`lastSlot, ${lastSlot}, cannot be less than firstSlot, ${firstSlot}`);
  if (firstSlot < oldest) throw invalidParams(`firstSlot, ${firstSlot}, is too small; min ${oldest}`);
  if (lastSlot > newest) throw invalidParams(`lastSlot, ${lastSlot}, is too large; max ${newest}`);
  return { firstSlot, lastSlot };
}

import {
  MAX_NAMED_STAKE_ACCOUNTS,
  POSITIONS_PER_PAGE,
  type Position,
  type PositionsAnswer,
  type Quantity,
} from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { toQuantity } from '../runtime/json.ts';
import { type Key, requireAddress } from '../strategies/fields.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /wallets/{wallet}/positions`: everything of a wallet in all strategies. */
export async function listPositions(
  { params, query }: Ask<'listPositions'>,
  { wallets }: Pick<RoutePorts, 'wallets'>,
): Promise<PositionsAnswer> {
  const wallet = requireAddress(params.wallet, 'wallet').text;
  const cursor = query.cursor === undefined ? undefined : requireAddress(query.cursor, 'cursor').text;
  const { asOf, missing, positions } = await wallets.read(wallet, requireNamed(query.stakeAccounts));
  const rest = cursor === undefined ? positions : positions.filter((each) => isBehind(each, cursor));
  const page = rest.slice(0, POSITIONS_PER_PAGE);
  return {
    wallet,
    asOf,
    isComplete: missing.length === 0,
    missing,
    totals: sumUp(positions),
    positions: page,
    nextCursor: rest.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Receipts are on the first page, and stake accounts in the order of their addresses. */
function isBehind({ strategy, id }: Position, cursor: string): boolean {
  return strategy === 'sol-native-stake' && id > cursor;
}

function requireNamed(text: string | undefined): readonly Key['text'][] {
  if (text === undefined) return [];
  const addresses = text.split(',').map((each) => requireAddress(each, 'stakeAccounts').text);
  if (addresses.length > MAX_NAMED_STAKE_ACCOUNTS) {
    const rule = `must be at most ${MAX_NAMED_STAKE_ACCOUNTS} addresses`;
    throw problem('FIELD_INVALID', { wrong: [{ field: 'stakeAccounts', rule }] });
  }
  return [...new Set(addresses)].toSorted();
}

function sumUp(positions: readonly Position[]): Quantity[] {
  return (['SOL', 'USDC'] as const).flatMap((asset) => {
    const values = positions.flatMap(({ value }) => (value.asset === asset ? [BigInt(value.baseUnits)] : []));
    if (values.length === 0) return [];
    const sum = values.reduce((total, value) => total + value, 0n);
    return [toQuantity(asset, sum)];
  });
}

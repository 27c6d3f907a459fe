import type { Deployment } from '@staking-agent/chain/deployment';
import { encodeBase58, type Message, readTransaction } from '@staking-agent/verify';
import { type BalanceChange, formatAmount } from '@staking-agent/wire';
import type { Executed } from './read-executed.ts';

const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';
/**
 * The instructions of the stake program whose second account is a stake account too, by the first four bytes of their data:
 * Split, Merge, MoveStake and MoveLamports (`StakeInstruction`, solana-program/stake).
 */
const OF_TWO_STAKES: ReadonlySet<number | undefined> = new Set([3, 7, 16, 17]);
/** Decimals of SOL. */
export const SOL_DECIMALS = 9;

/** The mints that have a symbol here. */
export type Mints = Pick<Deployment, 'usdcMint' | 'rasolMint' | 'rausdcMint' | 'rasolMaxMint' | 'solMint'>;

/**
 * Lists what an executed transaction moved: the payer's SOL, with the fee; the tokens of its token accounts; the SOL of
 * stake accounts that its instructions of the stake program name, among them those that a split opens or a merge closes.
 *
 * @throws {MalformedMessage} when the node's bytes are no transaction.
 */
export function listBalanceChanges({ transaction, meta }: Executed, mints: Mints): BalanceChange[] {
  const { message } = readTransaction(transaction);
  const loaded = meta.loadedAddresses;
  const accounts = [
    ...message.keys.map(encodeBase58),
    ...(loaded?.writable ?? []),
    ...(loaded?.readonly ?? []),
  ];
  const [payer] = accounts;
  const stakes = message.instructions
    .filter(({ program }) => accounts[program] === STAKE_PROGRAM)
    .flatMap(listStakes);
  const lamports = [...new Set([0, ...stakes])].map((index) => {
    const moved = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0);
    return describeChange(accounts[index], 'SOL', moved, SOL_DECIMALS);
  });
  const tokens = listTokenAccounts(meta, payer).map(({ index, mint, decimals, moved }) =>
    describeChange(accounts[index], getSymbol(mint, mints), moved, decimals),
  );
  return [...lamports, ...tokens].filter((change) => change !== undefined);
}

/** Indexes of the stake accounts of an instruction of the stake program. */
function listStakes({ accounts, data }: Message['instructions'][number]): readonly number[] {
  const { byteLength, byteOffset, buffer } = data;
  const kind = byteLength < 4 ? undefined : new DataView(buffer, byteOffset).getUint32(0, true);
  return [...accounts.subarray(0, OF_TWO_STAKES.has(kind) ? 2 : 1)];
}

function listTokenAccounts(
  { preTokenBalances, postTokenBalances }: Executed['meta'],
  owner: string | undefined,
) {
  const mine = (balances: typeof preTokenBalances) =>
    new Map((balances ?? []).filter((each) => each.owner === owner).map((each) => [each.accountIndex, each]));
  const [before, after] = [mine(preTokenBalances), mine(postTokenBalances)];
  return [...new Map([...before, ...after])].map(([index, { mint, uiTokenAmount }]) => {
    const unitsIn = (side: typeof before) => BigInt(side.get(index)?.uiTokenAmount.amount ?? 0);
    return { index, mint, decimals: uiTokenAmount.decimals, moved: unitsIn(after) - unitsIn(before) };
  });
}

function describeChange(
  account: string | undefined,
  asset: string,
  moved: bigint,
  decimals: number,
): BalanceChange | undefined {
  if (account === undefined || moved === 0n) return undefined;
  const units = moved < 0n ? -moved : moved;
  return {
    account,
    direction: moved < 0n ? 'out' : 'in',
    asset,
    amount: formatAmount(units, decimals),
    baseUnits: units.toString(),
  };
}

function getSymbol(mint: string, mints: Mints): string {
  const symbols: Readonly<Record<string, string>> = {
    [mints.solMint]: 'wrapped SOL',
    [mints.usdcMint]: 'USDC',
    [mints.rasolMint]: 'raSOL',
    [mints.rausdcMint]: 'raUSDC',
    [mints.rasolMaxMint]: 'raSOL Max',
  };
  return symbols[mint] ?? mint;
}

import { AccountRole, type Address } from '@solana/kit';
import { getDepositStakeInstruction } from '@staking-agent/chain/stake-pool';
import { type CallAccount, type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';
import { authorizeStake } from '../stake-pool/native-steps.ts';
import { UNSTAKE_WSOL_TAG } from '../unstake/index.ts';
import { UNSTAKE_PROGRAM_ADDRESS } from '../unstake/program.ts';
import {
  assertIsFeeAccount,
  assertUserSigns,
  lessRouterFee,
  moveTokens,
  takeAccounts,
  takePool,
  tokensOf,
} from './dex-call.ts';

/** What the router takes of a pool's tokens; of the Reserve's SOL it takes nothing. */
export const DEPOSIT_STAKE_FEE_BPS = 10n;

const ACCOUNTS = ['user', 'stake', 'destination', 'feeAccount', 'mint'] as const;
const RESERVE_ACCOUNTS = 10;

/** DepositStake: a whole stake account into a pool's tokens, or into wrapped SOL of the Reserve. */
export function depositStake(call: ModelledCall): void {
  const { named, further } = takeAccounts(call, ACCOUNTS);
  assertUserSigns(call);
  const { feeAccount, mint, destination } = named;
  assertIsFeeAccount(feeAccount, mint);
  const isReserve = further[0]?.address === UNSTAKE_PROGRAM_ADDRESS;
  const before = tokensOf(call, feeAccount);
  if (isReserve) handToReserve(call, named, further);
  else depositIntoPool(call, named, further);
  const gained = tokensOf(call, feeAccount) - before;
  const amount = isReserve ? gained : lessRouterFee(gained, DEPOSIT_STAKE_FEE_BPS);
  const payout = { source: feeAccount, mint, destination, authority: feeAccount, amount };
  call.invoke(moveTokens(call, payout), [feeAccount]);
}

type Named = Readonly<Record<(typeof ACCOUNTS)[number], Address>>;

function handToReserve(call: ModelledCall, named: Named, further: readonly CallAccount[]): void {
  const [, ...own] = further;
  if (own.length < RESERVE_ACCOUNTS) throw new ProgramFailure('NotEnoughAccountKeys');
  call.invoke({
    programAddress: UNSTAKE_PROGRAM_ADDRESS,
    accounts: [
      { address: named.user, role: AccountRole.READONLY_SIGNER },
      { address: named.stake, role: AccountRole.WRITABLE },
      { address: named.feeAccount, role: AccountRole.WRITABLE },
      ...own.map(({ address, isWritable }) => ({
        address,
        role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY,
      })),
    ],
    data: UNSTAKE_WSOL_TAG,
  });
}

function depositIntoPool(call: ModelledCall, named: Named, further: readonly CallAccount[]): void {
  const pool = takePool(further, [
    'stakePool',
    'validatorList',
    'depositAuthority',
    'withdrawAuthority',
    'validatorStake',
    'reserveStake',
    'managerFeeAccount',
  ]);
  for (const step of authorizeStake(named.stake, named.user, pool.depositAuthority)) call.invoke(step);
  call.invoke(
    getDepositStakeInstruction(
      {
        ...pool,
        stakeDepositAuthority: pool.depositAuthority,
        depositedStake: named.stake,
        destinationTokenAccount: named.feeAccount,
        referrerTokenAccount: named.feeAccount,
        poolMint: named.mint,
      } as Parameters<typeof getDepositStakeInstruction>[0],
      pool,
    ),
  );
}

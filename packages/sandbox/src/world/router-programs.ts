import type { Address } from '@solana/kit';
import { findFeeAccount, PREFUNDER, SOL_BRIDGE_OUT } from '../programs/stakedex/instructions.ts';
import { stakedexModel } from '../programs/stakedex/model.ts';
import * as reserve from '../programs/unstake.ts';
import type { Bank } from '../vm/bank.ts';
import { NATIVE_MINT_ADDRESS, SYSTEM_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import { findProgramAccount, setProgramAccount as set, setTokenAccount } from './accounts.ts';
import type { PoolSeed } from './places.ts';
import type { Tenant } from './sandbox-ledger.ts';

/** The router's program over stake pools, and its Reserve of SOL for stake accounts. */
export const routerPrograms: Tenant = {
  programs: [stakedexModel, reserve.unstakeModel],
  seed: (bank, { pool }) => seedRouterPrograms(bank, pool),
};

const SOL = 1_000_000_000n;
/** SOL in the Reserve, in lamports. */
const RESERVE_SOL = 40_000n * SOL;
/** SOL that the bridge keeps, of which it pays the rent of accounts that live within one instruction. */
const BRIDGE_SOL = SOL;
/** The Reserve's fee at full liquidity and at none. */
const FEE = {
  atFull: { numerator: 3n, denominator: 10_000n },
  atNone: { numerator: 8n, denominator: 100n },
};
const HALF = { numerator: 1n, denominator: 2n };

function seedRouterPrograms(bank: Bank, pool: PoolSeed): void {
  const plain = (address: Address, lamports: bigint): void =>
    set(bank, address, SYSTEM_PROGRAM_ADDRESS, [], lamports);
  plain(SOL_BRIDGE_OUT.address, BRIDGE_SOL);
  plain(PREFUNDER.address, SOL);
  plain(reserve.SOL_RESERVES.address, RESERVE_SOL);
  plain(reserve.RESERVE_PROTOCOL_VAULT, SOL);
  for (const mint of [pool.poolMint, NATIVE_MINT_ADDRESS]) {
    const { address } = findFeeAccount(mint);
    // Each owns itself: the program signs for it by its seeds.
    setTokenAccount(bank, address, { mint, owner: address, amount: 0n });
  }

  const authority = findProgramAccount('reserve fees');
  const state = (address: Address, size: number, bytes: ArrayLike<number>): void => {
    const data = new Uint8Array(size);
    data.set(Array.from(bytes));
    set(bank, address, reserve.UNSTAKE_PROGRAM_ADDRESS, data);
  };
  state(
    reserve.RESERVE_POOL,
    reserve.RESERVE_SIZES.pool,
    reserve.RESERVE_POOL_CODEC.encode({
      feeAuthority: authority,
      lpMint: findProgramAccount('reserve LP'),
      incomingStake: 0n,
    }),
  );
  state(reserve.RESERVE_FEE, reserve.RESERVE_SIZES.fee, reserve.RESERVE_FEE_CODEC.encode(FEE));
  state(
    reserve.PROTOCOL_FEE,
    reserve.RESERVE_SIZES.protocolFee,
    reserve.PROTOCOL_FEE_CODEC.encode({
      destination: reserve.RESERVE_PROTOCOL_VAULT,
      authority,
      part: HALF,
      referrerPart: HALF,
    }),
  );
}

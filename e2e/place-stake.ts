import type { Address } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import { STAKE_PROGRAM_ADDRESS } from '@staking-agent/chain/stake';
import { setProgramAccount } from '../packages/sandbox/src/world/accounts.ts';
import { DEPLOYMENT, type World } from './world.ts';

const SOL = 1_000_000_000n;
const NEVER = 2n ** 64n - 1n;
/** More epochs than the ledger remembers: such stake is wholly active. */
const OLD = 600n;

/** What is unusual about a stake account. */
type Odd = {
  readonly staker?: string;
  readonly withdrawer?: string;
  readonly voter?: string;
  readonly activationEpoch?: bigint;
  readonly deactivationEpoch?: bigint;
  readonly lockup?: bigint;
  readonly surplus?: bigint;
  readonly isDelegated?: boolean;
};

/** Creates what puts stake accounts of 2 SOL onto the ledger, as whoever made them may have left them. */
export function createStakePlacer(world: Pick<World, 'sandbox'>): (wallet: string, odd?: Odd) => Address {
  let placed = 0;
  return (wallet, odd = {}) => {
    const { bank, epoch } = world.sandbox.ledger;
    const rent = bank.vm().minimumBalanceForRentExemption(200n);
    const { staker = wallet, withdrawer = wallet, voter = DEPLOYMENT.voteAccount, surplus = 0n } = odd;
    placed += 1;
    const address = toAddress(Buffer.alloc(32, `stake ${placed}.`));
    const data = Buffer.alloc(200);
    const isDelegated = odd.isDelegated ?? true;
    data.writeUInt32LE(isDelegated ? 2 : 1);
    // Whatever rent is.
    data.writeBigUInt64LE(2_282_880n, 4);
    data.set(toAddressBytes(staker as Address), 12);
    data.set(toAddressBytes(withdrawer as Address), 44);
    data.writeBigUInt64LE(odd.lockup ?? 0n, 84);
    if (isDelegated) {
      data.set(toAddressBytes(voter as Address), 124);
      data.writeBigUInt64LE(2n * SOL, 156);
      data.writeBigUInt64LE(odd.activationEpoch ?? epoch() - OLD, 164);
      data.writeBigUInt64LE(odd.deactivationEpoch ?? NEVER, 172);
      data.writeDoubleLE(0.25, 180);
    }
    setProgramAccount(bank, address, STAKE_PROGRAM_ADDRESS, data, 2n * SOL + rent + surplus);
    return address;
  };
}

import { lamports } from '@solana/kit';
import type { Block } from '../../vm/blocks.ts';
import { VOTE_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import type { SandboxVm } from '../../vm/sandbox-vm.ts';
import { encodeVoteState, VOTE_STATE_SIZE } from '../../vm/stake/vote-state.ts';
import type { Places } from '../places.ts';

/** Lets every validator vote for the newest block. */
export function castVotes(vm: SandboxVm, tip: Block, { validators }: Pick<Places, 'validators'>): void {
  for (const validator of validators.values()) {
    // Its bytes are written anew, so only what it holds is read.
    const balance = vm.readBalance(validator.voteAccount);
    if (balance === 0n) continue;
    vm.setAccount({
      address: validator.voteAccount,
      programAddress: VOTE_PROGRAM_ADDRESS,
      lamports: lamports(balance),
      data: encodeVoteState(validator, tip.slot, tip.unixMilliseconds / 1000n),
      executable: false,
      space: BigInt(VOTE_STATE_SIZE),
    });
  }
}

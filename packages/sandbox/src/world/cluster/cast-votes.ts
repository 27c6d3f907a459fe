import type { Block } from '../../vm/blocks.ts';
import type { SandboxVm } from '../../vm/sandbox-vm.ts';
import { encodeVoteState } from '../../vm/stake/vote-state.ts';
import type { Places } from '../places.ts';

/** Lets every validator vote for the newest block. */
export function castVotes(vm: SandboxVm, tip: Block, { validators }: Pick<Places, 'validators'>): void {
  for (const validator of validators.values()) {
    const account = vm.readAccount(validator.voteAccount);
    if (account === undefined) continue;
    vm.setAccount({ ...account, data: encodeVoteState(validator, tip.slot, tip.unixMilliseconds / 1000n) });
  }
}

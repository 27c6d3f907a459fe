import { instruction, type ProgramFormat } from './instruction-format.ts';

export const INITIALIZE_STAKE = instruction(
  'Initialize',
  '00000000',
  ['key staker', 'key withdrawer', 'i64 lockup time', 'u64 lockup epoch', 'key lockup custodian'],
  ['w stake account', '- rent'],
  'Makes {stake account} a stake account of the staker {staker} and the withdrawer {withdrawer}.',
);

export const DELEGATE_STAKE = instruction(
  'DelegateStake',
  '02000000',
  [],
  ['w stake account', '- vote account', '- clock', '- stake history', '- stake config', 's staker'],
  'Delegates the stake of {stake account} to the validator of {vote account}.',
);

export const WITHDRAW_STAKE = instruction(
  'Withdraw',
  '04000000',
  ['u64 lamports'],
  ['w stake account', 'w recipient', '- clock', '- stake history', 's withdrawer'],
  'Moves {lamports as SOL} from the stake account {stake account} to {recipient}.',
);

export const DEACTIVATE_STAKE = instruction(
  'Deactivate',
  '05000000',
  [],
  ['w stake account', '- clock', 's staker'],
  'Starts the cooldown of the whole stake of {stake account}.',
);

export const AUTHORIZE_STAKE = instruction(
  'Authorize',
  '01000000',
  ['key new authority', 'u32 authority type'],
  ['w stake account', '- clock', 's authority', 's custodian'],
  'Puts {stake account} under the authority of {new authority} (type 0 stakes, type 1 withdraws).',
);

export const SPLIT_STAKE = instruction(
  'Split',
  '03000000',
  ['u64 lamports'],
  ['w stake account', 'w new stake account', 's staker'],
  'Moves {lamports as SOL} of the stake of {stake account} into {new stake account}.',
);

/** The stake program. */
export const STAKE: ProgramFormat = {
  name: 'Stake',
  instructions: [
    INITIALIZE_STAKE,
    AUTHORIZE_STAKE,
    DELEGATE_STAKE,
    SPLIT_STAKE,
    WITHDRAW_STAKE,
    DEACTIVATE_STAKE,
    instruction(
      'SetLockup',
      '06000000',
      ['rest lockup'],
      ['w stake account', 's authority'],
      'Changes until when {stake account} is locked.',
    ),
    instruction(
      'Merge',
      '07000000',
      [],
      ['w destination', 'w source', '- clock', '- stake history', 's staker'],
      'Merges the stake account {source} into {destination}.',
    ),
    instruction(
      'MoveStake',
      '10000000',
      ['u64 lamports'],
      ['w source', 'w destination', 's staker'],
      'Moves {lamports as SOL} of active stake from {source} to {destination}.',
    ),
    instruction(
      'MoveLamports',
      '11000000',
      ['u64 lamports'],
      ['w source', 'w destination', 's staker'],
      'Moves {lamports as SOL} that are not staked from {source} to {destination}.',
    ),
  ],
};

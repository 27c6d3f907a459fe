import { type Address, createNoopSigner, unwrapOption } from '@solana/kit';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import {
  FREE_THIRD_PARTY_IDS,
  getMarginfiAccountDecoder,
  getMarginfiAccountSize,
  MARGINFI_ERROR__UNAUTHORIZED,
  MARGINFI_GROUP_DISCRIMINATOR,
  type ParsedMarginfiAccountInitializeInstruction,
  type ParsedMarginfiAccountInitializePdaInstruction,
} from '@staking-agent/chain/lending';
import type { ModelledCall } from '../../vm/models/program-model.ts';
import { INSTRUCTIONS_SYSVAR_ADDRESS } from '../../vm/program-addresses.ts';
import { ANCHOR_ERROR__WRONG_ADDRESS, ANCHOR_ERROR__WRONG_SEEDS } from '../anchor/anchor-failure.ts';
import { type AccountRule, checkAccounts } from '../anchor/check-accounts.ts';
import { findLendingAccount } from './lending-addresses.ts';
import { AUTHORITY, writeAccount } from './lending-call.ts';
import { fail } from './lending-failure.ts';

const GROUP: AccountRule = { name: 'marginfi_group', kind: MARGINFI_GROUP_DISCRIMINATOR };
const PAYER: AccountRule = { name: 'fee_payer', kind: 'signer', isWritable: true };
const SYSTEM_PROGRAM: AccountRule = { name: 'system_program', kind: 'system-program' };
const NEW_ACCOUNT: AccountRule = { name: 'marginfi_account', kind: 'any', isWritable: true };

/** `marginfi_account_initialize`: a lending account at the address of a key pair that signs. */
export function initializeAccount(
  call: ModelledCall,
  { accounts }: ParsedMarginfiAccountInitializeInstruction,
): void {
  const { marginfiAccount, marginfiGroup, authority, feePayer } = accounts;
  checkAccounts(call, [GROUP, { ...NEW_ACCOUNT, kind: 'signer' }, AUTHORITY, PAYER, SYSTEM_PROGRAM]);
  createAccount(call, marginfiAccount.address, feePayer.address, []);
  writeNew(call, marginfiAccount.address, { group: marginfiGroup.address, authority: authority.address });
}

/** `marginfi_account_initialize_pda`: a lending account at the address derived for its owner. */
export function initializeAccountPda(
  call: ModelledCall,
  { accounts, data }: ParsedMarginfiAccountInitializePdaInstruction,
): void {
  const [group, authority] = [accounts.marginfiGroup.address, accounts.authority.address];
  const { accountIndex } = data;
  const thirdPartyIndex = unwrapOption(data.thirdPartyId) ?? 0;
  const [account, bump] = findLendingAccount(group, authority, accountIndex, thirdPartyIndex);
  checkAccounts(call, [
    GROUP,
    { ...NEW_ACCOUNT, is: [account, ANCHOR_ERROR__WRONG_SEEDS] },
    AUTHORITY,
    PAYER,
    {
      name: 'instructions_sysvar',
      kind: 'any',
      is: [INSTRUCTIONS_SYSVAR_ADDRESS, ANCHOR_ERROR__WRONG_ADDRESS],
    },
    SYSTEM_PROGRAM,
  ]);
  createAccount(call, account, accounts.feePayer.address, [account]);
  if (thirdPartyIndex >= FREE_THIRD_PARTY_IDS) fail(call, MARGINFI_ERROR__UNAUTHORIZED);
  writeNew(call, account, { group, authority, accountIndex, thirdPartyIndex, bump });
}

/** Creates an account of the program, even if its address already holds lamports. */
function createAccount(
  call: ModelledCall,
  account: Address,
  feePayer: Address,
  signers: readonly Address[],
): void {
  const space = BigInt(getMarginfiAccountSize());
  const rent = call.getRent(space);
  const [payer, newAccount] = [createNoopSigner(feePayer), createNoopSigner(account)];
  const { programAddress } = call;
  const held = call.findAccount(account)?.lamports ?? 0n;
  if (held === 0n) {
    const created = { payer, newAccount, lamports: rent, space, programAddress };
    call.invoke(getCreateAccountInstruction(created), signers);
  } else {
    if (held < rent) {
      call.invoke(getTransferSolInstruction({ source: payer, destination: account, amount: rent - held }));
    }
    call.invoke(getAllocateInstruction({ newAccount, space }), signers);
    call.invoke(getAssignInstruction({ account: newAccount, programAddress }), signers);
  }
  // Where the address is taken, that is where the program ends.
  call.findAccount(account);
}

function writeNew(
  call: ModelledCall,
  address: Address,
  fields: {
    readonly group: Address;
    readonly authority: Address;
    readonly accountIndex?: number;
    readonly thirdPartyIndex?: number;
    readonly bump?: number;
  },
): void {
  const blank = getMarginfiAccountDecoder().decode(new Uint8Array(getMarginfiAccountSize()));
  writeAccount(call, address, { ...blank, ...fields, lastUpdate: call.now });
}

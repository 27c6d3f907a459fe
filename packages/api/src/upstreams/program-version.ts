import { type Address, address } from '@solana/kit';
import { findProgramAddress, toAddress, toAddressBytes } from '@staking-agent/chain/address';
import type { ProgramVersion } from '@staking-agent/chain/deployment';
import type { LedgerReader } from './ledger/ledger-client.ts';

const UPGRADEABLE_LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
/** Header of a program-data account: kind, slot, whether there is an authority, the authority. */
const HEADER = { kind: 0, slot: 4, hasAuthority: 12, authority: 13, size: 45 } as const;
const PROGRAM_DATA_KIND = 3;

/**
 * Reads when programs were deployed last and who may upgrade them, in one call at `finalized`.
 *
 * By the layout of `UpgradeableLoaderState::ProgramData`. What another loader runs has no such account, and is left out.
 *
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function readProgramVersions(
  programs: readonly Address[],
  { ledger }: { readonly ledger: LedgerReader },
): Promise<ReadonlyMap<Address, ProgramVersion>> {
  const { value } = await ledger.read('getMultipleAccounts', [
    programs.map(findProgramDataAddress),
    { encoding: 'base64', commitment: 'finalized', dataSlice: { offset: 0, length: HEADER.size } },
  ]);
  return new Map(
    programs.flatMap((program, i) => {
      const account = value[i];
      const version =
        account?.owner === UPGRADEABLE_LOADER ? decode(Buffer.from(account.data[0], 'base64')) : undefined;
      return version === undefined ? [] : [[program, version]];
    }),
  );
}

/** Derives the account that the upgradeable loader keeps the code of a program in. */
export function findProgramDataAddress(program: Address): Address {
  return findProgramAddress(UPGRADEABLE_LOADER, [toAddressBytes(program)])[0];
}

/** Checks whether two readings found the same program version. */
export function isSameVersion(a: ProgramVersion | undefined, b: ProgramVersion | undefined): boolean {
  return a?.deploySlot === b?.deploySlot && a?.upgradeAuthority === b?.upgradeAuthority;
}

/** Says what is known of a program. */
export function describeVersion(version: ProgramVersion | undefined): string {
  if (version === undefined) return 'not upgradeable';
  const { deploySlot, upgradeAuthority } = version;
  return `deployed in slot ${deploySlot}, ${upgradeAuthority === null ? 'final' : `upgraded by ${upgradeAuthority}`}`;
}

function decode(data: Buffer): ProgramVersion | undefined {
  if (data.length < HEADER.authority || data.readUInt32LE(HEADER.kind) !== PROGRAM_DATA_KIND)
    return undefined;
  const hasAuthority = data[HEADER.hasAuthority] === 1 && data.length >= HEADER.size;
  return {
    deploySlot: data.readBigUInt64LE(HEADER.slot),
    upgradeAuthority: hasAuthority ? toAddress(data.subarray(HEADER.authority, HEADER.size)) : null,
  };
}

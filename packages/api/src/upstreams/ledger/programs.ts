import { type Address, address } from '@solana/kit';
import { findProgramAddress, toAddress, toAddressBytes } from '@staking-agent/chain/address';
import type { Deployment, ProgramVersion } from '@staking-agent/chain/deployment';
import { VOLTR_VAULT_PROGRAM_ADDRESS } from '@staking-agent/chain/vault';
import type { Logger } from 'pino';
import { problem } from '../../problems/problem.ts';
import type { Clock } from '../../runtime/clock.ts';
import { startLoop } from '../../runtime/loop.ts';
import type { LedgerClient, ReadAccount } from './client.ts';

/** Lists the programs that builds invoke, each with its member in the deployment file; a program may appear twice. */
export function namePrograms({
  stakePool,
  reserve,
  routerPrograms,
  usdcStrategies,
  leveraged,
}: Deployment): readonly (readonly [field: string, program: Address])[] {
  return [
    ['the vault program', VOLTR_VAULT_PROGRAM_ADDRESS],
    ['stakePool.program', stakePool.program],
    ...(reserve === undefined ? [] : [['reserve.program', reserve.program] as const]),
    ...routerPrograms.map((program, i) => [`routerPrograms[${i}]`, program] as const),
    ...(usdcStrategies?.adaptors ?? []).map(
      ({ program }, i) => [`usdcStrategies.adaptors[${i}].program`, program] as const,
    ),
    ...(['adaptor', 'lending', 'market'] as const).flatMap((part) => {
      const program = leveraged?.[part]?.program;
      return program === undefined ? [] : [[`leveraged.${part}.program`, program] as const];
    }),
  ];
}

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
  { ledger }: { readonly ledger: LedgerClient },
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

type ProgramWatchPorts = {
  readonly deployment: Deployment;
  readonly ledger: LedgerClient;
  readonly clock: Clock;
  readonly log: Logger;
};

/** The versions of the programs of a deployment. */
export type ProgramWatch = ReturnType<typeof watchPrograms>;

const EVERY_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 10_000;

/**
 * Watches whether a program that builds invoke is deployed anew, or gets another upgrade authority.
 *
 * Each program is compared with the version in the deployment file, or with the first reading when the file has none. A
 * change refuses nothing: builds are simulated, and a simulation names a program that no longer works.
 */
export function watchPrograms(ports: ProgramWatchPorts) {
  const { deployment, ledger, clock, log } = ports;
  const fields = new Map(namePrograms(deployment).map(([field, program]) => [program, field]));
  const programs = [...fields.keys()];
  const expected = new Map(deployment.programs);
  const told = new Map<Address, string>();
  const changes = new Map<Address, boolean>();
  let seen: ReadonlyMap<Address, ProgramVersion> | undefined;
  const look = async () => {
    const found = await readProgramVersions(programs, { ledger });
    seen = found;
    for (const program of programs) {
      const now = found.get(program);
      const before = expected.get(program) ?? now;
      if (before !== undefined) expected.set(program, before);
      const isChanged = !isSameVersion(before, now);
      changes.set(program, isChanged);
      const words = describeVersion(now);
      if (told.get(program) === words) continue;
      told.set(program, words);
      const facts = { field: fields.get(program), program, now: words };
      if (isChanged)
        log.error({ ...facts, before: describeVersion(before) }, 'program changed on the ledger');
      else log.info(facts, 'program on the ledger');
    }
  };
  const loop = startLoop({
    clock,
    work: look,
    pause: EVERY_MILLISECONDS,
    pauseAfterFault: RETRY_MILLISECONDS,
    onFault: (fault) => log.warn({ fault: String(fault) }, 'programs not looked at'),
  });
  return {
    /** The versions that the last look showed, a minute old at the most while the ledger answers; undefined before the first. */
    peek: () => seen,
    /** Tells of each program if it is another one than the deployment was made for, by the last look. */
    changes: (): ReadonlyMap<Address, boolean> => changes,
    close: loop.stop,
  };
}

/** Programs that own programs. */
const LOADERS: ReadonlySet<string> = new Set([
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]);

export function isProgram(account: ReadAccount | undefined): boolean {
  return LOADERS.has(account?.owner ?? '');
}

/** Refuses a wallet that is a program on the ledger. @throws {ProblemError} `invalid_request`. */
export function assertNoProgram(wallet: ReadAccount | undefined): void {
  if (isProgram(wallet)) throw problem('ADDRESS_IS_PROGRAM', { field: 'wallet' });
}

import type { Address } from '@solana/kit';
import type { Deployment, ProgramVersion } from '@staking-agent/chain/deployment';
import type { Logger } from 'pino';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { LedgerReader } from './ledger/ledger-client.ts';
import { namePrograms } from './named-programs.ts';
import { describeVersion, isSameVersion, readProgramVersions } from './program-version.ts';

/** What the programs of a deployment are watched with. */
export type ProgramWatchPorts = {
  readonly deployment: Deployment;
  readonly ledger: LedgerReader;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told with every look whether a program is another one than the deployment was made for. */
  readonly onProgram: (program: Address, isChanged: boolean) => void;
};

/** What follows the programs of a deployment. */
export type ProgramWatch = {
  /** The versions that the last look showed, a minute old at the most while the ledger answers; undefined before the first. */
  peek(): ReadonlyMap<Address, ProgramVersion> | undefined;
  close(): Promise<void>;
};

const EVERY_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 10_000;

/**
 * Watches whether a program that builds invoke is deployed anew, or gets another upgrade authority.
 *
 * Each program is compared with the version in the deployment file, or with the first reading when the file has none. A
 * change refuses nothing: builds are simulated, and a simulation names a program that no longer works.
 */
export function watchPrograms(ports: ProgramWatchPorts): ProgramWatch {
  const { deployment, ledger, clock, log, onProgram } = ports;
  const fields = new Map(namePrograms(deployment).map(([field, program]) => [program, field]));
  const programs = [...fields.keys()];
  const expected = new Map(deployment.programs);
  const told = new Map<Address, string>();
  let seen: ReturnType<ProgramWatch['peek']>;
  const look = async () => {
    const found = await readProgramVersions(programs, { ledger });
    seen = found;
    for (const program of programs) {
      const now = found.get(program);
      const before = expected.get(program) ?? now;
      if (before !== undefined) expected.set(program, before);
      const isChanged = !isSameVersion(before, now);
      onProgram(program, isChanged);
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
  return { peek: () => seen, close: loop.stop };
}

import { readFileSync } from 'node:fs';
import { createSubject } from './create-subject.ts';
import { printReport } from './formats/index.ts';
import { type Options, parseOptions, USAGE, UsageError } from './options.ts';
import { readDeployment } from './read-deployment.ts';
import { countOutcomes, measureTimings } from './report.ts';
import { run } from './run.ts';
import type { Subject } from './subject.ts';
import { readWallet } from './wallet.ts';

/** What a command has printed, and how it ended. */
export type Ended = { readonly exitCode: 0 | 1 | 2; readonly stdout: string; readonly stderr: string };

/** A clock of another machine is a little off. */
const MARGIN_MILLISECONDS = 2_000;

/** Runs the command with its arguments. */
export async function runCommand(args: readonly string[]): Promise<Ended> {
  try {
    const options = parseOptions(args);
    if (options === 'help') return { exitCode: 0, stdout: USAGE, stderr: '' };
    return await runOptions(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const usage = error instanceof UsageError ? `\n\n${USAGE}` : '\n';
    return { exitCode: 2, stdout: '', stderr: `${reason}${usage}` };
  }
}

async function runOptions(options: Options): Promise<Ended> {
  const subject = makeSubject(options);
  // Of a deployment that nobody reaches there is nothing to report.
  await subject.get('/health');
  const { level, format, only } = options;
  const results = await run(subject, { level, ...(only && { only }) });
  const timings = measureTimings(subject.client.exchanges);
  const stdout = printReport({ url: subject.url, level, results, timings }, format);
  return { exitCode: countOutcomes(results).failed > 0 ? 1 : 0, stdout, stderr: '' };
}

function makeSubject({ url, sandbox, rpc, keypair, deployment, isPatient }: Options): Subject {
  return createSubject({
    url,
    ...(sandbox && { sandbox }),
    ...(rpc && { rpc }),
    ...(keypair && { wallet: readWallet(readFileSync(keypair, 'utf8')) }),
    ...(deployment && { deployment: readDeployment(JSON.parse(readFileSync(deployment, 'utf8'))) }),
    ...(isPatient && { waitUntil: sleepUntil }),
  });
}

function sleepUntil(time: Date): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, time.getTime() - Date.now()) + MARGIN_MILLISECONDS);
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { parseDeployment } from '../../packages/chain/src/deployment.ts';
import { startSandbox } from '../../packages/sandbox/src/index.ts';
import { profileWhile } from '../cpu-profile.ts';
import { readDeployment } from '../deployment.ts';
import { tellParent } from '../tell-parent.ts';

/** What the parent may ask: signed transactions in base64 to be run by the VM alone, or a profile. */
type Question = { readonly runAlone: readonly string[] } | { readonly profileSeconds: number };

/** The sandbox as a process of its own. */
const { url, ledger } = await startSandbox({ deployment: parseDeployment(readDeployment()), port: 0 });

process.on('message', async (question: Question) => {
  tellParent(
    'runAlone' in question
      ? runAlone(question.runAlone)
      : await profileWhile(() => sleep(question.profileSeconds * 1_000)),
  );
});
tellParent(url);

/** Runs transactions in the VM without anything of the sandbox around it; returns microseconds of CPU for one. */
function runAlone(texts: readonly string[]): number {
  const transactions = texts.map((text) => Buffer.from(text, 'base64'));
  // Its wrapper would decode them with kit first.
  const vm = ledger.bank.vm()['inner'];
  const before = process.cpuUsage();
  const results: object[] = transactions.map((bytes) => vm.sendVersionedTransaction(bytes));
  const { user, system } = process.cpuUsage(before);
  if (results.some((result) => 'err' in result)) {
    throw new Error('A transaction failed in the VM.');
  }
  return (user + system) / texts.length;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { generateClients } from '../packages/chain/scripts/generate-clients.ts';
import { printStill, recordAnswers } from '../packages/dev/src/record-answers.ts';
import { recordProblems } from '../packages/dev/src/record-problems.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const write = (path: string, text: string) => writeFileSync(new URL(`../${path}`, import.meta.url), text);

const recorded = JSON.stringify(await recordProblems(), null, 2);
write(
  'packages/wire/src/examples/generated/problems.ts',
  `// Recorded from the running service by \`npm run generate\`.\n\n/** Problems as the service answers them, by code. */\nexport const RECORDED_PROBLEMS = ${recorded} as const;\n`,
);
await renewAnswers();
// After the recording: both print it.
const { printOpenApi } = await import('../packages/wire/src/openapi.ts');
const { printErrorsPage } = await import('../packages/wire/src/errors-page.ts');
write('docs/openapi.json', `${JSON.stringify(printOpenApi(), null, 2)}\n`);
write('docs/errors.md', printErrorsPage());
const { printContract } = await import('../packages/sdk/scripts/print-contract.ts');
const { printDeployments } = await import('../packages/sdk/scripts/print-deployments.ts');
write('packages/sdk/src/generated/contract.ts', printContract());
const pinned = ['mainnet', 'sandbox'].map((name) => JSON.parse(read(`deployments/${name}.json`)));
write('packages/sdk/src/generated/deployments.ts', printDeployments(pinned));
const { printConformancePage } = await import('../packages/conformance/scripts/print-page.ts');
write('docs/conformance.md', printConformancePage());
await generateClients();

/** Records the answers of the examples; where nothing but figures, times and addresses moved, those of before stay. */
async function renewAnswers(): Promise<void> {
  const path = 'packages/wire/src/examples/generated/answers.ts';
  const { WALLET: wallet, STAKE_ACCOUNT: stakeAccount } = await import(
    '../packages/wire/src/examples/example-values.ts'
  );
  const stand = { wallet, stakeAccount };
  // Not imported: what prints it afterwards must load what is written here.
  const text = read(path);
  const at = text.indexOf(' = {\n') + 3;
  const before: unknown = JSON.parse(text.slice(at).replace(/;\s*$/, ''));
  if (printStill(await recordAnswers(stand, false)) === printStill(before)) return;
  // What is measured late on a busy machine is no change.
  const answers = await recordAnswers(stand, true);
  if (printStill(answers) === printStill(before)) return;
  write(path, `${text.slice(0, at)}${JSON.stringify(answers, null, 2)};\n`);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { recordProblems } from '../e2e/record-problems.ts';
import { generateClients } from '../packages/chain/scripts/generate-clients.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const write = (path: string, text: string) => writeFileSync(new URL(`../${path}`, import.meta.url), text);

const recorded = JSON.stringify(await recordProblems(), null, 2);
write(
  'packages/wire/src/generated/problems.ts',
  `// Recorded from the running service by \`npm run generate\`.\n\n/** Problems as the service answers them, by code. */\nexport const RECORDED_PROBLEMS = ${recorded} as const;\n`,
);
// After the recording, which it prints.
const { printOpenApi } = await import('../packages/wire/src/openapi.ts');
write('docs/openapi.json', `${JSON.stringify(printOpenApi(), null, 2)}\n`);
const { printContract, printDeployment, printTipAccounts } = await import(
  '../packages/sdk/scripts/print-generated.ts'
);
write('packages/sdk/src/generated/contract.ts', printContract());
const deployments = ['mainnet', 'sandbox'].map((name) => [
  name,
  JSON.parse(read(`deployments/${name}.json`)),
]);
for (const [name, file] of deployments) write(`packages/sdk/src/generated/${name}.ts`, printDeployment(file));
write('packages/sdk/src/generated/tip-accounts.ts', printTipAccounts(deployments.map(([, file]) => file)));
await generateClients();

import { writeFileSync } from 'node:fs';
import { generateClients } from '../packages/chain/scripts/generate-clients.ts';
import { recordProblems } from '../packages/dev/src/record-problems.ts';

const write = (path: string, text: string) => writeFileSync(new URL(`../${path}`, import.meta.url), text);

const recorded = JSON.stringify(await recordProblems(), null, 2);
write(
  'packages/wire/src/examples/generated/problems.ts',
  `// Recorded from the running service by \`npm run generate\`.\n\n/** Problems as the service answers them, by code. */\nexport const RECORDED_PROBLEMS = ${recorded} as const;\n`,
);
// After the recording: both print it.
const { printOpenApi } = await import('../packages/wire/src/openapi.ts');
const { printErrorsPage } = await import('../packages/wire/src/documents.ts');
write('docs/openapi.json', `${JSON.stringify(printOpenApi(), null, 2)}\n`);
write('docs/errors.md', printErrorsPage());
await generateClients();

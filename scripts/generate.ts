import { writeFileSync } from 'node:fs';
import { generateClients } from '../packages/chain/scripts/generate-clients.ts';
import { printOpenApi } from '../packages/wire/src/openapi.ts';

writeFileSync(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(printOpenApi(), null, 2)}\n`,
);
await generateClients();

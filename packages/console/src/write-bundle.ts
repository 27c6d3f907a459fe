import { mkdir, rm, writeFile } from 'node:fs/promises';
import { bundleConsole, KEPT } from './bundle-console.ts';

/* `npm run build -w packages/console`: keeps the bundle in files, for a place without the bundler, such as an image. */
const bundle = await bundleConsole();
await rm(KEPT, { recursive: true, force: true });
await mkdir(KEPT, { recursive: true });
for (const [name, bytes] of bundle) await writeFile(new URL(name, KEPT), bytes);

import { mkdir, writeFile } from 'node:fs/promises';
import { bundleConsole, listKeptFiles } from './bundle-console.ts';

/* `npm run build -w packages/console`: keeps the bundle in files, for a place without the bundler, such as an image. */
for (const [file, bytes] of listKeptFiles(await bundleConsole())) {
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, bytes);
}

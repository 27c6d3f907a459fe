import { fileURLToPath } from 'node:url';
import { build, type Format } from 'esbuild';

/** Bundles entries as a page's build does; parts that several need become files of their own. */
export async function bundle(
  entries: readonly string[],
  format: Format,
): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => fileURLToPath(new URL(entry, import.meta.url))),
    bundle: true,
    minify: true,
    write: false,
    outdir: '/',
    platform: 'browser',
    format,
    splitting: format === 'esm',
    ...(format === 'iife' && { globalName: 'verifier' }),
    target: 'es2022',
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replace(/-[A-Z0-9]+(?=\.js$)/, ''), text]));
}

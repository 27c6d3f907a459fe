import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The flags that `npm run serve` gives to V8, so that what is measured runs as what is served. */
export const SERVE_FLAGS: readonly string[] = String(scripts.serve)
  .split(' ')
  .filter((word) => word.startsWith('--no-') || word.startsWith('--max-'));

import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../packages/test-postgres/src/start-postgres.ts';
import { createTestPlace } from '../test-place.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { judgeModule, printJudgement } from './judge-module.ts';
import { findModule, MODULE_NAMES } from './modules.ts';

/* `npm run mutate`: tries mutants of the modules that move money and tell outcomes, and lists those that survive. */

const { values } = parseArgs({
  options: {
    module: { type: 'string', multiple: true, default: MODULE_NAMES },
    part: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    size: { type: 'string' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
});

const place = createTestPlace();
process.once('exit', place.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres({ directory: place.folder });
try {
  for (const name of values.module) {
    const module = findModule(name);
    const judgement = await judgeModule(module, {
      seed: Number(values.seed),
      size: values.all ? Number.POSITIVE_INFINITY : Number(values.size ?? module.sample),
      part: values.part,
      processes: Number(values.processes),
      environment: { TMPDIR: place.folder, TEST_POSTGRES: dirname(postgres.socketPath) },
    });
    process.stdout.write(`${printJudgement(name, judgement)}\n`);
  }
} finally {
  await postgres.close();
}
for (const { file, before, after, reason } of EQUIVALENTS)
  process.stdout.write(
    `equivalent ${file}: ${before}${after === undefined ? '' : ` → ${after}`}: ${reason}\n`,
  );

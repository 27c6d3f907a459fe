import type { broadcast } from '../operations/broadcast.ts';
import type { health } from '../operations/health.ts';
import type { stake } from '../operations/stake.ts';
import { broadcastExamples } from './broadcast.ts';
import type { ExamplesOf } from './example.ts';
import { healthExamples } from './health.ts';
import { stakeExamples } from './stake.ts';

// Checked by the compiler, never run: what must not compile.

const { usdc, ...withoutUsdc } = stakeExamples;
// @ts-expect-error a variant without an example
withoutUsdc satisfies ExamplesOf<typeof stake>;

// @ts-expect-error a variant with an empty list of examples
({ ...withoutUsdc, usdc: [] }) satisfies ExamplesOf<typeof stake>;

const [{ body, ...withoutBody }] = broadcastExamples.ok;
// @ts-expect-error an exchange without the body that the operation takes
({ ok: [withoutBody] }) satisfies ExamplesOf<typeof broadcast>;

// @ts-expect-error an answer of another variant
({ ...stakeExamples, native: usdc }) satisfies ExamplesOf<typeof stake>;

({ ok: [{ ...healthExamples.ok[0] }] }) satisfies ExamplesOf<typeof health>;
body.signed_tx satisfies string;

import type { Check } from '../check.ts';
import { ATTRIBUTION_CHECKS } from './attribution.ts';
import { BAD_INPUT_CHECKS } from './bad-input.ts';
import { BROADCAST_CHECKS } from './broadcast.ts';
import { BUILD_CHECKS, NATIVE_BUILD_CHECKS } from './builds.ts';
import { IDEMPOTENCY_CHECKS } from './idempotency.ts';
import { LIFECYCLE_CHECKS } from './lifecycle.ts';
import { HEADER_CHECKS, PROBLEM_CHECKS } from './problems.ts';
import { EXAMPLE_CHECKS, READ_CHECKS } from './reads.ts';

/** Every check, in the order in which they run: reading first, money last. */
export const CHECKS: readonly Check[] = [
  ...HEADER_CHECKS,
  ...PROBLEM_CHECKS,
  ...READ_CHECKS,
  ...EXAMPLE_CHECKS,
  ...BAD_INPUT_CHECKS,
  ...NATIVE_BUILD_CHECKS,
  ...BUILD_CHECKS,
  ...BROADCAST_CHECKS,
  ...IDEMPOTENCY_CHECKS,
  ...ATTRIBUTION_CHECKS,
  ...LIFECYCLE_CHECKS,
];

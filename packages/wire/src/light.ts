/*
 * What a client needs at run time: everything here is free of TypeBox, so that a bundle for a page stays small. The
 * types of bodies and answers come from the main entry by `import type`, which leaves nothing in a bundle.
 */
export * from './assets.ts';
export * from './http.ts';
export type { ProblemCode } from './problems/codes.ts';
export * from './problems/statuses.ts';

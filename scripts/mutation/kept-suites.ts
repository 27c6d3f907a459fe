import { runNode, startSuite, type TestNode } from './node-test.ts';

/** A test, or a suite whose tests are run together, as a mutant is tried with it. */
export type Loaded = {
  readonly node: TestNode;
  readonly outer: readonly TestNode[];
  /** Suites around it that start something, the outermost first; of a whole suite it is the suite itself. */
  readonly suites: readonly TestNode[];
  readonly isWhole: boolean;
  /** Whether its file has to be imported again each time: what it starts, it starts when it is imported. */
  readonly isOnce: boolean;
};

const started = new Map<TestNode, () => Promise<void>>();

/**
 * Lists what a file declared: each test by itself, and also each outermost suite that starts something, for the mutants
 * that its start reaches.
 */
export function listLoaded(root: TestNode): Loaded[] {
  return list(root, [], []);
}

/**
 * Runs it. What the suites around it start is kept for the next test, because a world takes seconds to start.
 *
 * @throws what the test threw, or a hook.
 */
export async function runKept({ node, outer, suites, isWhole }: Loaded): Promise<void> {
  if (isWhole) await endSuites(suites);
  else await startSuites(suites);
  await runNode(node, outer);
}

/** Starts what suites start, where that is not done. */
export async function startSuites(suites: readonly TestNode[]): Promise<void> {
  for (const suite of suites) if (!started.has(suite)) started.set(suite, await startSuite(suite));
}

async function endSuites(suites: readonly TestNode[]): Promise<void> {
  for (const suite of suites) {
    const end = started.get(suite);
    started.delete(suite);
    await end?.();
  }
}

function list(node: TestNode, outer: readonly TestNode[], suites: readonly TestNode[]): Loaded[] {
  if (node.deed !== undefined) return [{ node, outer, suites, isWhole: false, isOnce: false }];
  const { before, after } = node.hooks;
  const isStarting = before.length + after.length > 0;
  const around = isStarting ? [...suites, node] : suites;
  const inside = node.children.flatMap((child) => list(child, [...outer, node], around));
  if (!isStarting || suites.length > 0) return inside;
  const isOnce = outer.length === 0 && before.length === 0;
  return [...inside, { node, outer, suites: [node], isWhole: true, isOnce }];
}

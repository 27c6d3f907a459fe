/*
 * Stands in for `node:test` while mutants are tried: the runner of Node runs each test once, this one keeps them, to be
 * run as often as there are mutants. It has what the project's tests use.
 */

/** What a test does; the context is the part of Node's that tests use. */
export type Deed = (context: Context) => unknown;

/** What a test is given. */
export type Context = {
  readonly name: string;
  after(deed: () => unknown): void;
  diagnostic(message: string): void;
  skip(message?: string): void;
  test(...words: TestWords): Promise<void>;
};

/** A suite or a test, with those inside and what runs around them. */
export type TestNode = {
  readonly name: string;
  readonly deed: Deed | undefined;
  readonly children: TestNode[];
  readonly hooks: Record<HookKind, Deed[]>;
};

type HookKind = 'before' | 'after' | 'beforeEach' | 'afterEach';
type Options = { readonly skip?: boolean | string };
type TestWords = readonly (string | Options | Deed | undefined)[];

let current: TestNode | undefined;
/** What ends with the suite that runs now. */
let ending: Deed[] = [];

/** Runs what declares tests, the import of a file, and returns what it declared. */
export async function collectTests(name: string, declare: () => Promise<unknown>): Promise<TestNode> {
  const root = createNode(name, undefined);
  current = root;
  try {
    await declare();
  } finally {
    current = undefined;
  }
  return root;
}

/** As `node:test`. */
export const test = Object.assign(addTest, { skip: ignore, todo: ignore });
export const it = test;

/** As `node:test`. */
export const suite = Object.assign(addSuite, { skip: ignore, todo: ignore });
export const describe = suite;

export const before = addHook('before');
export const after = addHook('after');
export const beforeEach = addHook('beforeEach');
export const afterEach = addHook('afterEach');

// biome-ignore lint/style/noDefaultExport: node:test has one.
export default test;

async function addTest(...words: TestWords): Promise<void> {
  const { name, deed, isSkipped } = readWords(words);
  if (!isSkipped && deed !== undefined) requireCurrent().children.push(createNode(name, deed));
}

async function addSuite(...words: TestWords): Promise<void> {
  const { name, deed, isSkipped } = readWords(words);
  const outer = requireCurrent();
  const node = createNode(name, undefined);
  if (isSkipped || deed === undefined) return;
  outer.children.push(node);
  current = node;
  try {
    deed(createContext(name, []));
  } finally {
    current = outer;
  }
}

function addHook(kind: HookKind): (deed: Deed) => void {
  return (deed) => {
    if (current === undefined && kind === 'after') ending.push(deed);
    else requireCurrent().hooks[kind].push(deed);
  };
}

async function ignore(): Promise<void> {}

function requireCurrent(): TestNode {
  if (current === undefined) throw new Error('A test was declared while another one ran.');
  return current;
}

function createNode(name: string, deed: Deed | undefined): TestNode {
  return { name, deed, children: [], hooks: { before: [], after: [], beforeEach: [], afterEach: [] } };
}

function readWords(words: TestWords): { name: string; deed: Deed | undefined; isSkipped: boolean } {
  const name = words.find((word) => typeof word === 'string') ?? '';
  const deed = words.find((word) => typeof word === 'function');
  const options = words.find((word) => typeof word === 'object');
  return { name, deed, isSkipped: Boolean(options?.skip) };
}

/**
 * Runs a test, or all tests of a suite up to the first that fails, with the hooks around them.
 *
 * @throws what the test threw, or a hook.
 */
export async function runNode(node: TestNode, outer: readonly TestNode[]): Promise<void> {
  const { deed, children } = node;
  if (deed !== undefined) return runTest(node.name, deed, outer);
  const end = await startSuite(node);
  try {
    for (const child of children) await runNode(child, [...outer, node]);
  } finally {
    await end();
  }
}

/**
 * Runs what comes before the tests of a suite.
 *
 * @returns what comes after them.
 */
export async function startSuite({ name, hooks }: TestNode): Promise<() => Promise<void>> {
  const [outer, own] = [ending, [...hooks.after]];
  const end = async (): Promise<void> => {
    ending = outer;
    for (const hook of own) await hook(createContext(name, []));
  };
  ending = own;
  try {
    for (const hook of hooks.before) await hook(createContext(name, []));
  } catch (fault) {
    await end();
    throw fault;
  }
  return end;
}

async function runTest(name: string, deed: Deed, outer: readonly TestNode[]): Promise<void> {
  const last: (() => unknown)[] = [];
  const context = createContext(name, last);
  try {
    for (const { hooks } of outer) for (const hook of hooks.beforeEach) await hook(context);
    await deed(context);
  } finally {
    for (const each of last) await each();
    for (const { hooks } of outer.toReversed()) for (const hook of hooks.afterEach) await hook(context);
  }
}

function createContext(name: string, last: (() => unknown)[]): Context {
  return {
    name,
    after: (deed) => {
      last.push(deed);
    },
    diagnostic() {},
    skip() {},
    test: async (...words) => {
      const inner = readWords(words);
      if (!inner.isSkipped && inner.deed !== undefined) await runTest(inner.name, inner.deed, []);
    },
  };
}

// biome-ignore lint/style/noProcessEnv: processes that tests start share the compile cache that tests run over.
const cache = process.env['NODE_COMPILE_CACHE'];

/** What every process that a test starts gets of the test's own environment: nothing that could configure it. */
export const CHILD_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  NODE_OPTIONS: '--conditions=@staking-agent/source',
  ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }),
};

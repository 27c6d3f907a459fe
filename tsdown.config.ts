import { join } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';

/*
 * Builds what is published: `npm run pack -- DIR`. Packages of this repository that are not published are bundled into
 * those that are; libraries stay dependencies.
 */

const FOR_ALL: UserConfig = {
  sourcemap: true,
  fixedExtension: false,
  inputOptions: { resolve: { conditionNames: ['@staking-agent/source', 'import', 'default'] } },
};
/** Libraries, for browsers too: only their commands import modules of Node. */
const LIBRARY: UserConfig = {
  ...FOR_ALL,
  platform: 'neutral',
  target: 'es2022',
  deps: { neverBundle: [/^node:/] },
  dts: { tsconfig: join(import.meta.dirname, 'tsconfig.build.json') },
};
const COMMAND: UserConfig = { ...FOR_ALL, platform: 'node', entry: ['src/main.ts'], dts: false };

// biome-ignore lint/style/noDefaultExport: tsdown takes it so.
export default defineConfig([
  {
    ...LIBRARY,
    cwd: 'packages/verify',
    entry: ['src/{index,edited,evidence,explain,prove,rare,simulation}.ts'],
  },
  {
    ...LIBRARY,
    cwd: 'packages/sdk',
    entry: {
      index: 'src/index.ts',
      deployments: 'src/deployments.ts',
      history: 'src/history.ts',
      kit: 'src/kit.ts',
      verify: 'src/verify/index.ts',
      'staking-verify': 'src/bin/staking-verify.ts',
    },
  },
  { ...COMMAND, cwd: 'packages/mcp', target: 'node22.13' },
  { ...COMMAND, cwd: 'packages/cli', target: 'node22.13' },
  { ...COMMAND, cwd: 'packages/conformance', target: 'node20' },
]);

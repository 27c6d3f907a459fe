#!/usr/bin/env node
import { isNodeNew } from '@staking-agent/mcp/is-node-new';

// An older Node fails at the import of node:sqlite, before any statement of ours.
if (isNodeNew('staking-agent')) {
  const { runCli } = await import('./run-cli.ts');
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the command.
  process.exitCode = await runCli(process.argv.slice(2), process.env, {
    input: process.stdin,
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
} else process.exitCode = 2;

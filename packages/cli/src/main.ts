#!/usr/bin/env node
import { isNodeNew } from '@staking-agent/mcp/is-node-new';

// An older Node fails at the import of node:sqlite, before any statement of ours.
if (isNodeNew('staking-agent')) {
  const { runCli } = await import('./run-cli.ts');
  // Heard by commands that sign alone: any other ends at once, and so does any by a second signal.
  const stop = new AbortController();
  const hearSignals = () => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort(name));
    return stop.signal;
  };
  // It says what became of a payment: where its pipe was closed, it goes to standard error.
  let printed = '';
  process.stdout.on('error', () => process.stderr.write(printed));
  process.stderr.on('error', () => undefined);
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the command.
  process.exitCode = await runCli(process.argv.slice(2), process.env, {
    input: process.stdin,
    hearSignals,
    out: (text) => {
      printed += text;
      process.stdout.write(text);
    },
    error: (text) => process.stderr.write(text),
  });
} else process.exitCode = 2;

#!/usr/bin/env node
import { runCli } from './run-cli.ts';

// biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the command.
process.exitCode = await runCli(process.argv.slice(2), process.env, {
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});

#!/usr/bin/env node
import { runCommand } from './run-command.ts';

const { exitCode, stdout, stderr } = await runCommand(process.argv.slice(2));
process.stderr.write(stderr);
// A pipe takes its time: the process ends when all is written.
process.stdout.write(stdout, () => process.exit(exitCode));

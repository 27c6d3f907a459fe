import { runAdmin } from './run-admin.ts';

process.exitCode = await runAdmin(
  process.argv.slice(2),
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the configuration.
  process.env,
  {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  },
);

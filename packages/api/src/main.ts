import { ConfigError } from './config/config.ts';
import { runUntilSignal, startService } from './start.ts';
import { StoreOpenError } from './store/open.ts';

try {
  // biome-ignore lint/style/noProcessEnv: the entry of the process hands the environment to the configuration.
  const service = await startService(process.env);
  runUntilSignal(() => service.close());
  void service.warnOfMethods();
} catch (error) {
  const reason =
    error instanceof ConfigError || error instanceof StoreOpenError
      ? error.message
      : `The service did not start: ${String(error)}`;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

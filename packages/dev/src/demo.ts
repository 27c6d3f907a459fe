import { runDemo } from './run-demo.ts';
import { startWorld } from './start-world.ts';

// biome-ignore lint/style/noProcessEnv: a script reads where it should run.
const { API_URL, SANDBOX_URL, SANDBOX_PROGRAMS_DIR } = process.env;
const print = (text: string): void => void process.stdout.write(text);

// Against a running `npm start` when both are given, else in a world of its own.
if (API_URL && SANDBOX_URL) {
  await runDemo(API_URL, SANDBOX_URL, print);
} else {
  const world = await startWorld(
    { port: 0 },
    { SANDBOX_PROGRAMS_DIR, PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_SECONDS: '0' },
  );
  await runDemo(`${world.service.url}/api/v1`, world.sandbox.url, print);
  await world.close();
}

import { canServeConsole } from '@staking-agent/console';
import { type Static, Type } from 'typebox';

/** The variables of the page at the root. */
export const CONSOLE_VARIABLES = {
  CONSOLE: Type.Optional(Type.String({ pattern: '^(on|off)$', description: 'on or off' })),
  CONSOLE_RPC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s"\';,]+$',
      description: 'the URL of a ledger node that browsers may ask: https://rpc.example',
    }),
  ),
  SANDBOX_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#\\s"\';,]+/sandbox$',
      description: 'where the sandbox is controlled: http://127.0.0.1:8899/sandbox',
    }),
  ),
};

/** The console of a deployment. */
export type ConsoleSettings = {
  /** The ledger node that browsers prove transactions with. */
  readonly rpcUrl: string | undefined;
};

type ConsoleEnv = Static<Type.TObject<typeof CONSOLE_VARIABLES>>;

/** Reads whether there is a console, and on what: with the sandbox unless it is off, elsewhere only where it is on. */
export function readConsole(env: ConsoleEnv): ConsoleSettings | undefined {
  const { CONSOLE: word, CONSOLE_RPC_URL: rpcUrl, SANDBOX_URL: sandboxUrl } = env;
  const isOn = (word ?? (sandboxUrl === undefined ? 'off' : 'on')) === 'on';
  return isOn ? { rpcUrl } : undefined;
}

/** Finds settings of a console that could not be served, or would show the controls of a sandbox in production. */
export function consoleFaults(env: ConsoleEnv, isProduction: boolean): string[] {
  const faults: string[] = [];
  if (isProduction && env['SANDBOX_URL'] !== undefined) {
    faults.push(
      'SANDBOX_URL must not be set in production: the console would show the controls of a sandbox',
    );
  }
  if (isProduction && env['CONSOLE_RPC_URL']?.startsWith('http:')) {
    faults.push('CONSOLE_RPC_URL must be https in production');
  }
  if (env['CONSOLE'] === 'on' && !canServeConsole()) {
    faults.push('CONSOLE must be off until its files are built: npm run build -w packages/console');
  }
  return faults;
}

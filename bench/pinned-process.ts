import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';

/** Longest wait for one answer of a process, milliseconds. */
const ANSWER_MILLISECONDS = 60_000;

/** Whether this machine can keep a process on one core. */
export const CAN_PIN = spawnSync('taskset', ['--version']).status === 0;

/** Returns the command that runs another one on one core, as far as this machine can. */
export function pinned(
  core: number,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  return CAN_PIN ? ['taskset', '-c', String(core), ...command] : command;
}

/** A process of its own on one core, that answers one message at a time. */
export type PinnedProcess = {
  /** What it said when it was ready. */
  readonly ready: unknown;
  /** Its number; `taskset` gives its own to it. */
  readonly pid: number;
  ask(question: unknown): Promise<unknown>;
  stop(): void;
};

/**
 * Starts a script on one core and waits for its first message.
 *
 * @param script - relative to this folder.
 * @param outputFile - where its standard output goes; absent, to this process's.
 */
export async function startPinned(
  script: string,
  core: number,
  args: readonly string[] = [],
  outputFile?: string,
): Promise<PinnedProcess> {
  const [program, ...rest] = pinned(core, [process.execPath, join(import.meta.dirname, script), ...args]);
  const output = outputFile === undefined ? 'inherit' : openSync(outputFile, 'a');
  const child = spawn(program, rest, { stdio: ['ignore', output, 'inherit', 'ipc'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return {
    ready: await nextMessage(child, script),
    pid: child.pid ?? 0,
    async ask(question) {
      const answer = nextMessage(child, script);
      child.send(question as object);
      return await answer;
    },
    stop: () => {
      child.kill();
    },
  };
}

function nextMessage(child: ChildProcess, script: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      finish();
    };
    const fail = (reason: string) => settle(() => reject(new Error(`${script} ${reason}.`)));
    const onMessage = (message: unknown) => settle(() => resolve(message));
    const onExit = (code: number | null) => fail(`ended with ${code}`);
    const timer = setTimeout(() => fail('did not answer'), ANSWER_MILLISECONDS);
    child.on('message', onMessage).on('exit', onExit);
  });
}

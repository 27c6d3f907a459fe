import { existsSync } from 'node:fs';
import { join } from 'node:path';

// The program's own binary is not part of the repository. Where the folder that SANDBOX_PROGRAMS_DIR names holds it,
// tests of the vault run it and expect of it, byte for byte, what the arithmetic says it does.

// biome-ignore lint/style/noProcessEnv: where the binaries lie is a matter of the machine.
const programs = process.env['SANDBOX_PROGRAMS_DIR'];

export const programFile = join(programs ?? '', 'voltr_vault.so');

/** Why the tests of the real program cannot run here; false when they can. */
export const skip =
  programs !== undefined && existsSync(programFile)
    ? false
    : 'SANDBOX_PROGRAMS_DIR names no folder with voltr_vault.so';

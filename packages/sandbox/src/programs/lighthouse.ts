import { type Address, address } from '@solana/kit';
import { ProgramFailure, type ProgramModel } from '../vm/player/model.ts';

/** Lighthouse, whose assertions wallets put around what they sign. */
export const LIGHTHOUSE_PROGRAM_ADDRESS = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
const OLDER_PROGRAM_ADDRESS = address('L1TEVtgA75k273wWz1s6XMmDhQY5i3MwcvKb4VbZzfK');

/** Discriminators of assertions; below them stand writes to Lighthouse's own memory. */
const FIRST_ASSERTION = 2;
const LAST_ASSERTION = 15;
const UNITS = 1_200n;

/** Takes every assertion for granted, and refuses the rest of the program's instructions. */
const modelAt = (programAddress: Address): ProgramModel => ({
  programAddress,
  name: 'model of Lighthouse that holds every assertion to be true',
  getUnits: () => UNITS,
  run({ data }) {
    const [tag = 0] = data;
    if (tag < FIRST_ASSERTION || tag > LAST_ASSERTION) throw new ProgramFailure('InvalidInstructionData');
  },
});

/** Both releases that wallets use. */
export const lighthouseModels: readonly ProgramModel[] = [
  modelAt(LIGHTHOUSE_PROGRAM_ADDRESS),
  modelAt(OLDER_PROGRAM_ADDRESS),
];

import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { names } from '../../packages/sandbox/malicious/holdings.ts';
import {
  createDeterministicKey,
  findProgramAccount,
  seedLookupTable,
} from '../../packages/sandbox/src/world/accounts.ts';
import { createStrangersAccounts, createStrangersReserve, listAddresses } from './clones.ts';
import { createExpectation } from './expectation.ts';
import { type HonestWorld, WALLET_KEYS } from './honest-builds.ts';
import { createTrades } from './ledger-moves.ts';
import { createPalette, type Palette, STRANGER } from './palette.ts';
import type { Specimen, Theatre } from './run-suite.ts';
import {
  createDraft,
  createPlainMutant,
  createTableReader,
  findChanges,
  simulateStaged,
  stageMutant,
} from './stage.ts';
import { decodeAddress, type TransactionDraft } from './transaction-draft.ts';

/** The new account of a native stake; the service forgets its key, so the suite puts one of its own in its place. */
const NEW_STAKE = createDeterministicKey('new stake account');

/** Makes everything ready that cases need: what each build may do, what can be put into it, who signs. */
export async function prepareTheatre({
  ledger,
  builds,
  malicious,
  rich,
  belongings,
}: HonestWorld): Promise<Theatre> {
  const findTable = createTableReader(ledger);
  const palette = await createPalette(ledger, rich.address, belongings);
  const own = builds.map((build) => withOwnStake(build, findTable));
  const instructions = own.flatMap(({ draft }) => draft.instructions);
  const { deployment } = ledger;
  const { solMint, usdcMint, rasolMint, rasolMaxMint, rausdcMint } = deployment;
  const stakes = builds.flatMap(({ request }) => request['stakeAccount'] ?? []).map(String);
  const reserve = createStrangersReserve(ledger, stakes);
  const drafts = own.map(({ draft }) => draft);
  const strangers = createStrangersAccounts(ledger, drafts, [...WALLET_KEYS.keys()]);
  const specimens: Specimen[] = [];
  for (const { build, draft } of own) {
    const expect = await createExpectation(build, ledger);
    const circumstances = {
      expectation: expect(),
      mints: [solMint, usdcMint, rasolMint, rasolMaxMint, rausdcMint],
      solMint,
      silent: build.request.wallet === rich.address ? [belongings.savings] : [],
      epoch: ledger.epoch(),
    };
    const turned = malicious
      .filter(({ of }) => of.name === build.name)
      // An order that a variant does not fit stays as it was.
      .filter(({ answer }) => decodeMessage(answer) !== decodeMessage(build.answer))
      .map(({ variant, answer }) => ({ variant, answer, draft: createDraft(answer.transaction, findTable) }));
    const material = {
      palette: await createWalletPalette(build.request.wallet, palette),
      instructions,
      builds: own.map((each) => each.build),
      trade: createTrades(ledger),
      reserve,
      strangers,
      table: putStrangersTable(ledger, build.name, draft),
    };
    const rent = getRent(draft, build, ledger);
    specimens.push({ build, draft, expect, circumstances: { ...circumstances, rent }, turned, material });
  }
  const keys = new Map([...WALLET_KEYS, ...[STRANGER, NEW_STAKE].map((key) => [key.address, key] as const)]);
  return { ledger, specimens, keys, memory: { simulated: new Map(), landed: new Map() } };
}

type Build = HonestWorld['builds'][number];

function putStrangersTable(ledger: HonestWorld['ledger'], name: string, draft: TransactionDraft) {
  const address = findProgramAccount(`table of the stranger for ${name}`);
  const addresses = listAddresses(draft);
  seedLookupTable(ledger.bank, address, addresses as Address[]);
  return { address, addresses };
}

/** The palette of a wallet: the tokens are its own, the rest is what there is. */
async function createWalletPalette(wallet: string, palette: Palette): Promise<Palette> {
  if (wallet === palette.wallet) return palette;
  const [sol, usdc, rasol, rasolMax, rausdc] = palette.mints;
  const mints = [sol, usdc, rasol, rasolMax, rausdc].filter((mint) => mint !== undefined);
  const tokens = await Promise.all(
    mints.map((mint) => findAssociatedTokenAddress(wallet as Address, mint as Address)),
  );
  return { ...palette, wallet, tokens };
}

/** All of a message but what differs from order to order: its blockhash. */
function decodeMessage({ transaction }: Build['answer']): string {
  const { instructions, payer } = createDraft(transaction, () => []);
  return JSON.stringify([payer, instructions.map(({ data, ...rest }) => ({ ...rest, data: [...data] }))]);
}

function withOwnStake(build: Build, findTable: (address: string) => readonly string[]) {
  const draft = createDraft(build.answer.transaction, findTable);
  const made = build.answer['stakeAccount'];
  if (build.operation !== 'stake' || typeof made !== 'string') return { build, draft };
  const rename = (address: string): string => (address === made ? NEW_STAKE.address : address);
  const instructions = draft.instructions.map(({ accounts, ...instruction }) => ({
    ...instruction,
    accounts: accounts.map((account) => ({ ...account, address: rename(account.address) })),
  }));
  const answer = { ...build.answer, stakeAccount: NEW_STAKE.address };
  return { build: { ...build, answer }, draft: { ...draft, instructions } };
}

/** Lamports that the honest transaction locks in new accounts of other programs that name the wallet. */
function getRent(draft: TransactionDraft, of: Build, ledger: HonestWorld['ledger']): bigint {
  const mutant = createPlainMutant(of, draft);
  const staged = stageMutant(mutant);
  const rehearsal = staged && simulateStaged(staged, mutant, ledger);
  if (rehearsal === undefined) throw new Error(`The honest ${of.name} cannot be simulated.`);
  const key = decodeAddress(of.request.wallet);
  const { leveraged, usdcVault } = ledger.deployment;
  const programs: readonly (string | undefined)[] = [
    leveraged?.lending?.program,
    ledger.findAccount(usdcVault)?.programAddress,
  ];
  return findChanges(rehearsal).reduce((sum, { before, after }) => {
    const isLocked = before === undefined && names(after, key) && programs.includes(after?.programAddress);
    return isLocked ? sum + (after?.lamports ?? 0n) : sum;
  }, 0n);
}

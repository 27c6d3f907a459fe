import { type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getCreateAccountWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
} from '@solana-program/token';
import { findAssociated, findSeeded } from '../src/vm/player/model.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { findProgramAccount, setMint } from '../src/world/accounts.ts';
import { append, type Corruptions, prepend, type Scene, STRANGER } from './scene.ts';

/** Something of the wallet changes that the order does not concern. */
export const BELONGING_CORRUPTIONS = {
  close: ({ draft: { tokenAccount: account, instructions, wallet } }) => {
    const close = { destination: STRANGER, owner: createNoopSigner(wallet) };
    return account && { instructions: [...instructions, getCloseAccountInstruction({ account, ...close })] };
  },
} satisfies Corruptions;

const TOKEN_ACCOUNT_SIZE = 165n;
/** A mint of the stranger's, who may freeze its accounts. */
const STRANGER_MINT = findProgramAccount('stranger mint');

/** SOL of the wallet goes into accounts that come into being on the way, and are not the wallet's to use. */
export const NEW_ACCOUNT_CORRUPTIONS = {
  // Whoever initialises the second account owns what is in it; the first makes the sum look right.
  'parked-sol': async (scene) => {
    const { wallet } = scene.draft;
    const { solMint } = scene.ledger.deployment;
    const amount = getThird(scene);
    const ata = findAssociated(wallet, solMint);
    const source = createNoopSigner(wallet);
    const create = await createTokenSpace(scene, 'parked', amount);
    return append(
      scene.draft,
      ...create.instructions,
      getCreateAssociatedTokenIdempotentInstruction({ payer: source, ata, owner: wallet, mint: solMint }),
      getTransferSolInstruction({ source, destination: ata, amount: lamports(amount) }),
    );
  },
  // Its mint's freeze authority can close it to the wallet until the wallet pays.
  'rent-ransom': async (scene) => {
    // The stranger has made it long ago.
    setMint(scene.ledger.bank, STRANGER_MINT, { mintAuthority: STRANGER, decimals: 0, supply: 0n }, STRANGER);
    const amount = getThird(scene) * 2n;
    const create = await createTokenSpace(scene, 'ransom', amount);
    const { address: account } = create;
    const owner = scene.draft.wallet;
    const open = getInitializeAccount3Instruction({ account, mint: STRANGER_MINT, owner });
    return append(scene.draft, ...create.instructions, open);
  },
  'foreign-wrapped-sol': async (scene) => {
    const create = await createTokenSpace(scene, 'foreign', getThird(scene));
    const { address: account } = create;
    const mint = scene.ledger.deployment.solMint;
    const open = getInitializeAccount3Instruction({ account, mint, owner: STRANGER });
    return append(scene.draft, ...create.instructions, open);
  },
  'foreign-account': async ({ draft, ledger }) => {
    const mint = ledger.deployment.rausdcMint;
    const ata = findAssociated(STRANGER, mint);
    const payer = createNoopSigner(draft.wallet);
    return prepend(
      draft,
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner: STRANGER, mint }),
    );
  },
} satisfies Corruptions;

function getThird({ draft, ledger }: Scene): bigint {
  return ledger.bank.getLamports(draft.wallet) / 3n;
}

/** Makes an account of the token program that nobody has initialised. */
async function createTokenSpace(
  { draft, ledger }: Scene,
  name: string,
  amount: bigint,
): Promise<{ readonly address: Address; readonly instructions: readonly Instruction[] }> {
  const seed = `${name}${ledger.blocks.tip().slot}`;
  const address = findSeeded(draft.wallet, seed, TOKEN_PROGRAM_ADDRESS);
  const create = getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(draft.wallet),
    newAccount: address,
    base: draft.wallet,
    seed,
    amount,
    space: TOKEN_ACCOUNT_SIZE,
    programAddress: TOKEN_PROGRAM_ADDRESS,
  });
  return { address, instructions: [create] };
}

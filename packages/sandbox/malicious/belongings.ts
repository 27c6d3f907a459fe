import { type Address, createNoopSigner, type EncodedAccount, type Instruction, lamports } from '@solana/kit';
import {
  getAuthorizeInstruction,
  getDeactivateInstruction,
  getSetLockupInstruction,
  getSplitInstruction,
  getWithdrawInstruction,
  StakeAuthorize,
} from '@solana-program/stake';
import {
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
  getTransferSolWithSeedInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
  getMintEncoder,
  getWithdrawExcessLamportsInstruction,
} from '@solana-program/token';
import { findAssociated, findSeeded } from '../src/vm/player/model.ts';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../src/vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../src/vm/stake-account.ts';
import { createDeterministicKey } from '../src/world/accounts.ts';
import type { SandboxLedger } from '../src/world/sandbox-ledger.ts';
import { SAVINGS_SEED } from './give-belongings.ts';
import {
  append,
  type Corruptions,
  findFullTokenAccount,
  findNonceAccount,
  findOtherStake,
  findSavings,
  prepend,
  type Scene,
  STRANGER,
} from './scene.ts';

const FOR_EVER = 2n ** 63n - 1n;
const SOL = 1_000_000_000n;

/** Something of the wallet changes that the order does not concern. */
export const BELONGING_CORRUPTIONS: Corruptions<
  | 'close'
  | 'lockup'
  | 'split-stake'
  | 'withdraw-stake'
  | 'deactivate-other'
  | 'nonce-account'
  | 'seed-account'
  | 'excess-lamports'
> = {
  close: ({ draft: { tokenAccount: account, instructions, wallet } }) => {
    const close = { destination: STRANGER, owner: createNoopSigner(wallet) };
    return account && { instructions: [...instructions, getCloseAccountInstruction({ account, ...close })] };
  },
  lockup: (scene) => {
    const stake = findOtherStake(scene);
    const authority = createNoopSigner(scene.draft.wallet);
    const lockup = { unixTimestamp: FOR_EVER, epoch: null, custodian: STRANGER };
    return stake && append(scene.draft, getSetLockupInstruction({ stake, authority, ...lockup }));
  },
  'split-stake': splitStake,
  'withdraw-stake': (scene) => {
    const stake = findOtherStake(scene);
    const withdrawAuthority = createNoopSigner(scene.draft.wallet);
    // What is delegated cannot be withdrawn; a reward or a tip beyond it can.
    const withdraw = { recipient: STRANGER, withdrawAuthority, args: SOL / 2n };
    return stake && append(scene.draft, getWithdrawInstruction({ stake, ...withdraw }));
  },
  'deactivate-other': (scene) => {
    const stake = findOtherStake(scene);
    const stakeAuthority = createNoopSigner(scene.draft.wallet);
    return stake && append(scene.draft, getDeactivateInstruction({ stake, stakeAuthority }));
  },
  'nonce-account': (scene) => {
    const nonce = findNonceAccount(scene);
    const nonceAuthority = createNoopSigner(scene.draft.wallet);
    return (
      nonce &&
      append(
        scene.draft,
        getWithdrawNonceAccountInstruction({
          nonceAccount: nonce.address,
          recipientAccount: STRANGER,
          nonceAuthority,
          withdrawAmount: nonce.lamports,
        }),
      )
    );
  },
  'seed-account': async (scene) => {
    const source = await findSavings(scene);
    if (source === undefined) return undefined;
    const transfer = getTransferSolWithSeedInstruction({
      source,
      baseAccount: createNoopSigner(scene.draft.wallet),
      destination: STRANGER,
      amount: scene.ledger.bank.getLamports(source),
      fromSeed: SAVINGS_SEED,
      fromOwner: SYSTEM_PROGRAM_ADDRESS,
    });
    return append(scene.draft, transfer);
  },
  'excess-lamports': (scene) => {
    const source = findFullTokenAccount(scene);
    const authority = createNoopSigner(scene.draft.wallet);
    const withdraw = { destination: STRANGER, authority };
    return source && append(scene.draft, getWithdrawExcessLamportsInstruction({ source, ...withdraw }));
  },
};

/** Splits a stake account of the wallet, and the stranger gets the part. */
async function splitStake(scene: Scene) {
  const { draft, ledger } = scene;
  const stake = findOtherStake(scene);
  if (stake === undefined) return undefined;
  const { wallet } = draft;
  const seed = `part${ledger.blocks.tip().slot}`;
  const part = findSeeded(wallet, seed, STAKE_PROGRAM_ADDRESS);
  const authority = createNoopSigner(wallet);
  const rent = ledger.bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE));
  const create = getCreateAccountWithSeedInstruction({
    payer: authority,
    newAccount: part,
    base: wallet,
    seed,
    amount: lamports(rent),
    space: STAKE_ACCOUNT_SIZE,
    programAddress: STAKE_PROGRAM_ADDRESS,
  });
  const split = getSplitInstruction({ stake, splitStake: part, stakeAuthority: authority, args: SOL });
  const give = getAuthorizeInstruction({
    stake: part,
    authority,
    arg0: STRANGER,
    arg1: StakeAuthorize.Withdrawer,
  });
  return append(draft, create, split, give);
}

const TOKEN_ACCOUNT_SIZE = 165n;
const MINT_SIZE = 82n;
/** A mint of the stranger's, who may freeze its accounts. */
const STRANGER_MINT = createDeterministicKey('stranger mint').address;

/** SOL of the wallet goes into accounts that come into being on the way, and are not the wallet's to use. */
export const NEW_ACCOUNT_CORRUPTIONS: Corruptions<
  'parked-sol' | 'rent-ransom' | 'foreign-wrapped-sol' | 'foreign-account'
> = {
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
    establishMint(scene.ledger);
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
};

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

/** The stranger has made it long ago. */
function establishMint({ bank }: SandboxLedger): void {
  const data = getMintEncoder().encode({
    mintAuthority: STRANGER,
    supply: 0n,
    decimals: 0,
    isInitialized: true,
    freezeAuthority: STRANGER,
  });
  const mint: EncodedAccount = {
    address: STRANGER_MINT,
    programAddress: TOKEN_PROGRAM_ADDRESS,
    data: Uint8Array.from(data),
    executable: false,
    lamports: lamports(bank.vm().minimumBalanceForRentExemption(MINT_SIZE)),
    space: MINT_SIZE,
  };
  bank.setAccount(mint);
}

import { AMOUNTS, createAttack } from './attack-instructions.ts';
import { listAddresses, rename, type StrangersAccount, type StrangersReserve } from './clones.ts';
import type { HonestBuild } from './honest-builds.ts';
import { giveLamports, spoil } from './ledger-moves.ts';
import { type Palette, STRANGER } from './palette.ts';
import { createRandom, type Random } from './random.ts';
import type { AccountWrite, Mutant } from './stage.ts';
import type { DraftAccount, DraftInstruction, DraftTable } from './transaction-draft.ts';

/** What a mutation chooses from. */
export type Material = {
  readonly palette: Palette;
  readonly random: Random;
  /** Instructions of all honest builds. */
  readonly instructions: readonly DraftInstruction[];
  readonly builds: readonly HonestBuild[];
  /** What other people's trades and the managers of vaults do to a price. */
  readonly trade: (random: Random) => AccountWrite;
  readonly reserve: StrangersReserve;
  /** What the stranger has in the place of pools, markets, banks, vaults and accounts of fees, by the honest address. */
  readonly strangers: ReadonlyMap<string, StrangersAccount>;
  /** A lookup table of the stranger with all that the build names. */
  readonly table: DraftTable;
};

/** Changes a mutant once more; undefined where it does not fit. */
type Mutation = (mutant: Mutant, material: Material) => Partial<Mutant> | undefined;

const withInstructions = ({ draft }: Mutant, instructions: readonly DraftInstruction[]): Partial<Mutant> => ({
  draft: { ...draft, instructions },
});

function replaceOne(
  mutant: Mutant,
  random: Random,
  change: (instruction: DraftInstruction) => DraftInstruction,
): Partial<Mutant> {
  const chosen = random.below(mutant.draft.instructions.length);
  return withInstructions(
    mutant,
    mutant.draft.instructions.map((each, index) => (index === chosen ? change(each) : each)),
  );
}

function replaceAccount(
  mutant: Mutant,
  random: Random,
  change: (account: DraftAccount) => DraftAccount,
): Partial<Mutant> {
  return replaceOne(mutant, random, (instruction) => {
    const chosen = random.below(instruction.accounts.length || 1);
    const accounts = instruction.accounts.map((each, index) => (index === chosen ? change(each) : each));
    return { ...instruction, accounts };
  });
}

function insert(mutant: Mutant, random: Random, added: DraftInstruction): Partial<Mutant> {
  const { instructions } = mutant.draft;
  return withInstructions(mutant, instructions.toSpliced(random.below(instructions.length + 1), 0, added));
}

function anyAddress({ palette, random, instructions }: Material): string {
  const { tokens, stakes, others, savings, foreignTokens, foreignStake, nonce, mints, programs, wallet } =
    palette;
  const group = random.pick([
    tokens,
    stakes,
    [...others, savings, nonce, palette.mint],
    foreignTokens,
    [foreignStake, STRANGER.address, wallet],
    mints,
    programs,
    random.pick(instructions).accounts.map(({ address }) => address),
  ]);
  return group.length === 0 ? wallet : random.pick(group);
}

/** What a stranger has in the place of something of the wallet. */
function findCounterpart(address: string, palette: Palette): string | undefined {
  if (address === palette.wallet) return STRANGER.address;
  if (palette.stakes.includes(address)) return palette.foreignStake;
  const at = palette.tokens.indexOf(address);
  return at === -1 ? undefined : palette.foreignTokens[at];
}

function setAmount(data: Uint8Array, random: Random): Uint8Array {
  const bytes = Uint8Array.from(data);
  if (bytes.length < 8) return bytes;
  const at = random.pick([0, 1, 4, 8, 9, bytes.length - 8].filter((offset) => offset + 8 <= bytes.length));
  const view = new DataView(bytes.buffer);
  const held = view.getBigUint64(at, true);
  const near = [held + 1n, held - 1n, held * 2n, held / 2n].map((each) => BigInt.asUintN(64, each));
  view.setBigUint64(at, random.pick([...near, ...AMOUNTS]), true);
  return bytes;
}

/** Every way a transaction is changed, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'insert instruction': (mutant, { palette, random }) =>
    insert(mutant, random, createAttack(palette, random)),
  'insert foreign instruction': (mutant, { random, instructions }) =>
    insert(mutant, random, random.pick(instructions)),
  'remove instruction': (mutant, { random }) => {
    const { instructions } = mutant.draft;
    if (instructions.length < 2) return undefined;
    return withInstructions(mutant, instructions.toSpliced(random.below(instructions.length), 1));
  },
  'duplicate instruction': (mutant, { random }) =>
    insert(mutant, random, random.pick(mutant.draft.instructions)),
  'reorder instructions': (mutant, { random }) => {
    const moved = [...mutant.draft.instructions];
    const [taken] = moved.splice(random.below(moved.length), 1);
    return taken && withInstructions(mutant, moved.toSpliced(random.below(moved.length + 1), 0, taken));
  },
  'swap account': (mutant, material) => {
    const address = anyAddress(material);
    return replaceAccount(mutant, material.random, (account) => ({ ...account, address }));
  },
  'redirect to stranger': (mutant, { palette, random }) => {
    const found = mutant.draft.instructions.flatMap(({ accounts }, at) =>
      accounts.flatMap(({ address }, index) => {
        const counterpart = findCounterpart(address, palette);
        return counterpart === undefined ? [] : [{ at, index, counterpart }];
      }),
    );
    if (found.length === 0) return undefined;
    const { at, index, counterpart } = random.pick(found);
    const redirected = mutant.draft.instructions.map((instruction, each) => {
      if (each !== at) return instruction;
      const accounts = instruction.accounts.map((account, place) =>
        place === index ? { ...account, address: counterpart, isSigner: false } : account,
      );
      return { ...instruction, accounts };
    });
    return withInstructions(mutant, redirected);
  },
  'pay into wrapped SOL': (mutant, { palette, random }) => {
    // The wallet's own account of it, which others may have a hand in.
    const [address] = palette.tokens;
    const at = mutant.draft.instructions.findLastIndex(({ accounts }) => accounts.length > 5);
    const chosen = random.below(mutant.draft.instructions[at]?.accounts.length ?? 1);
    if (at === -1 || address === undefined) return undefined;
    const instructions = mutant.draft.instructions.map((each, index) => {
      const accounts = each.accounts.map((account, i) => (i === chosen ? { ...account, address } : account));
      return index === at ? { ...each, accounts } : each;
    });
    return withInstructions(mutant, instructions);
  },
  'exchange two accounts': (mutant, { random }) =>
    replaceOne(mutant, random, (instruction) => {
      const accounts = [...instruction.accounts];
      const [left, right] = [random.below(accounts.length || 1), random.below(accounts.length || 1)];
      const [first, second] = [accounts[left], accounts[right]];
      if (first !== undefined && second !== undefined) [accounts[left], accounts[right]] = [second, first];
      return { ...instruction, accounts };
    }),
  'add account': (mutant, material) =>
    replaceOne(mutant, material.random, (instruction) => {
      const added = {
        address: anyAddress(material),
        isSigner: false,
        isWritable: material.random.chance(70),
      };
      return { ...instruction, accounts: [...instruction.accounts, added] };
    }),
  'drop account': (mutant, { random }) =>
    replaceOne(mutant, random, (instruction) => {
      const chosen = random.below(instruction.accounts.length || 1);
      return { ...instruction, accounts: instruction.accounts.filter((_, index) => index !== chosen) };
    }),
  'add signer': (mutant, { random }) =>
    random.chance(50)
      ? replaceAccount(mutant, random, (account) => ({ ...account, isSigner: true }))
      : replaceAccount(mutant, random, (account) => ({
          ...account,
          address: STRANGER.address,
          isSigner: true,
        })),
  'flip writable': (mutant, { random }) =>
    replaceAccount(mutant, random, (account) => ({ ...account, isWritable: !account.isWritable })),
  'change data': (mutant, { random }) =>
    replaceOne(mutant, random, (instruction) => {
      const data = Uint8Array.from(instruction.data);
      const at = random.below(data.length || 1);
      if (data.length > 0) data[at] = (data[at] ?? 0) ^ (1 << random.below(8));
      return { ...instruction, data };
    }),
  'change amount': (mutant, { random }) =>
    replaceOne(mutant, random, (instruction) => ({
      ...instruction,
      data: setAmount(instruction.data, random),
    })),
  'change length': (mutant, { random }) =>
    replaceOne(mutant, random, ({ data, ...instruction }) => ({
      ...instruction,
      data: random.chance(60)
        ? Uint8Array.of(...data, ...Array.from({ length: 1 + random.below(8) }, () => random.below(256)))
        : data.slice(0, random.below(data.length || 1)),
    })),
  'change program': (mutant, { palette, random }) =>
    replaceOne(mutant, random, (instruction) => ({ ...instruction, program: random.pick(palette.programs) })),
  'change payer': (mutant) => ({ draft: { ...mutant.draft, payer: STRANGER.address } }),
  'add table': ({ draft }, { palette, random, table }) => {
    const { foreignTokens, tokens } = palette;
    const own = { address: palette.foreignTable, addresses: [...tokens.slice(0, 5), ...foreignTokens] };
    const added = random.chance(50) ? own : table;
    return { draft: { ...draft, version: 0, tables: [...draft.tables, added] } };
  },
  'change version': ({ draft }) => ({ draft: { ...draft, version: draft.version === 0 ? 'legacy' : 0 } }),
  'fake order': ({ answer }, { random }) => fakeOrder(answer, random),
  'answer of another build': ({ of, answer }, { random, builds }) => {
    const alike = builds.filter((each) => each !== of && each.isProvided === of.isProvided);
    const other = random.pick(alike);
    return { answer: { ...other.answer, transaction: answer.transaction } };
  },
  'hidden instruction': (mutant, { palette, random }) => {
    if (!mutant.of.isProvided) return undefined;
    const instruction = createAttack(palette, random);
    const { instructions } = mutant.draft;
    const at = instructions.length - 1 - random.below(Math.min(2, instructions.length));
    // A program reaches only accounts that its caller has handed to it.
    const handed = instructions.map((each, index) =>
      index === at && random.chance(70)
        ? { ...each, accounts: [...each.accounts, ...instruction.accounts, getProgram(instruction)] }
        : each,
    );
    const hidden = [...mutant.hidden, { at, instruction }];
    return { ...withInstructions(mutant, handed), hidden };
  },
  'program write': (mutant, { palette, random }) => {
    if (!mutant.of.isProvided) return undefined;
    const { tokens, stakes, others, nonce, mint } = palette;
    const address = random.pick(random.pick([tokens, stakes, others, [nonce, mint]]));
    const reached = replaceOne(mutant, random, (instruction) => ({
      ...instruction,
      accounts: [...instruction.accounts, { address, isSigner: false, isWritable: true }],
    }));
    return { ...reached, programWrites: [...mutant.programWrites, { address, write: spoil(random) }] };
  },
  'ledger moves': (mutant, { palette, random, trade }) => {
    const gift = { address: random.pick([...palette.tokens, palette.wallet]), write: giveLamports(random) };
    return { meanwhile: [...mutant.meanwhile, random.chance(60) ? trade(random) : gift] };
  },
  'reserve of the stranger': (mutant, { random, reserve: { places, raiseFee } }) => ({
    draft: rename(mutant.draft, places),
    ...(random.chance(70) && { meanwhile: [...mutant.meanwhile, raiseFee] }),
  }),
  'accounts of the stranger': (mutant, { random, strangers }) => {
    const named = listAddresses(mutant.draft).filter((address) => strangers.has(address));
    if (named.length === 0) return undefined;
    const chosen = random.pick(named);
    const program = strangers.get(chosen)?.program;
    // One account, or all that the same program owns: a whole pool, market or vault.
    const isWhole = random.chance(50);
    const taken = named.filter(
      (each) => each === chosen || (isWhole && strangers.get(each)?.program === program),
    );
    const places = new Map(taken.map((each) => [each, strangers.get(each)?.address ?? each]));
    const moved = [...places.values()].map((address): AccountWrite => {
      const data = createRandom(random.below(2 ** 31));
      const write: AccountWrite['write'] = (account) =>
        account && { ...account, data: setAmount(Uint8Array.from(account.data), data) };
      return { address, write: random.chance(50) ? write : spoil(random) };
    });
    return {
      draft: rename(mutant.draft, places),
      ...(random.chance(70) && { meanwhile: [...mutant.meanwhile, ...moved] }),
    };
  },
  'raw bytes': (_mutant, { random }) => {
    const [position, bit, extra, mode] = [
      random.below(1_200),
      random.below(8),
      random.below(256),
      random.below(10),
    ];
    return {
      rewrite: (wire) => {
        if (mode === 0) return Uint8Array.of(...wire, extra);
        if (mode === 1) return wire.slice(0, wire.length - 1 - (position % 40));
        const bytes = Uint8Array.from(wire);
        const at = position % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        return bytes;
      },
    };
  },
};

function getProgram({ program }: DraftInstruction): DraftAccount {
  return { address: program, isSigner: false, isWritable: false };
}

function fakeOrder(answer: HonestBuild['answer'], random: Random): Partial<Mutant> {
  const value = random.pick(['0', '1', '18446744073709551615', '', '-1', '1e9', 7, null]);
  const { router_order: order } = answer;
  if (typeof order !== 'object' || order === null) {
    const names = Object.keys(answer).filter((name) => name !== 'transaction');
    return { answer: { ...answer, [random.pick(names)]: value } };
  }
  const name = random.pick(['inpAmt', 'outAmt', 'inp', 'out', 'mode', 'swapSrcData']);
  const isStake = name === 'outAmt' && random.chance(40);
  const faked = isStake ? { amtStaked: value, amtUnstaked: '0' } : value;
  return { answer: { ...answer, router_order: { ...order, [name]: faked } } };
}

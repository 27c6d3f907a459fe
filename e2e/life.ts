import { type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import { getTransferSolInstruction } from '@solana-program/system';
import { AuthorityType, getSetAuthorityInstruction, getTransferInstruction } from '@solana-program/token';
import { findAssociatedTokenAddress, getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import {
  decodeStakeAccount,
  getWithdrawStakeInstruction,
  STAKE_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake';
import { findRequestWithdrawVaultReceiptPda } from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { type HistoryRow, WalletHistoryAnswer } from '@staking-agent/wire';
import type { Random } from './adversarial/random.ts';
import { assertOk } from './assert-answer.ts';
import { configureVault } from './change-account.ts';
import { signBuild } from './land-build.ts';
import { createLedgerClient } from './ledger-client.ts';
import { createFundedWallet, DEPLOYMENT, fundUsdc, type World } from './world.ts';

type LifeWorld = Pick<World, 'sandbox' | 'service' | 'post' | 'get'>;
export type Life = Awaited<ReturnType<typeof startLife>>;
/** Something that a wallet, or another one with it, does. */
type Deed = () => Promise<void>;

/** What a wallet holds of each unit of its history, in base units. */
export type Holdings = Record<(typeof UNITS)[keyof typeof UNITS], bigint>;

const UNITS = {
  'sol-native-stake': 'staked SOL',
  'sol-liquid-stake': 'raSOL',
  'sol-leveraged-stake': 'raSOL Max',
  'usdc-earn': 'raUSDC',
} as const;

/** Seconds that a requested withdrawal of USDC waits: not at all, less than an epoch, and more than one. */
const WAITS = [0n, 20n, 200_000n];
const MINTS = [DEPLOYMENT.rasolMint, DEPLOYMENT.rasolMaxMint, DEPLOYMENT.rausdcMint];

/** Makes a wallet with funds, and a friend of it. */
export async function startLife(world: LifeWorld, random: Random) {
  const wallet = await createFundedWallet(world, '400');
  await fundUsdc(world, wallet, '4000');
  const friend = await createFundedWallet(world, '50');
  const ledger = createLedgerClient(world);
  /** Lists the stake accounts that are a wallet's, by address. */
  const stakes = async (owner: string = wallet.address) => {
    const filters = [{ memcmp: { offset: 44n, bytes: owner, encoding: 'base58' } }] as never;
    const options = { encoding: 'base64', commitment: 'processed', filters } as const;
    const found = await ledger.rpc.getProgramAccounts(STAKE_PROGRAM_ADDRESS, options).send();
    return (found as unknown as { pubkey: Address; account: { lamports: bigint; data: [string] } }[])
      .map(({ pubkey, account: { lamports, data } }) => ({
        address: pubkey,
        lamports: BigInt(lamports),
        delegation: decodeStakeAccount(Buffer.from(data[0], 'base64'))?.delegation,
      }))
      .toSorted((a, b) => (a.address < b.address ? -1 : 1));
  };
  return {
    ...{ world, random, wallet, friend, ledger, stakes },
    ofStake: (act: (stakeAccount: Address) => Promise<void>) => async () => {
      const own = await stakes();
      if (own.length > 0) await act(random.pick(own).address);
    },
    path: `/wallets/${wallet.address}/history`,
    submit: async (instructions: readonly Instruction[], payer: Wallet) =>
      void (await ledger.submit(instructions, [payer])),
    /** Builds with the service and sends; a refusal is no matter. */
    async build(path: string, body: object): Promise<void> {
      const built = await world.post(path, { wallet: wallet.address, ...body });
      if (built.status === 200) await world.post('/broadcast', await signBuild(wallet, built.body));
    },
  };
}

/** Lets so many chance deeds happen. */
export async function liveOn(life: Life, deeds: number): Promise<void> {
  const all = [...listStakes(life), ...listExits(life), ...listOthers(life)];
  for (let left = deeds; left > 0; left -= 1) await life.random.pick(all)();
}

function listStakes({ build, random }: Life): Deed[] {
  const amount = (most: number) => `${1 + random.below(most)}.${1 + random.below(99)}`;
  const stake = (strategy: string, most: number) => () => build('/stake', { strategy, amount: amount(most) });
  const native = stake('sol-native-stake', 5);
  return [
    native,
    native,
    stake('sol-liquid-stake', 5),
    stake('sol-leveraged-stake', 4),
    stake('usdc-earn', 90),
  ];
}

function listExits(life: Life): Deed[] {
  const { build, random, ofStake } = life;
  const exitStake = (kind: string) =>
    ofStake((stakeAccount) => build('/unstake', { strategy: 'sol-native-stake', kind, stakeAccount }));
  const exit = (strategy: string, kind: string, amount: string) => () =>
    build('/unstake', { strategy, kind, amount: random.chance(30) ? 'max' : amount });
  return [
    exitStake('deactivate'),
    exitStake('instant'),
    async () => {
      for (const { address: stakeAccount } of await life.stakes()) await build('/withdraw', { stakeAccount });
    },
    ofStake((stakeAccount) => build('/split', { stakeAccount, amount: '1.1' })),
    ofStake((stakeAccount) => build('/split', { stakeAccount, amount: '1', then: 'deactivate' })),
    async () => {
      const [into, ...from] = (await life.stakes()).map(({ address }) => address);
      if (into !== undefined && from.length > 0) await build('/merge', { into, from: from.slice(0, 3) });
    },
    exit('sol-liquid-stake', 'instant', '1'),
    exit('sol-liquid-stake', 'slow', '2'),
    exit('sol-leveraged-stake', 'instant', '1'),
    exit('usdc-earn', 'instant', '10'),
    ...(['request', 'claim', 'cancel'] as const).map((step) => () => {
      const size = step === 'request' ? { amount: random.chance(30) ? 'max' : '7' } : {};
      return build('/unstake', { strategy: 'usdc-earn', kind: 'instant', step, ...size });
    }),
    async () => {
      configureVault(life.world, DEPLOYMENT.usdcVault, { withdrawalWaitingPeriod: random.pick(WAITS) });
    },
  ];
}

function listOthers(life: Life): Deed[] {
  const { wallet, friend, random, submit, world, ofStake } = life;
  return [
    () => sendTokens(life, wallet, friend),
    () => sendTokens(life, friend, wallet),
    () => giveStake(life, wallet, friend),
    () => giveStake(life, friend, wallet),
    // The friend gives it back more often than it was given; any other time one of the two fails.
    ...[wallet, friend, friend].map((from) => () => {
      const account = findAssociatedTokenAddress(wallet.address as Address, random.pick(MINTS));
      return submit([setTokenOwner(account, from, from === wallet ? friend : wallet)], from);
    }),
    ofStake((destination) => {
      const gift = { source: signer(friend), destination, amount: lamports(12_345n) };
      return submit([getTransferSolInstruction(gift)], friend);
    }),
    // Fails: it is more than there is.
    ofStake((stakeAccount) => {
      const terms = { wallet: wallet.address as Address, stakeAccount, lamports: 10n ** 15n };
      return submit([getWithdrawStakeInstruction(terms)], wallet);
    }),
    async () => world.sandbox.ledger.advanceSlots(1 + random.below(3)),
  ];
}

/** Sends a part of what one of two has of some receipt, or all, to the other. */
async function sendTokens({ random, ledger, submit }: Life, from: Wallet, to: Wallet): Promise<void> {
  const mint = random.pick(MINTS);
  const units = await ledger.tokens(from.address, mint);
  if (units < 2n) return;
  const accountOf = ({ address }: Wallet) => findAssociatedTokenAddress(address as Address, mint);
  const [payer, owner] = [from.address as Address, to.address as Address];
  const open = getCreateTokenAccountInstruction({ payer, owner, mint, account: accountOf(to) });
  const amount = random.chance(30) ? units : units / BigInt(2 + random.below(5));
  await submit([open, moveTokens([accountOf(from), accountOf(to)], payer, amount)], from);
}

/** Moves tokens from one account to another. */
export function moveTokens([source, destination]: [Address, Address], owner: Address, amount: bigint) {
  return getTransferInstruction({ source, destination, authority: createNoopSigner(owner), amount });
}

/** Makes the other of two staker and withdrawer of a stake account. */
async function giveStake({ random, stakes, submit }: Life, from: Wallet, to: Wallet): Promise<void> {
  const own = await stakes(from.address);
  if (own.length === 0) return;
  const { address: stake } = random.pick(own);
  const given = { stake, authority: signer(from), arg0: to.address as Address };
  const roles = [StakeAuthorize.Staker, StakeAuthorize.Withdrawer];
  await submit(
    roles.map((arg1) => getAuthorizeInstruction({ ...given, arg1 })),
    from,
  );
}

/** Gives a token account to another owner. */
export function setTokenOwner(owned: Address, from: Wallet, to: Wallet): Instruction {
  const change = { authorityType: AuthorityType.AccountOwner, newAuthority: to.address as Address };
  return getSetAuthorityInstruction({ owned, owner: signer(from), ...change });
}

const signer = ({ address }: Wallet) => createNoopSigner(address as Address);

/** Reads what the wallet of a life holds from the ledger. */
export async function readHoldings({ wallet, ledger, stakes }: Life): Promise<Holdings> {
  const staked = (await stakes()).reduce((sum, { lamports }) => sum + lamports, 0n);
  const [raSOL = 0n, max = 0n, raUSDC = 0n] = await Promise.all(
    MINTS.map((mint) => ledger.tokens(wallet.address, mint)),
  );
  const owned = { vault: DEPLOYMENT.usdcVault, user: wallet.address as Address };
  const escrowed = await ledger.tokens(findRequestWithdrawVaultReceiptPda(owned)[0], DEPLOYMENT.rausdcMint);
  return { 'staked SOL': staked, raSOL, 'raSOL Max': max, raUSDC: raUSDC + escrowed };
}

/** Lists the phases that the stake accounts of a life entered with the running epoch, as the accounts themselves say it. */
export async function listEntered({ stakes }: Life, epoch: bigint): Promise<string[]> {
  return (await stakes()).flatMap(({ address, delegation }) => {
    if (delegation === undefined) return [];
    const { activationEpoch, deactivationEpoch } = delegation;
    if (deactivationEpoch === epoch - 1n)
      return activationEpoch === deactivationEpoch ? [] : [`${address} withdrawable ${epoch}`];
    return activationEpoch === epoch - 1n ? [`${address} active ${epoch}`] : [];
  });
}

/** Adds up the rows of each strategy in its unit. */
export function sumUp(rows: readonly HistoryRow[]): Holdings {
  const sums: Holdings = { 'staked SOL': 0n, raSOL: 0n, 'raSOL Max': 0n, raUSDC: 0n };
  for (const { strategy, in: gained, out: lost } of rows) {
    const unit = UNITS[strategy];
    for (const { asset, baseUnits } of gained) if (asset === unit) sums[unit] += BigInt(baseUnits);
    for (const { asset, baseUnits } of lost) if (asset === unit) sums[unit] -= BigInt(baseUnits);
  }
  return sums;
}

/** Reads a page, of which nothing may be missing. */
export async function readPage({ get }: Pick<World, 'get'>, path: string): Promise<WalletHistoryAnswer> {
  const answer = await get(path);
  assertOk(answer, WalletHistoryAnswer);
  return answer.body;
}

/** Asserts that nothing is missing but rates, which a deployment has only of epochs in which it ran. */
export function assertWhole({ missing }: Pick<WalletHistoryAnswer, 'missing'>): void {
  if (missing.some(({ part }) => part !== 'rates')) throw new Error(JSON.stringify(missing));
}

/** What is on the ledger: gains by rate come when the service captures them. */
export const isLasting = ({ known }: HistoryRow) => known !== 'rate';

/** Reads a history newest first, in pages of chance length. */
export async function readList(life: Life, path = life.path): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  let rest = '';
  for (;;) {
    const page = await readPage(life.world, `${path}?limit=${1 + life.random.below(9)}${rest}`);
    assertWhole(page);
    rows.push(...page.rows.filter(isLasting));
    if (page.nextCursor === null) return rows;
    rest = `&cursor=${page.nextCursor}`;
  }
}

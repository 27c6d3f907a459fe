import { type Address, isAddress } from '@solana/kit';
import { type Adaptor, type Deployment, hashProgramCode } from '@staking-agent/chain/deployment';
import { decodeLookupTable, decodeMintDecimals, TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import { getLendingBankDecoder } from '@staking-agent/chain/lending';
import { SAVE_PROGRAM_ADDRESS } from '@staking-agent/chain/loan';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import {
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findProtocolPda,
  findStrategyInitReceiptPda,
  findVaultLpMintPda,
  getVaultDecoder,
  KAMINO_VAULTS_PROGRAM_ADDRESS,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import { ASSET_DECIMALS } from '@staking-agent/wire';
import {
  type LedgerClient,
  type ReadAccount,
  type ReadAccounts,
  readAccounts,
} from '../upstreams/ledger/client.ts';
import {
  describeVersion,
  findProgramDataAddress,
  isProgram,
  isSameVersion,
  namePrograms,
  readProgramVersions,
} from '../upstreams/ledger/programs.ts';

/** An address of a deployment that the ledger does not have as the deployment says. */
export type DeploymentFault = {
  /** The member of the file that holds the address, such as `leveraged.vault`. */
  readonly field: string;
  readonly address: Address;
  /** The difference between ledger and file, in a sentence. */
  readonly detail: string;
  /** True if all but a few builds are right without it. */
  readonly isBearable: boolean;
};

const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111';
/** The ledger reads at most so many accounts at once. */
const ACCOUNTS_PER_CALL = 100;

/**
 * Checks every address of a deployment on the ledger: it exists, has the right kind, and refers to the others.
 *
 * @returns the faults; none when everything fits.
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function checkDeployment(
  deployment: Deployment,
  ports: { readonly ledger: LedgerClient },
): Promise<readonly DeploymentFault[]> {
  const expectations = [
    ...expectMints(deployment),
    ...expectPrograms(deployment),
    ...expectPoolAndVaults(deployment),
    ...expectUsdcStrategies(deployment),
    ...expectLeveraged(deployment),
  ];
  const read = await readAll(expectations, ports);
  const wrong = expectations.flatMap(({ field, address, holds, isBearable }) => {
    const account = read(address);
    const detail = account === undefined ? 'The ledger has no such account.' : holds(account);
    return detail === undefined ? [] : [{ field, address, detail, isBearable }];
  });
  return [...wrong, ...(await checkVersions(deployment, ports))];
}

/**
 * Checks the genesis hash; on another ledger, no other check is useful.
 *
 * The service itself drops such a node instead, see `createGenesisCheck`.
 */
export async function checkGenesis(
  { genesisHash }: Deployment,
  { ledger }: { readonly ledger: LedgerClient },
): Promise<DeploymentFault | undefined> {
  if (genesisHash === undefined) return undefined;
  const found = await ledger.read('getGenesisHash', []);
  if (found === genesisHash) return undefined;
  const detail = `The ledger has the genesis hash ${found}; the file is of another one.`;
  return { field: 'genesisHash', address: genesisHash as Address, detail, isBearable: false };
}

/**
 * Lists programs whose version differs from the file, as warnings: builds are simulated and show whether they still work.
 */
async function checkVersions(
  { programs = new Map() }: Deployment,
  ports: { readonly ledger: LedgerClient },
): Promise<DeploymentFault[]> {
  if (programs.size === 0) return [];
  const found = await readProgramVersions([...programs.keys()], ports);
  return [...programs].flatMap(([address, recorded]) => {
    const now = found.get(address);
    if (isSameVersion(now, recorded)) return [];
    const detail = `It is ${describeVersion(now)}; the file records one ${describeVersion(recorded)}.`;
    return [{ field: `programs.${address}`, address, detail, isBearable: true }];
  });
}

/** Bytes of a program that are read at once: in base64 they are less than the largest answer. */
const CODE_PART = 1_000_000;
/** Header of an account that holds the code of a program. */
const CODE_OFFSET = 45;

/**
 * Compares the code of programs with the hashes that a deployment pins, as warnings. It reads megabytes.
 *
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function checkPins(
  { programs = new Map() }: Deployment,
  ports: { readonly ledger: LedgerClient },
): Promise<readonly DeploymentFault[]> {
  const faults: DeploymentFault[] = [];
  for (const [address, { sha256 }] of programs) {
    if (sha256 === undefined) continue;
    const found = hashProgramCode(await readCode(address, ports));
    if (found === sha256) continue;
    const detail = `The sha256 of its code is ${found}; flows were run on ${sha256}.`;
    faults.push({ field: `programs.${address}.sha256`, address, detail, isBearable: true });
  }
  return faults;
}

async function readCode(
  program: Address,
  { ledger }: { readonly ledger: LedgerClient },
): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  do {
    const dataSlice = { offset: CODE_OFFSET + parts.length * CODE_PART, length: CODE_PART };
    const options = { encoding: 'base64', commitment: 'finalized', dataSlice };
    const { value } = await ledger.read('getMultipleAccounts', [[findProgramDataAddress(program)], options]);
    parts.push(Buffer.from(value[0]?.data[0] ?? '', 'base64'));
  } while (parts.at(-1)?.length === CODE_PART);
  return Buffer.concat(parts);
}

async function readAll(
  expectations: readonly Expectation[],
  ports: { readonly ledger: LedgerClient },
): Promise<(address: Address) => ReadAccount | undefined> {
  const addresses = expectations.map(({ address }) => address);
  const parts: ReadAccounts[] = [];
  for (let at = 0; at < addresses.length; at += ACCOUNTS_PER_CALL) {
    parts.push(await readAccounts(addresses.slice(at, at + ACCOUNTS_PER_CALL), ports));
  }
  return (address) => parts.map((read) => read(address)).find((account) => account !== undefined);
}

function expectMints(deployment: Deployment): Expectation[] {
  const { solMint, usdcMint, rasolMint, rausdcMint, rasolMaxMint, leveraged } = deployment;
  const mints: readonly (readonly [field: string, mint: Address, decimals: number])[] = [
    ['solMint', solMint, ASSET_DECIMALS.SOL],
    ['usdcMint', usdcMint, ASSET_DECIMALS.USDC],
    ['rasolMint', rasolMint, ASSET_DECIMALS.raSOL],
    ['rausdcMint', rausdcMint, ASSET_DECIMALS.raUSDC],
    ...(leveraged === undefined ? [] : ([['rasolMaxMint', rasolMaxMint, ASSET_DECIMALS.raSOLMax]] as const)),
  ];
  return mints.map(([field, address, decimals]) =>
    expect(field, address, ({ owner, data }) => {
      if (owner !== TOKEN_PROGRAM_ADDRESS) return `Its owner is ${owner}; a mint is the Token program's.`;
      const found = decodeMintDecimals(data);
      return found === decimals ? undefined : `It has ${found} decimals instead of ${decimals}.`;
    }),
  );
}

function expectPrograms(deployment: Deployment): Expectation[] {
  return namePrograms(deployment).map(([field, address]) => {
    const expected = expect(field, address, (account) =>
      isProgram(account) ? undefined : `It is no program: its owner is ${account.owner}.`,
    );
    return field.startsWith('usdcStrategies.') ? bear(expected) : expected;
  });
}

function expectPoolAndVaults(deployment: Deployment): Expectation[] {
  const { voteAccount, stakePool, rasolMint, usdcVault, usdcMint, rausdcMint, reserve } = deployment;
  return [
    expect('voteAccount', voteAccount, ownedBy(VOTE_PROGRAM)),
    expect('stakePool.address', stakePool.address, ownedBy(stakePool.program), ({ data }) => {
      const { poolMint } = STAKE_POOL_CODEC.decode(data);
      return poolMint === rasolMint ? undefined : `Its token is ${poolMint} instead of ${rasolMint}.`;
    }),
    expect('the vault program', findProtocolPda()[0], vaultOwned),
    expectVault('usdcVault', usdcVault, usdcMint, rausdcMint),
    // Native exits go through it only where the router chooses to.
    ...where(reserve, ({ program, address }) => [bear(expect('reserve.address', address, ownedBy(program)))]),
  ];
}

function expectVault(field: string, address: Address, asset: Address, lp: Address): Expectation {
  const [derived] = findVaultLpMintPda({ vault: address });
  return expect(field, address, vaultOwned, ({ data }) => {
    if (derived !== lp) return `Its receipt is ${derived} instead of ${lp}.`;
    const { mint } = getVaultDecoder().decode(data).asset;
    return mint === asset ? undefined : `It takes ${mint} instead of ${asset}.`;
  });
}

function expectUsdcStrategies({ usdcVault, usdcStrategies }: Deployment): Expectation[] {
  if (usdcStrategies === undefined) return [];
  const { adaptors, lookupTables } = usdcStrategies;
  const strategies = adaptors.flatMap((adaptor, i) => {
    const field = `usdcStrategies.adaptors[${i}]`;
    const seeds = { vault: usdcVault, strategy: adaptor.strategy };
    const [directReceipt] = findDirectWithdrawInitReceiptPda(seeds);
    // Without any of them exits do without this strategy.
    return [
      ...expectStrategy(field, usdcVault, adaptor),
      ...where(adaptor.picks, () => [
        expect(`${field}.strategy`, adaptor.strategy, ownedBy(KAMINO_VAULTS_PROGRAM_ADDRESS)),
      ]),
      expect(`${field}, open to direct withdrawal`, directReceipt, vaultOwned),
    ].map(bear);
  });
  return [...strategies, ...expectLookupTables('usdcStrategies.lookupTables', lookupTables)];
}

/** Expects that a vault knows a strategy, and that what its adaptor changes is there. */
function expectStrategy(
  field: string,
  vault: Address,
  { program: adaptorProgram, strategy, accounts }: Adaptor<string>,
): Expectation[] {
  const seeds = { vault, strategy, adaptorProgram };
  const changed = accounts.flatMap(({ account, isWritable }, i) =>
    isWritable && isAddress(account) ? [expect(`${field}.accounts[${i}]`, account)] : [],
  );
  return [
    expect(`${field}.program, allowed by the vault`, findAdaptorAddReceiptPda(seeds)[0], vaultOwned),
    expect(`${field}.strategy, known to the vault`, findStrategyInitReceiptPda(seeds)[0], vaultOwned),
    ...changed,
  ];
}

function expectLeveraged({ leveraged, rasolMint, rasolMaxMint, solMint }: Deployment): Expectation[] {
  if (leveraged === undefined) return [];
  const { vault, adaptor, lending, market, loan, lookupTables = [] } = leveraged;
  return [
    expectVault('leveraged.vault', vault, rasolMint, rasolMaxMint),
    ...where(adaptor, (its) => [
      ...expectStrategy('leveraged.adaptor', vault, its),
      expect('leveraged.adaptor.position', its.position, ownedBy(its.program)),
    ]),
    ...where(lending, ({ program, group, bank }) => [
      expect('leveraged.lending.group', group, ownedBy(program)),
      expect('leveraged.lending.bank', bank, ownedBy(program), ({ data }) => {
        const { mint, group: found } = getLendingBankDecoder().decode(data);
        if (mint !== solMint) return `It lends ${mint} instead of ${solMint}.`;
        return found === group ? undefined : `It is of the group ${found}.`;
      }),
    ]),
    ...where(market, ({ program, address, rasolVault, solVault }) => [
      expect('leveraged.market.address', address, ownedBy(program)),
      expect('leveraged.market.rasolVault', rasolVault, ownedBy(TOKEN_PROGRAM_ADDRESS)),
      expect('leveraged.market.solVault', solVault, ownedBy(TOKEN_PROGRAM_ADDRESS)),
    ]),
    ...Object.entries(loan ?? {}).map(([part, address]) =>
      bear(expect(`leveraged.loan.${part}`, address, ownedBy(SAVE_PROGRAM_ADDRESS))),
    ),
    ...expectLookupTables('leveraged.lookupTables', lookupTables),
  ];
}

/** Lists what is expected of a part that a deployment may lack. */
function where<Part>(part: Part | undefined, list: (part: Part) => Expectation[]): Expectation[] {
  return part === undefined ? [] : list(part);
}

/** Returns what is wrong with an account, or undefined. */
type Check = (account: ReadAccount) => string | undefined;

/** One account, its member in the file, and a check. */
type Expectation = Omit<DeploymentFault, 'detail'> & { readonly holds: Check };

/** Expects an account, for which all checks hold. One whose data does not decode is of another kind. */
function expect(field: string, address: Address, ...checks: readonly Check[]): Expectation {
  const holds: Check = (account) => {
    try {
      for (const check of checks) {
        const fault = check(account);
        if (fault !== undefined) return fault;
      }
      return undefined;
    } catch {
      return 'Its data is of another kind of account.';
    }
  };
  return { field, address, holds, isBearable: false };
}

/** Accepts that an account is missing. */
function bear(expectation: Expectation): Expectation {
  return { ...expectation, isBearable: true };
}

/** Expects an account of a program. */
function ownedBy(program: string): Check {
  return ({ owner }) => (owner === program ? undefined : `Its owner is ${owner} instead of ${program}.`);
}

/** Expects an account of the vault program. */
const vaultOwned = ownedBy(VOLTR_VAULT_PROGRAM_ADDRESS);

/** Expects lookup tables in use. Only large exits need them, and are refused by name while one is missing. */
function expectLookupTables(field: string, tables: readonly Address[]): Expectation[] {
  return tables.map((address, i) =>
    bear(
      expect(`${field}[${i}]`, address, (account) => {
        const table = decodeLookupTable(account);
        if (table === undefined) return 'It is no lookup table.';
        return table.deactivationSlot === undefined ? undefined : 'It is being closed.';
      }),
    ),
  );
}

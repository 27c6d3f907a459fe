import type { TestContext } from 'node:test';
import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  generateKeyPairSigner,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { request } from 'undici';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { isWritableAt, readTransaction, resolveAccounts } from '../src/bytes/message.ts';
import { encodeBase58 } from '../src/bytes/text.ts';
import type { VerifyDeployment } from '../src/deployment.ts';
import type { Subject } from '../src/subject.ts';
import type { BuildOperation, Evidence, LedgerAccount, VerifyRequest } from '../src/verification.ts';
import { compile, plain } from './edit-transaction.ts';

export const SOL = 1_000_000_000n;
const { leveraged: _, ...shared } = parseDeployment(deploymentFile);
export const DEPLOYMENT: VerifyDeployment = shared;

/** What a caller asks for and what it is judged with. */
export type Ask = {
  readonly operation: BuildOperation;
  readonly request: VerifyRequest;
  /** Base64. */
  readonly transaction: string;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any;

/** A sandbox whose time stands still, its router and vault provider, and what a proof needs of it. */
export type BoundedWorld = Awaited<ReturnType<typeof startBoundedWorld>>;

export async function startBoundedWorld(t: Pick<TestContext, 'after'>) {
  const sandbox = await startSandbox({
    deployment: parseDeployment(deploymentFile),
    port: 0,
    slotMilliseconds: 600_000,
  });
  t.after(() => sandbox.close());
  return {
    sandbox,
    ledger: sandbox.ledger,
    ...createProviders(sandbox),
    ...createLedgerSteps(sandbox),
    /** Reads a transaction without simulating it. */
    read: async ({ transaction }: Pick<Ask, 'transaction'>) => {
      const read = readTransaction(transaction);
      return { transaction: read, accounts: resolveAccounts(read.message, new Map()) };
    },
    subject: (ask: Ask) => createSubject(sandbox, ask),
  };
}

/** Asks the router and the vault provider. */
function createProviders({ routerUrl, vaultUrl }: Sandbox) {
  const call = async (path: string, body?: object): Promise<Json> => {
    const options = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) };
    const answer = await request(path, { ...options, headers: { 'content-type': 'application/json' } });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  return {
    call,
    order: (kind: string, parameters: Record<string, string>): Promise<Json> =>
      call(`${routerUrl}/swap/${kind}/order?${new URLSearchParams({ apiKey: 'key', ...parameters })}`),
    provide: async (operation: string, body: object): Promise<string> => {
      const path = `${vaultUrl}/vault/${DEPLOYMENT.usdcVault}/${operation}`;
      const { transaction } = await call(path, body);
      return Buffer.from(getBase58Encoder().encode(transaction)).toString('base64');
    },
  };
}

/** Changes the ledger, by transactions and directly. */
function createLedgerSteps(sandbox: Sandbox) {
  const { ledger } = sandbox;
  const rpc = createSolanaRpc(sandbox.url);
  const land = async (wallet: KeyPairSigner, transaction: string): Promise<void> => {
    const decoded = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
    const wire = getBase64EncodedWireTransaction(await partiallySignTransaction([wallet.keyPair], decoded));
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
    ledger.advanceSlots(2);
  };
  const blockhash = async (): Promise<string> => {
    // The newest that is confirmed.
    return (ledger.blocks.toArray().at(-2) ?? ledger.blocks.tip()).blockhash;
  };
  return {
    land,
    blockhash,
    createWallet: async (lamports = 100n * SOL): Promise<KeyPairSigner> => {
      const wallet = await generateKeyPairSigner();
      ledger.fund(wallet.address, lamports);
      return wallet;
    },
    setAccount: (at: string, { lamports, owner, data }: LedgerAccount): void => {
      ledger.bank.setAccount({
        address: address(at),
        lamports: lamports as never,
        programAddress: address(owner),
        data,
        executable: false,
        space: BigInt(data.length),
      });
    },
    readAccount: (at: string) => readAccount(sandbox, at),
    /** Gives a stake account to another wallet. */
    handOver: async (stake: string, from: KeyPairSigner, to: string): Promise<void> => {
      const steps = [StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((arg1) =>
        plain(getAuthorizeInstruction({ stake: address(stake), authority: from, arg0: address(to), arg1 })),
      );
      await land(from, compile(from.address, steps, await blockhash()));
    },
    /** Opens somebody's associated account of a mint; returns its address. */
    createTokenAccount: async (owner: Address, mint: string): Promise<Address> => {
      const payer = await generateKeyPairSigner();
      ledger.fund(payer.address, SOL);
      const of = { owner, mint: address(mint) };
      const [ata] = await findAssociatedTokenPda({ ...of, tokenProgram: TOKEN_PROGRAM_ADDRESS });
      const open = plain(getCreateAssociatedTokenIdempotentInstruction({ payer, ata, ...of }));
      await land(payer, compile(payer.address, [open], await blockhash()));
      return ata;
    },
  };
}

function readAccount({ ledger }: Sandbox, at: string): LedgerAccount | undefined {
  const account = ledger.findAccount(at as Address);
  if (account === undefined || account.lamports === 0n) return undefined;
  return { lamports: account.lamports, owner: account.programAddress, data: Uint8Array.from(account.data) };
}

const ASSOCIATED_LIST_AT = 98;

/** Reads and simulates a transaction on the sandbox's node. */
async function createSubject(
  sandbox: Sandbox,
  { operation, request: asked, transaction: text }: Ask,
): Promise<Subject & { readonly evidence: Evidence }> {
  const transaction = readTransaction(text);
  const accounts = resolveAccounts(transaction.message, new Map());
  const addresses = accounts.map(encodeBase58);
  const writable = addresses.filter((_, index) => isWritableAt(transaction.message, index));
  const pool = readAccount(sandbox, DEPLOYMENT.stakePool.address)?.data ?? new Uint8Array();
  const list = encodeBase58(pool.subarray(ASSOCIATED_LIST_AT, ASSOCIATED_LIST_AT + 32));
  const read = [
    ...addresses,
    DEPLOYMENT.stakePool.address,
    list,
    DEPLOYMENT.usdcVault,
    DEPLOYMENT.rausdcMint,
  ];
  const { value } = await createSolanaRpc(sandbox.url)
    .simulateTransaction(text as Base64EncodedWireTransaction, {
      encoding: 'base64',
      sigVerify: false,
      innerInstructions: true,
      accounts: { encoding: 'base64', addresses: writable as Address[] },
    })
    .send();
  if (value.err !== null) throw new Error(`${JSON.stringify(value.err)}\n${value.logs?.join('\n')}`);
  const after = value.accounts as Json[];
  const inner = (value.innerInstructions ?? []) as Json[];
  const vm = sandbox.ledger.bank.vm();
  const clock = vm.getClock();
  const evidence: Evidence = {
    slot: clock.slot,
    epoch: clock.epoch,
    unixTimestamp: clock.unixTimestamp,
    before: new Map(read.map((at) => [at, readAccount(sandbox, at)])),
    after: new Map(writable.map((at, i) => [at, printed(after[i])])),
    innerInstructions: new Map(
      inner.map(({ index, instructions }) => [
        Number(index),
        instructions.map((one: Json) => ({
          program: addresses[Number(one.programIdIndex)] ?? '',
          accounts: one.accounts.map((at: number) => addresses[at] ?? ''),
          data: Uint8Array.from(getBase58Encoder().encode(one.data)),
        })),
      ]),
    ),
    lookupTables: new Map(),
    rentExemption: (size) => vm.minimumBalanceForRentExemption(BigInt(size)),
    signatureFee: 5_000n,
  };
  return {
    operation,
    request: asked,
    wallet: Uint8Array.from(getBase58Encoder().encode(asked.wallet)),
    answer: { transaction: text },
    deployment: DEPLOYMENT,
    limits: { instantExitLossBps: 300 },
    evidence,
    transaction,
    accounts,
  };
}

function printed(account: Json): LedgerAccount | undefined {
  if (account === null || account === undefined || BigInt(account.lamports) === 0n) return undefined;
  return {
    lamports: BigInt(account.lamports),
    owner: account.owner,
    data: Uint8Array.from(Buffer.from(account.data[0], 'base64')),
  };
}

import type { Signer, TransactionInstruction } from '@solana/web3.js';
import { Connection, Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';

/** Where the sandbox is and what is on its ledger. */
export type Setting = {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly pool: string;
  readonly poolProgram: string;
  readonly voteAccount: string;
  readonly vault: string;
  readonly usdcMint: string;
  /** One of the vault's strategies, with the accounts of its adaptor, all writable. */
  readonly strategy: {
    readonly address: string;
    readonly program: string;
    readonly accounts: readonly string[];
  };
  readonly solMint: string;
  readonly lendingProgram: string;
  readonly lendingGroup: string;
  readonly lendingBank: string;
  /** The file with a program's interface, and accounts by the names they have there. */
  readonly programs: Readonly<Record<string, DescribedProgram>>;
};

export type DescribedProgram = {
  readonly address: string;
  readonly idl: string;
  readonly accounts: Readonly<Record<string, string>>;
};

/** The sandbox as SDKs see it, and a wallet with SOL and USDC. */
export type World = Awaited<ReturnType<typeof connect>>;

/** Opens a connection and funds a new wallet. */
export async function connect(setting: Setting) {
  const connection = new Connection(setting.url, {
    commitment: 'confirmed',
    wsEndpoint: setting.webSocketUrl,
  });
  const wallet = Keypair.generate();
  const control = async (path: string, body: object): Promise<void> => {
    // biome-ignore lint/style/noRestrictedGlobals: as anybody would call the sandbox.
    const answer = await fetch(`${setting.url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await control('fund', { wallet: wallet.publicKey.toBase58(), sol: '1000', usdc: '100000' });
  return {
    setting,
    connection,
    wallet,
    key: (address: string): PublicKey => new PublicKey(address),
    advanceEpoch: () => control('advance-epoch', { epochs: 1 }),
    send: (instructions: readonly TransactionInstruction[], signers: readonly Signer[] = []) =>
      sendAndConfirmTransaction(connection, new Transaction().add(...instructions), [wallet, ...signers]),
  };
}

/** Asks an SDK for something and prints what comes of it. */
export async function row(sdk: string, asked: string, ask: () => Promise<unknown>): Promise<void> {
  let result = 'ok';
  try {
    await ask();
  } catch (error) {
    result = describe(error);
  }
  process.stdout.write(`${JSON.stringify({ sdk, asked, result })}\n`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What the node has said of a transaction stands behind the first line.
  const [first = ''] = error.message.split('\n');
  const cause = 'transactionMessage' in error ? String(error.transactionMessage) : first;
  return cause === '' ? error.name : cause;
}

/** @throws {Error} where an SDK has read something else than is there. */
export function assertEqual(actual: unknown, expected: unknown): void {
  if (String(actual) !== String(expected)) throw new Error(`read ${actual} instead of ${expected}`);
}

import {
  type Address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  type Blockhash,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  type RpcTestnet,
  type SolanaRpcApiTestnet,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  testnet,
} from '@solana/kit';
import { parseDeployment } from '@staking-agent/chain/deployment';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { type Sandbox, startSandbox } from '../src/index.ts';
import { type Answer, type Json, send } from './send.ts';

export const DEPLOYMENT = parseDeployment(deploymentFile);
/** The program of the pool, for what is built of instructions. */
export const POOL_PROGRAM = { programAddress: DEPLOYMENT.stakePool.program };
export const SOL = 1_000_000_000n;

/** A sandbox of a test, and plain clients of it. */
export type TestSandbox = {
  readonly sandbox: Sandbox;
  readonly rpc: RpcTestnet<SolanaRpcApiTestnet>;
  /** A wallet with 100 SOL. */
  createWallet(): Promise<KeyPairSigner>;
  /** Signs instructions over the newest confirmed blockhash, or a given one. */
  sign(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    blockhash?: Blockhash,
  ): Promise<SignedTransaction>;
  /** Signs, sends and waits for `confirmed` over WebSocket. */
  send(payer: KeyPairSigner, instructions: readonly Instruction[]): Promise<void>;
  /** One raw JSON-RPC call. */
  call(method: string, params?: readonly unknown[]): Promise<RawAnswer>;
  post(path: string, body: unknown): Promise<Answer>;
};

export type RawAnswer = {
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
};
export type SignedTransaction = Awaited<ReturnType<typeof signTransactionMessageWithSigners>>;

/** Starts a sandbox on free ports and stops it after the test. */
export async function startTestSandbox(
  t: { after(stop: () => Promise<void>): void },
  slotMilliseconds = 20,
): Promise<TestSandbox> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0, slotMilliseconds });
  t.after(() => sandbox.close());
  const rpc = createSolanaRpc(testnet(sandbox.url));
  const rpcSubscriptions = createSolanaRpcSubscriptions(testnet(sandbox.webSocketUrl));
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });

  const sign: TestSandbox['sign'] = async (payer, instructions, blockhash) => {
    const { value: latest } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const lifetime = { ...latest, blockhash: blockhash ?? latest.blockhash };
    return signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
        (message) => appendTransactionMessageInstructions(instructions, message),
      ),
    );
  };

  const post: TestSandbox['post'] = (path, body) =>
    send(`${sandbox.url}${path}`, 'POST', typeof body === 'string' ? body : JSON.stringify(body));

  return {
    sandbox,
    rpc,
    sign,
    post,
    createWallet: async () => {
      const wallet = await generateKeyPairSigner();
      sandbox.ledger.fund(wallet.address, lamports(100n * SOL));
      return wallet;
    },
    send: async (payer, instructions) => {
      const transaction = await sign(payer, instructions);
      assertIsTransactionWithBlockhashLifetime(transaction);
      await sendAndConfirm(transaction, { commitment: 'confirmed' });
    },
    call: async (method, params = []) => {
      const { text } = await post('/', { jsonrpc: '2.0', id: 1, method, params });
      return JSON.parse(text);
    },
  };
}

/** Base64 wire bytes of a signed transaction. */
export const encode: (transaction: SignedTransaction) => string = getBase64EncodedWireTransaction;

/** Balance at the newest slot. */
export function getBalance({ sandbox }: TestSandbox, address: Address): bigint {
  return sandbox.ledger.bank.getLamports(address);
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Address,
  type Base64EncodedWireTransaction,
  type Commitment,
  createSolanaRpcFromTransport,
  getBase58Decoder,
  type Instruction,
  type RpcTransport,
  type Signature,
} from '@solana/kit';
import { decodeTokenAmount, findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import type { Wallet } from '@staking-agent/dev';
import { send } from './send.ts';
import type { World } from './world.ts';

/** The signature of a transaction that one wallet signed. */
export const readSignature = (signed: string): string =>
  getBase58Decoder().decode(Buffer.from(signed, 'base64').subarray(1, 65));

/** What tests read of the ledger, over its own RPC. */
export function createLedgerClient({ sandbox }: Pick<World, 'sandbox'>) {
  const rpc = createLedgerRpc(sandbox.url);
  /** Sends what a wallet signed, without the service, and past preflight unless the options say otherwise. */
  const sendSigned = (
    signed: string,
    options: { preflightCommitment?: Commitment; skipPreflight?: boolean } = { skipPreflight: true },
  ) => rpc.sendTransaction(signed as Base64EncodedWireTransaction, { encoding: 'base64', ...options }).send();
  return {
    rpc,
    send: sendSigned,
    /** Sends instructions of wallets, of which the first pays, past preflight. */
    async submit(instructions: readonly Instruction[], wallets: readonly Wallet[]): Promise<Signature> {
      const { value } = await rpc.getLatestBlockhash().send();
      const feePayer = wallets[0]?.address as Address;
      const message = compileMessageWithTables({ feePayer, blockhash: value.blockhash, instructions }, {});
      const unsigned = [Uint8Array.of(wallets.length), Buffer.alloc(64 * wallets.length), message];
      let transaction = Buffer.concat(unsigned).toString('base64');
      for (const { sign } of wallets) transaction = await sign(transaction);
      return await sendSigned(transaction);
    },
    /** Lamports; 0 when there is no account. */
    balance: async (address: string) =>
      (await rpc.getBalance(address as Address, { commitment: 'processed' }).send()).value,
    /** Base units of a mint that a wallet holds in its associated account; none where it has given that away. */
    async tokens(owner: string, mint: string) {
      const account = await findAssociatedTokenAddress(owner as Address, mint as Address);
      const { value } = await rpc
        .getAccountInfo(account, { encoding: 'base64', commitment: 'processed' })
        .send();
      const data = value === null ? undefined : Buffer.from(value.data[0], 'base64');
      return decodeTokenAmount(data, owner as Address) ?? 0n;
    },
    /** The delegation of a stake account, or undefined when the account is gone. */
    async delegation(address: string) {
      const { value } = await rpc
        .getAccountInfo(address as Address, { encoding: 'jsonParsed', commitment: 'processed' })
        .send();
      if (value === null || !('parsed' in value.data)) return undefined;
      const info = value.data.parsed.info as {
        meta: { authorized: { staker: string; withdrawer: string }; rentExemptReserve: string };
        stake?: {
          delegation: { voter: string; stake: string; activationEpoch: string; deactivationEpoch: string };
        };
      };
      return { lamports: value.lamports, ...info.meta, ...info.stake?.delegation };
    },
    /** The error a transaction ended with, null for success; lets slots pass until its block is confirmed. */
    async outcome(signature: string) {
      for (;;) {
        const [status] = (await rpc.getSignatureStatuses([signature as Signature]).send()).value;
        if (status && status.confirmationStatus !== 'processed') return status.err;
        if (status) sandbox.ledger.advanceSlots(1);
        else await sleep(50);
      }
    },
    epoch: async () => (await rpc.getEpochInfo({ commitment: 'processed' }).send()).epoch,
  };
}

const INTEGER = /^-?\d+$/;
const SUCCESS = 200;

/**
 * Gives kit's client of a ledger node a transport of undici's `request`: kit's own takes three times as much of a
 * processor, which is the service's in the same process.
 *
 * @param url - of the node.
 */
export function createLedgerRpc(url: string) {
  const transport: RpcTransport = async <Response>({ payload }: Parameters<RpcTransport>[0]) => {
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await send('POST', url, print(payload), headers);
    if (status !== SUCCESS) throw new Error(`The ledger node answered ${status}: ${text}`);
    return parse(text) as Response;
  };
  return createSolanaRpcFromTransport(transport);
}

function print(payload: unknown): string {
  return JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
  );
}

// Every integer as a bigint, of which kit makes numbers where its types say so.
function parse(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, { source = '' }: { source?: string } = {}) =>
    typeof value === 'number' && INTEGER.test(source) ? BigInt(source) : value,
  );
}

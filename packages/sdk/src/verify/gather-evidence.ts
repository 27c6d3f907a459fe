import { type Evidence, MalformedMessage, type Message, readTransaction } from '@staking-agent/verify';
import {
  type EvidenceSubject,
  gatherEvidence,
  SimulationFailed,
  StateUnsettled,
  UnusableReading,
} from '@staking-agent/verify/evidence';
import type { Deployment } from '../deployments.ts';
import { toBase64 } from '../transaction-bytes.ts';
import { callNode, type FateOptions, NoEvidence, NotYet } from './own-node.ts';

export { NoEvidence } from './own-node.ts';

const PAUSE_MILLISECONDS = 400;
const KEY_SIZE = 32;
const UNPROVEN = [MalformedMessage, SimulationFailed, StateUnsettled, UnusableReading];

/**
 * Gathers the evidence of a proof on your own node, which must be of the ledger that the deployment names.
 *
 * @param base64 - the transaction.
 * @throws {NoEvidence} when the node does not show it, or would refuse the transaction.
 */
export async function gatherOnNode(
  base64: string,
  { request, deployment }: Pick<EvidenceSubject, 'request'> & { readonly deployment: Deployment },
  node: FateOptions,
): Promise<Evidence> {
  try {
    const transaction = readTransaction(base64);
    await assertLedger(deployment, node);
    const signatureFee = await readSignatureFee(transaction.message, node);
    const read = async <Result>(method: string, params: readonly unknown[]) => {
      try {
        return await callNode<Result>(method, params, node);
      } catch (error) {
        if (error instanceof NotYet) return undefined;
        throw error;
      }
    };
    return await gatherEvidence(
      { transaction, base64, request, deployment, signatureFee },
      {
        getMultipleAccounts: (params) => read('getMultipleAccounts', params),
        simulateTransaction: (params) => read('simulateTransaction', params),
      },
      () => new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS)),
    );
  } catch (error) {
    if (error instanceof Error && UNPROVEN.some((kind) => error instanceof kind))
      throw new NoEvidence(error.message, { cause: error });
    throw error;
  }
}

async function assertLedger({ genesisHash }: Deployment, node: FateOptions): Promise<void> {
  if (genesisHash === undefined) return;
  const found = await callNode<string>('getGenesisHash', [], node);
  if (found !== genesisHash) throw new NoEvidence(`The node is of the ledger ${found}, not ${genesisHash}.`);
}

/** Reads the fee of a message that one key signs and that does nothing. */
async function readSignatureFee({ blockhash }: Message, node: FateOptions): Promise<bigint> {
  const empty = Uint8Array.from([1, 0, 0, 1, ...new Uint8Array(KEY_SIZE).fill(1), ...blockhash, 0]);
  const params = [toBase64(empty), { commitment: 'confirmed' }];
  const { value } = await callNode<{ value: number | null }>('getFeeForMessage', params, node);
  if (value === null) throw new NoEvidence('The node does not know the blockhash of the transaction.');
  return BigInt(value);
}

import type { VerifyDeployment } from '@staking-agent/verify';

/** The addresses that transactions are verified against. */
export type Deployment = VerifyDeployment & {
  /** Genesis hash of the ledger, base58. */
  readonly genesisHash?: string;
};

/** The deployments whose addresses this package pins. */
export type DeploymentName = 'mainnet' | 'sandbox';

export { mainnet, sandbox } from './generated/deployments.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the deployment file of an operator, parsed from JSON, into addresses to verify against. Get the file from a source
 * that you trust, not from the server.
 *
 * @throws {TypeError} where an adaptor is not as in such a file. The verification refuses text that is not an address.
 */
export function parseDeployment(file: unknown): Deployment {
  const { usdcStrategies, leveraged, ...rest } = toFields(file);
  const deployment = {
    ...rest,
    ...(usdcStrategies !== undefined && {
      usdcStrategies: { adaptors: toList(toFields(usdcStrategies)['adaptors']).map(parseAdaptor) },
    }),
    ...(leveraged !== undefined && { leveraged: parseLeveraged(toFields(leveraged)) }),
  };
  // Every member is text that the proof decodes before it believes it.
  return deployment as unknown as Deployment;
}

function parseLeveraged({ adaptor, ...rest }: Fields): object {
  return { ...rest, ...(adaptor !== undefined && { adaptor: parseAdaptor(adaptor) }) };
}

function parseAdaptor(value: unknown): object {
  const { accounts, arguments: bytes, ...rest } = toFields(value);
  return {
    ...rest,
    accounts: toList(accounts).map((each) => {
      const { account, writable = false, signer = false } = toFields(each);
      return { account, isWritable: writable === true, isSigner: signer === true };
    }),
    ...(bytes !== undefined && { arguments: fromHex(String(bytes)) }),
  };
}

function fromHex(text: string): Uint8Array {
  const bytes = text.match(/[0-9a-f]{2}/g) ?? [];
  if (bytes.join('') !== text) throw new TypeError('arguments must be lowercase hexadecimal bytes.');
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16));
}

function toFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('A deployment is an object.');
  return { ...value };
}

function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('Adaptors and their accounts are lists.');
  return value;
}

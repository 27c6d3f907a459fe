import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { BytesSigner } from '@staking-agent/sdk';
import { UsageError } from './exit-code.ts';

/** A build, or what is left of one: its transaction, and what is sent with it. */
export type BuildDocument = {
  readonly transaction: string;
  readonly service_token?: string;
  readonly route?: string;
  readonly routerKind?: string;
  readonly router_order?: object;
};

/** Reads a file, or standard input for `-`. @throws {UsageError} */
export async function readDocument(path: string, input: NodeJS.ReadableStream): Promise<unknown> {
  const words = (path === '-' ? await text(input) : read(path)).trim();
  if (!words.startsWith('{')) return words;
  try {
    return JSON.parse(words);
  } catch {
    throw new UsageError(`${path === '-' ? 'Standard input' : path} is no JSON object.`);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads a build: its whole answer, or only the base64 of its transaction. @throws {UsageError} */
export function toBuild(document: unknown): BuildDocument {
  if (typeof document === 'string') return { transaction: document };
  const build: { readonly transaction?: unknown } = Object(document);
  if (typeof build.transaction !== 'string')
    throw new UsageError('A build is JSON with transaction, or the base64 of a transaction.');
  return { ...build, transaction: build.transaction };
}

/** Signs a build. Returns the input of `broadcast`; if only base64 was given, returns base64. */
export async function signDocument(document: unknown, signer: BytesSigner): Promise<unknown> {
  const { transaction, service_token, route, routerKind, router_order } = toBuild(document);
  const signed = await signer.signBytes(Buffer.from(transaction, 'base64'));
  const signed_tx = Buffer.from(signed).toString('base64');
  if (typeof document === 'string') return signed_tx;
  return { signed_tx, service_token, ...(route === 'router' && { route, routerKind, router_order }) };
}

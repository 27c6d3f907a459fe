import { MalformedMessage, type Message, readTransaction } from '@staking-agent/verify';

/** Reads the message of a transaction; undefined where it is of a form that this service does not know. */
export function readMessageOf(base64: string): Message | undefined {
  try {
    return readTransaction(base64).message;
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

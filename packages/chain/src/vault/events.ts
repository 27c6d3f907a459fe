import {
  getRequestWithdrawVaultEventDecoder,
  getRequestWithdrawVaultEventEncoder,
  type RequestWithdrawVaultEvent,
} from './generated/types/index.ts';

/** The first eight bytes of the SHA-256 of `event:RequestWithdrawVaultEvent`. */
const REQUEST_WITHDRAW_VAULT_EVENT_DISCRIMINATOR: Uint8Array = Uint8Array.from([
  59, 94, 26, 38, 47, 131, 158, 162,
]);

/** Encodes the event of a request as the program logs it (Anchor's `emit!`, a line `Program data: `). */
export function encodeRequestEvent(event: RequestWithdrawVaultEvent): Uint8Array {
  return Uint8Array.from([
    ...REQUEST_WITHDRAW_VAULT_EVENT_DISCRIMINATOR,
    ...getRequestWithdrawVaultEventEncoder().encode(event),
  ]);
}

/** Decodes what the program logged; undefined for another event. A newer program may have added members at the end. */
export function decodeRequestEvent(logged: Uint8Array): RequestWithdrawVaultEvent | undefined {
  const head = REQUEST_WITHDRAW_VAULT_EVENT_DISCRIMINATOR;
  const decoder = getRequestWithdrawVaultEventDecoder();
  if (logged.length < head.length + decoder.fixedSize) return undefined;
  return head.every((byte, i) => logged[i] === byte) ? decoder.decode(logged, head.length) : undefined;
}

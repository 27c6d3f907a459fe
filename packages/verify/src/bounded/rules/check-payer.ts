import { isSame } from '../../bytes/index.ts';
import type { Finding } from '../../verification.ts';
import type { Scene } from '../scene.ts';

/** Refuses a message with another payer or signer than the wallet, or with a larger heap. */
export function checkPayer({ message, intent }: Scene): readonly Finding[] {
  const findings: Finding[] = [];
  if (message.signerCount !== 1 || !isSame(message.keys[0], intent.wallet)) {
    findings.push({
      rule: 'signers',
      detail: `${message.signerCount} keys must sign; only the wallet should.`,
    });
  }
  if (message.config?.heapSize !== undefined) {
    findings.push({ rule: 'fee', detail: 'The message asks for more memory.' });
  }
  return findings;
}

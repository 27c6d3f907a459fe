import { base58 } from '@scure/base';
import { Type } from 'typebox';
import type { Provider } from '../../problems/faults.ts';
import { createGuard } from '../guard.ts';
import { readAnswer } from '../read-answer.ts';
import type { UpstreamPorts } from '../upstream-ports.ts';
import { watched } from '../watch.ts';
import { withinBudget } from '../within-budget.ts';

/** The vault provider's HTTP API. */
export type VaultClient = {
  /**
   * Asks for the transaction of an exit that also reaches funds at work.
   *
   * @param request.amount - asset base units; not looked at when all is withdrawn.
   * @returns the unsigned transaction, base64.
   * @throws {UpstreamRefusal} with the provider's words; {@link UpstreamFault} when no usable answer came.
   */
  directWithdraw(request: {
    vault: string;
    wallet: string;
    amount: bigint;
    isWithdrawAll: boolean;
  }): Promise<string>;
  close(): Promise<void>;
};

const UPSTREAM: Provider = 'vault provider';
const BUDGET = { each: 6_000, total: 9_000 };
const IN_FLIGHT = 16;

const BuiltTransaction = Type.Object({
  success: Type.Literal(true),
  transaction: Type.String({ minLength: 1, maxLength: 5_800 }),
});

/** Opens the vault provider; `/vault/…` is appended to `url`. */
export function createVaultClient(url: string, ports: UpstreamPorts): VaultClient {
  const { clock, watch } = ports;
  const endpoint = ports.openEndpoint(UPSTREAM, url);
  const onBreaker = (isOpen: boolean) => watch.onBreaker('vault', isOpen);
  const guard = createGuard({ upstream: UPSTREAM, inFlight: IN_FLIGHT, clock, onBreaker });
  return {
    directWithdraw({ vault, wallet, amount, isWithdrawAll }) {
      const body = JSON.stringify({ userPubkey: wallet, lamportAmount: String(amount), isWithdrawAll });
      const path = `/vault/${vault}/direct-withdraw`;
      return withinBudget(BUDGET, ports, (milliseconds) =>
        guard.run(() =>
          watched(ports, 'vault', 'direct-withdraw', async () => {
            const answer = await endpoint.send({ method: 'POST', path, body, milliseconds });
            return toBase64(
              readAnswer(UPSTREAM, answer, BuiltTransaction, { isOnlyAsked: true }).transaction,
            );
          }),
        ),
      );
    },
    close: endpoint.close,
  };
}

// Documented as base58, shown as base64: an unsigned transaction in base64 is full of what base58 has not.
function toBase64(text: string): string {
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) ? Buffer.from(base58.decode(text)).toString('base64') : text;
}

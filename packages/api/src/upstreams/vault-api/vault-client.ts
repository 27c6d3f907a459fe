import { base58 } from '@scure/base';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { createGuard } from '../guard.ts';
import { createHttpEndpoint, UpstreamFault } from '../http.ts';
import { reasonIn, UpstreamRefusal } from '../refusal.ts';
import { NO_WATCH, type UpstreamWatch, watched } from '../watch.ts';
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

const BUDGET = { each: 6_000, total: 9_000 };
const IN_FLIGHT = 16;

const BuiltTransaction = Type.Object({
  success: Type.Literal(true),
  transaction: Type.String({ minLength: 1, maxLength: 1_800 }),
});

/** Opens the vault provider; `/vault/…` is appended to `url`. */
export function createVaultClient(url: string, watch: UpstreamWatch = NO_WATCH): VaultClient {
  const endpoint = createHttpEndpoint(url);
  const guard = createGuard(IN_FLIGHT, (isOpen) => watch.onBreaker('vault', isOpen));
  return {
    directWithdraw({ vault, wallet, amount, isWithdrawAll }) {
      const body = JSON.stringify({ userPubkey: wallet, lamportAmount: String(amount), isWithdrawAll });
      const path = `/vault/${vault}/direct-withdraw`;
      return withinBudget(BUDGET, (milliseconds) =>
        guard.run(() =>
          watched(watch, 'vault', 'direct-withdraw', async () =>
            readTransaction(await endpoint.send({ method: 'POST', path, body, milliseconds })),
          ),
        ),
      );
    },
    close: endpoint.close,
  };
}

function readTransaction({
  status,
  text,
  retryAfter,
}: Awaited<ReturnType<ReturnType<typeof createHttpEndpoint>['send']>>) {
  if (status >= 500) throw new UpstreamFault('status', { status, retryAfter });
  if (status !== 200) throw new UpstreamRefusal(status, reasonIn(text), retryAfter);
  const answer = parse(text);
  if (!Check(BuiltTransaction, answer)) throw new UpstreamFault('malformed');
  return toBase64(answer.transaction);
}

// Documented as base58, shown as base64: an unsigned transaction in base64 is full of what base58 has not.
function toBase64(text: string): string {
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) ? Buffer.from(base58.decode(text)).toString('base64') : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { isProblemError, withFate } from '../../api/src/problems/problem-error.ts';
import type { PendingTransactions } from '../../api/src/store/pending-transactions.ts';
import type { Edited } from '../../api/src/transactions/find-edited-lifetime.ts';
import type { OtherForms } from '../../api/src/transactions/other-forms.ts';
import type { Outbox } from '../../api/src/transactions/outbox.ts';
import type { TokenContents } from '../../api/src/transactions/service-token.ts';
import type { RouterSubmitter } from '../../api/src/transactions/submit-to-router.ts';
import type { Plant } from './plant.ts';
import type { SimulatedStore } from './simulated-store.ts';

/** The outbox, without the store or without looking who holds a row. */
export function plantInOutbox(honest: Outbox, plant: Plant): Outbox {
  switch (plant) {
    case 'no outbox':
      return {
        ...honest,
        add: async () => true,
        withdraw: async () => true,
        refuse: async () => true,
        refresh: async () => [],
      };
    case 'no holder check':
      return {
        ...honest,
        withdraw: async (signature) => (await honest.withdraw(signature)) || true,
        refuse: async (signature) => (await honest.refuse(signature)) || true,
      };
    case 'expired tokens refused here alone':
      return {
        ...honest,
        refuseUnsent: async ({ signature }) => !(await honest.isKnown(signature)),
      };
    case 'nothing taken back':
      return { ...honest, withdraw: async () => false, refuse: async () => false };
    case 'ends not kept':
      return { ...honest, resolve: () => undefined };
    default:
      return honest;
  }
}

const UNKNOWN_TO_TODAY = "route not in ('ledger', 'settled', 'handed', 'router', 'refused', 'process')";

/** The rows, of which some that matter are not noticed, or some that do not are kept. */
export function plantInRows(
  honest: PendingTransactions,
  { look }: Pick<SimulatedStore, 'look'>,
  plant: Plant,
): PendingTransactions {
  switch (plant) {
    case 'older store believed':
      return {
        ...honest,
        beat: (holder, _count, milliseconds) => honest.beat(holder, 1, milliseconds),
        listAbsent: async () => [],
      };
    case 'rows left behind':
      return { ...honest, purge: async () => undefined };
    case 'unknown routes as unsent': {
      const forget = (signature: string) =>
        look(`delete from pending_transactions where signature = ? and ${UNKNOWN_TO_TODAY}`, signature);
      return {
        ...honest,
        isKnown: (signature) => {
          forget(signature);
          return honest.isKnown(signature);
        },
        add: (transaction, ...lease) => {
          forget(transaction.signature);
          return honest.add(transaction, ...lease);
        },
        refuseUnsent: (mortal) => {
          forget(mortal.signature);
          return honest.refuseUnsent(mortal);
        },
      };
    }
    case 'unknown routes overwritten':
      return {
        ...honest,
        async setTaken(signature) {
          look(`update pending_transactions set route = 'router' where signature = ?`, signature);
          await honest.setTaken(signature);
        },
      };
    default:
      return honest;
  }
}

/** The search for other forms also finds what was called absent without proof, so that its loss alone does not show. */
export function plantInOtherForms(honest: OtherForms, plant: Plant): OtherForms {
  if (plant !== 'unread as absent' && plant !== 'absent at any slot') return honest;
  return { ...honest, find: async () => undefined };
}

/** The height of an edit, taken for that of its build. */
export async function plantInLifetimes(
  { contents }: Edited,
  find: () => Promise<TokenContents>,
  plant: Plant,
): Promise<TokenContents> {
  return plant === 'edit with the built height' ? contents : await find();
}

/** The router submitter that takes a refusal of the router for the end of the matter. */
export function plantInRouter(honest: RouterSubmitter, plant: Plant): RouterSubmitter {
  if (plant !== 'refusal of the router believed') return honest;
  return async (...handed) => {
    try {
      await honest(...handed);
    } catch (error) {
      const isRefusal = isProblemError(error) && error.code === 'ROUTER_REJECTED';
      throw isRefusal ? withFate(error, handed[2].signature, 'rejected') : error;
    }
  };
}

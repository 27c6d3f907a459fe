import { isProblemError, withFate } from '../../api/src/problems/problem-error.ts';
import type { PendingTransactions } from '../../api/src/store/pending-transactions.ts';
import type { Edited } from '../../api/src/transactions/find-edited-lifetime.ts';
import type { OtherForms } from '../../api/src/transactions/other-forms.ts';
import type { Outbox } from '../../api/src/transactions/outbox.ts';
import type { TokenContents } from '../../api/src/transactions/service-token.ts';
import type { RouterSubmitter } from '../../api/src/transactions/submit-to-router.ts';
import type { Plant } from './plant.ts';

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
    case 'nothing taken back':
      return { ...honest, withdraw: async () => false, refuse: async () => false };
    case 'ends not kept':
      return { ...honest, resolve: () => undefined };
    default:
      return honest;
  }
}

/** The rows, of which no process notices that the store has lost some. */
export function plantInRows(honest: PendingTransactions, plant: Plant): PendingTransactions {
  if (plant !== 'older store believed') return honest;
  return {
    ...honest,
    beat: (holder, _count, milliseconds) => honest.beat(holder, 1, milliseconds),
    listAbsent: async () => [],
  };
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

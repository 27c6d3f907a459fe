import { isProblemError } from '../../api/src/problems/problem-error.ts';
import type { FormGate } from '../../api/src/transactions/form-gate.ts';
import type { Plant } from './plant.ts';

/** The gate of the forms of a build, of which a planted fault opens one side. */
export function plantInForms(gate: FormGate, plant: Plant): FormGate {
  switch (plant) {
    case 'refresh without edits': {
      const read: FormGate['read'] = async (built) => ({ ...(await gate.read(built)), sent: undefined });
      return { ...gate, read, replace: async (built) => gate.replace(built, (await gate.read(built)).sent) };
    }
    case 'refresh without a height': {
      const read: FormGate['read'] = async (built) => {
        const state = await gate.read(built);
        return { ...state, sent: state.sent && { ...state.sent, lastValidBlockHeight: 0n } };
      };
      return { ...gate, read };
    }
    case 'refresh as often as asked': {
      const read: FormGate['read'] = async (built) => ({ ...(await gate.read(built)), successor: undefined });
      return { ...gate, read, storeSuccessor: async (_built, answer) => answer };
    }
    case 'every form sent':
      return {
        ...gate,
        reserve: (form) =>
          gate.reserve(form).catch((error: unknown) => {
            if (!isProblemError(error) || !error.code.startsWith('OTHER_FORM')) throw error;
            return { lastValidBlockHeight: form.lastValidBlockHeight, giveBack: async () => undefined };
          }),
      };
    default:
      return gate;
  }
}

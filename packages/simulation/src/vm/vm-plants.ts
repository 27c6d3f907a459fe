import type { Plant } from '../plant-in-source.ts';

const API = 'api/src';

/** The rules that histories of the whole service must find missing. */
export const VM_PLANTS: Readonly<Record<string, Omit<Plant, 'shows'>>> = {
  'provided transactions unproved': {
    edits: [
      [
        `${API}/builds/provided.ts`,
        'if (findings.length > 0) throw refuseProvidedTransaction(by, findings, services);',
        '',
      ],
    ],
  },
  'minimum out unread': {
    seed: 10,
    edits: [
      [
        'verify/src/bounded/instructions.ts',
        'return minimum >= terms.least && isExact ? [] : [tooLow(one, minimum, scene)];',
        'return [];',
      ],
    ],
  },
  'keys without records': {
    edits: [
      [
        `${API}/app.ts`,
        'if (key === undefined || !reads(HEADERS.idempotencyKey)) return',
        'if (key === undefined || !reads(HEADERS.idempotencyKey) || true) return',
      ],
    ],
  },
};

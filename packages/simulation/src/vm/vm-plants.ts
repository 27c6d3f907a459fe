import { registerHooks } from 'node:module';

/** A rule of the service that is taken out of its source. */
type VmPlant = { readonly file: string; readonly find: string; readonly put: string };

/** What can be taken away, by name. */
export const VM_PLANTS: Readonly<Record<string, VmPlant>> = {
  'provided transactions unproved': {
    file: 'api/src/transactions/check-provided-transaction.ts',
    find: 'if (first.findings.length > 0) throw refuseProvidedTransaction(by, first.findings, services);',
    put: '',
  },
  'minimum out unread': {
    file: 'verify/src/bounded/rules/check-minimum.ts',
    find: 'return minimum >= terms.least && isExact ? [] : [tooLow(one, minimum, scene)];',
    put: 'return [];',
  },
  'keys without records': {
    file: 'api/src/idempotency/answer-keyed.ts',
    find: 'if (header === undefined) {',
    put: 'if (header === undefined || true) {',
  },
};

/**
 * Takes a rule out of the service, before any of it is imported.
 *
 * @throws {Error} for a name that is none, and when the source is imported and does not hold the rule any more.
 */
export function plantInSource(name: string): void {
  const plant = VM_PLANTS[name];
  if (plant === undefined)
    throw new Error(`Nothing is called ${name}. Known: ${Object.keys(VM_PLANTS).join(', ')}.`);
  const { file, find, put } = plant;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(find)) throw new Error(`${file} does not hold what ${name} takes away.`);
      return { ...loaded, source: source.replace(find, put) };
    },
  });
}

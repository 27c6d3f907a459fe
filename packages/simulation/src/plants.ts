import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

/** A rule of the service that is taken out of its source. */
export type Plant = {
  /** Where its text stands, below `packages`, and what stands there instead. */
  readonly edits: readonly (readonly [file: string, find: string, put: string])[];
  /** What a judge says of the first history that shows it. */
  readonly shows: RegExp;
  /** What most histories have not, and every history that looks for it has. */
  readonly needs?: Rarity;
};

/** What only some histories have, unless it is asked for. */
export type Rarity = 'older copy' | 'next version' | 'day after';

const TWICE =
  /paid \d+ times|was (?:dead|replaced|expired|failed) and landed|was called unsent|were out at a time/;
const API = 'api/src';
const FORMS = `${API}/sending/forms.ts`;
const BROADCAST = `${API}/sending/broadcast.ts`;
const SEND = `${API}/sending/send.ts`;
const LANDING = `${API}/sending/landing.ts`;
const REFRESH = `${API}/sending/refresh.ts`;
const RESEND = `${API}/sending/resend.ts`;
const CLAIMS = `${API}/store/claims.ts`;
const KEY_GATE = `${API}/sending/keys.ts`;
const KEYS = `${API}/store/keys.ts`;
const KEPT = 'KEPT_MILLISECONDS = 24 * 60 * 60 * 1_000';
const CLAIM = 'builds.claim(toBuild(signed), toForm(signed, claim), { began: signed.began, hour })';

/** The rules of "no row, no send; no word without proof", each with the fault that must find it missing. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'other forms not looked for': {
    edits: [
      [
        FORMS,
        "return other === undefined ? { kind: 'free' } : { kind: 'other', other };",
        "return { kind: 'free' };",
      ],
      [
        `${API}/store/migrations/0007-builds-forms-keys.ts`,
        "await index('forms_one_out')\n    .unique()",
        "await index('forms_one_out')",
      ],
    ],
    shows: /paid \d+ times/,
  },
  'replaced bases claimed': {
    edits: [[FORMS, "if (findSuccessor(forms, baseId) !== undefined) return { kind: 'replaced' };", '']],
    shows: TWICE,
  },
  'closed may be claimed': {
    edits: [
      [
        FORMS,
        "if (own?.state === 'closed') return { kind: 'closed', form: own, refusal: own.refusal ?? UNSAID };",
        '',
      ],
      [
        BROADCAST,
        "const known = own?.state === 'offered' ?",
        "const known = own?.state === 'offered' || own?.state === 'closed' ?",
      ],
    ],
    shows: TWICE,
  },
  'unknown states as unsent': {
    edits: [[FORMS, "state === 'landed' || state === 'unknown';", "state === 'landed';"]],
    shows: /paid \d+ times|was called unsent|became|and landed/,
    needs: 'next version',
  },
  'unknown states overwritten': {
    edits: [[`${API}/store/forms.ts`, ".where('state', '=', 'sent')", '']],
    shows: /of the next version became/,
    needs: 'next version',
  },
  'send before claim': {
    edits: [
      [
        BROADCAST,
        'const claimed = await claimForm(signed, claim, ports);\n  if',
        'void sendToNodes(signed.transaction.base64, ports);\n  const claimed = await claimForm(signed, claim, ports);\n  if',
      ],
    ],
    shows: TWICE,
  },
  'signed bytes in the trial': {
    edits: [
      [BROADCAST, 'const tried = {', 'const tried = { signed: signed.transaction.base64,'],
      [SEND, '{ contextSlot }: Tried', '{ contextSlot, signed }: Tried'],
      [
        SEND,
        "const { value } = await node.call('simulateTransaction', [transaction, options], TRIAL_CALL_MILLISECONDS);",
        `const told = node.call('sendTransaction', [signed, options], TRIAL_CALL_MILLISECONDS);
         const value = await told.then(() => ({ err: null, logs: null }), (error) => {
           if (error instanceof JsonRpcError && error.code === -32_002) return { err: 'InsufficientFundsForFee', logs: null };
           throw error;
         });`,
      ],
    ],
    shows: /was called unsent|and landed/,
  },
  'refusal not kept': {
    edits: [
      [
        BROADCAST,
        'const closing = await ports.builds.close(',
        'throw toProblem(refusal);\n  const closing = await ports.builds.close(',
      ],
    ],
    shows: TWICE,
  },
  'no quiet after a break': {
    edits: [
      [LANDING, 'mayBeLost(lastValidBlockHeight) {', 'mayBeLost(lastValidBlockHeight) {\n return false;'],
    ],
    shows: TWICE,
    needs: 'older copy',
  },
  'claims from before a break': {
    edits: [[CLAIMS, 'if (began !== breaks()) return UNSURE;', '']],
    shows: TWICE,
    needs: 'older copy',
  },
  'refusal after the send believed': {
    edits: [
      [
        SEND,
        'if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return false;',
        `if (error instanceof JsonRpcError) throw problem('LEDGER_REJECTED', { reason: 'it says so' }, { outcome: 'rejected' });
         if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return false;`,
      ],
    ],
    shows: TWICE,
  },
  'refusal of the router believed': {
    edits: [
      [
        `${API}/sending/send-router.ts`,
        '{ words: readWords(error) }, { cause: error })',
        "{ words: readWords(error) }, { outcome: 'rejected', cause: error })",
      ],
    ],
    shows: TWICE,
  },
  'lost claims as failed': {
    edits: [
      [
        BROADCAST,
        CLAIM,
        `${CLAIM}.catch(() => { throw problem('OVERLOADED', { system: 'ledger' }, { outcome: 'not_sent' }); })`,
      ],
      [`${API}/routes/broadcast.ts`, "mayBeOut ? 'unknown' : outcome", 'outcome'],
    ],
    shows: /was called unsent/,
  },
  'failed by one node': {
    edits: [[LANDING, 'failed.length >= needed && landed.length < needed', 'failed.length >= 1']],
    shows: TWICE,
  },
  'landed by one node': {
    edits: [[LANDING, 'landed.length >= needed && failed.length < needed', 'landed.length >= 1']],
    shows: /was landed and|paid 0 times|is credited/,
  },
  'dead by one node': {
    edits: [
      [
        LANDING,
        "words.filter(({ kind }) => kind === 'dead').length >= needed",
        "words.some(({ kind }) => kind === 'dead')",
      ],
    ],
    shows: TWICE,
  },
  'processed as confirmed': {
    edits: [[LANDING, 'if (!isConfirmed(status)) return', 'if (false) return']],
    shows: /was landed and|was failed and|paid \d+ times/,
  },
  'unread as absent': {
    edits: [[LANDING, 'return [];\n  }', "return expiring.map(() => ({ kind: 'dead' }));\n  }"]],
    shows: TWICE,
  },
  'absent at any slot': {
    edits: [[LANDING, 'BigInt(context.slot) >= tip.slot ? tip : undefined', 'true ? tip : undefined']],
    shows: TWICE,
  },
  'no margin': {
    edits: [[LANDING, 'height > lastValidBlockHeight + MARGIN_BLOCKS', 'height > lastValidBlockHeight']],
    shows: TWICE,
  },
  'other forms of the dead not looked for': {
    edits: [
      [
        `${API}/sending/search.ts`,
        'return (found, signature) =>',
        'return async (found, signature) => undefined;\n  return (found, signature) =>',
      ],
    ],
    shows: TWICE,
  },
  'refresh without proof': {
    edits: [[REFRESH, 'await assertReplaceable(base, found, ports);', '']],
    shows: TWICE,
  },
  'edit with the built height': {
    edits: [
      [
        `${API}/sending/lifetime.ts`,
        "if (!mutations?.some(({ kind }) => kind === 'blockhash')) return contents;",
        'return contents;',
      ],
    ],
    shows: TWICE,
  },
  'ends not kept': {
    edits: [[RESEND, 'ports.onSettled(await ports.builds.settle(ends));', '']],
    shows: /is still sent/,
  },
  'rows never due': {
    edits: [[RESEND, 'await ports.builds.takeDue(FORMS_PER_CALL)', '[]']],
    shows: /is still sent|never came to an end/,
  },
  'rows left behind': {
    edits: [[RESEND, 'while ((await builds.purge()) > 0);', '']],
    shows: /are left a day after/,
    needs: 'day after',
  },
  'failed forms credited': {
    edits: [[`${API}/store/forms.ts`, "if (end !== 'landed') return [", "if (end === 'expired') return ["]],
    shows: /is credited/,
  },
  'hour not counted': {
    edits: [[CLAIMS, 'return hour.used + amount > limit ? hour : undefined;', 'return undefined;']],
    shows: /were out at a time|were sent in an hour/,
  },
  'hour counted before the claim': {
    edits: [
      [
        BROADCAST,
        `const ask = () => ${CLAIM};`,
        `const ask = async () => {
          const state = hour && (await builds.readHour(staked.strategy, staked.amount, hour));
          if (state && state.used + staked.amount > hour) return { kind: 'hour-full', hour: state };
          return await builds.claim(toBuild(signed), toForm(signed, claim), { began: signed.began, hour: hour && 2n ** 62n });
        };`,
      ],
    ],
    shows: /were out at a time|were sent in an hour/,
  },
  'ended forms counted': {
    edits: [[CLAIMS, "['offered', 'failed', 'closed']", "['offered']"]],
    shows: /are free, and refused/,
  },
  'keys without rows': {
    edits: [
      [
        KEY_GATE,
        'async answer(request, run) {',
        'async answer(request, run) {\n return { body: JSON.stringify(await run(async () => undefined)), isReplay: false };',
      ],
    ],
    shows: /answered (?:twice|differently)/,
  },
  'last answer of a key': {
    edits: [
      [
        KEYS,
        "kept.and([kept('keys.status', 'is', null), kept('keys.fingerprint', '=', fingerprint)])",
        "kept('keys.fingerprint', '=', fingerprint)",
      ],
    ],
    shows: /answered twice/,
  },
  'keys kept for an hour': {
    edits: [[KEYS, KEPT, 'KEPT_MILLISECONDS = 60 * 60 * 1_000']],
    shows: /was answered differently within its day/,
  },
  'keys kept for ever': {
    edits: [[KEYS, KEPT, 'KEPT_MILLISECONDS = 240 * 60 * 60 * 1_000']],
    shows: /is not free after its day/,
  },
  'secrets told': {
    edits: [
      [
        `${API}/routes/broadcast.ts`,
        "'{signature}', signature)",
        "'{signature}', signature) + services.tokenKeys[0].base64",
      ],
    ],
    shows: /a secret was told/,
  },
  'timers left behind': {
    edits: [
      [
        RESEND,
        'onResend();',
        'onResend();\n const leak = () => void ports.clock.after(1_000, leak);\n leak();',
      ],
    ],
    shows: /events wait for replica/,
  },
  'entries left behind': {
    edits: [
      [
        BROADCAST,
        '.finally(() => inFlight.delete(name))',
        '.finally(() => inFlight.set(String(Math.random()), inFlight.get(name)) ?? inFlight.delete(name))',
      ],
    ],
    shows: /entries more/,
    needs: 'day after',
  },
  'answers that never come': {
    edits: [
      [
        `${API}/routes/answer-in-time.ts`,
        'throw transaction === undefined ?',
        'return new Promise(() => undefined);\n    throw transaction === undefined ?',
      ],
    ],
    shows: /an answer .* took|was not answered|never came to an end/,
  },
};

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
    edits: [
      [
        'verify/src/bounded/minimum.ts',
        'return minimum >= terms.least && isExact ? [] : [tooLow(one, minimum, scene)];',
        'return [];',
      ],
    ],
  },
  'keys without records': {
    edits: [
      [
        `${API}/http/answer-keyed.ts`,
        'if (!readsKey || header === undefined) {',
        'if (!readsKey || header === undefined || true) {',
      ],
    ],
  },
};

const PACKAGES = join(import.meta.dirname, '../..');

/** Lists the places that no longer hold what a plant takes away. */
export function listLost({ edits }: Pick<Plant, 'edits'>): readonly string[] {
  return edits.flatMap(([file, find]) =>
    readFileSync(join(PACKAGES, file), 'utf8').includes(find) ? [] : [`${file}: ${find}`],
  );
}

/** Takes a rule out of the service, before any of it is imported. @throws {Error} when its source does not hold the rule. */
export function plantInSource(plant: Pick<Plant, 'edits'>): void {
  const lost = listLost(plant);
  if (lost.length > 0) throw new Error(`The rule stands elsewhere: ${lost.join(', ')}.`);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const edits = plant.edits.filter(([file]) => url.endsWith(`/packages/${file}`));
      if (edits.length === 0) return loaded;
      return {
        ...loaded,
        source: edits.reduce(
          (source, [, find, put]) => source.replaceAll(find, () => put),
          String(loaded.source),
        ),
      };
    },
  });
}

import type { Plant } from './plant-in-source.ts';

const TWICE =
  /paid \d+ times|was (?:dead|replaced|expired|failed) and landed|was called unsent|were (?:out at a time|sent in an hour)/;
const API = 'api/src';
const FORMS = `${API}/store/decide.ts`;
const BROADCAST = `${API}/sending/broadcast.ts`;
const SEND = `${API}/sending/send.ts`;
const LANDING = `${API}/sending/landing.ts`;
const REFRESH = `${API}/sending/refresh.ts`;
const RESEND = `${API}/sending/resend.ts`;
const STORED = `${API}/store/forms.ts`;
const BUILDS = `${API}/store/builds.ts`;
const CLAIMS = `${API}/store/claims.ts`;
const KEY_GATE = `${API}/sending/keys.ts`;
const KEYS = `${API}/store/keys.ts`;
const KEPT = 'KEPT_MILLISECONDS = 24 * 60 * 60 * 1_000';
const CLAIM = 'builds.claim(toBuild(signed), toForm(signed, claim), { began: signed.began, hour })';
const ENDED = "kind: hasEnded ? 'ended' : 'free'";

/** Takes away that the database itself lets only one be. */
const indexOf = (name: string): Plant['edits'][number] => [
  `${API}/store/migrations.ts`,
  `create unique index "${name}"`,
  `create index "${name}"`,
];

/** The rules of "no row, no send; no word without proof", each with the fault that must find it missing. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'other forms not looked for': {
    edits: [
      [FORMS, "if (other !== undefined) return { kind: 'other', other };", ''],
      indexOf('forms_one_out'),
    ],
    shows: /paid \d+ times/,
  },
  'replaced bases claimed': {
    seed: 17,
    kinds: [],
    edits: [[FORMS, "if (findSuccessor(forms, baseId) !== undefined) return { kind: 'replaced' };", '']],
    shows: TWICE,
  },
  'closed may be claimed': {
    seed: 26,
    kinds: [],
    edits: [
      [
        FORMS,
        "if (own?.state === 'closed') return { kind: 'closed', form: own, refusal: own.refusal ?? UNSAID };",
        '',
      ],
      [FORMS, ENDED, "kind: 'free'"],
      [
        BROADCAST,
        "const known = own?.state === 'offered' ?",
        "const known = own?.state === 'offered' || own?.state === 'closed' ?",
      ],
    ],
    shows: TWICE,
  },
  'ended builds claimed': {
    seed: 26,
    edits: [[FORMS, ENDED, "kind: 'free'"]],
    shows: /paid \d+ times/,
  },
  'ends told without a row': {
    seed: 166,
    edits: [
      [BROADCAST, 'const ended = await close(refusal, signed, ports);', "const ended = { kind: 'closed' };"],
    ],
    shows: /paid \d+ times/,
  },
  'unknown states as unsent': {
    seed: 10,
    kinds: [],
    edits: [
      indexOf('forms_one_out'),
      [FORMS, "state === 'landed' || state === 'unknown';", "state === 'landed';"],
    ],
    shows: /paid \d+ times|was called unsent|became|and landed/,
    needs: 'next version',
  },
  'unknown states overwritten': {
    seed: 4,
    edits: [[STORED, "'in', ids).where('state', '=', 'sent')", "'in', ids)"]],
    shows: /of the next version became|is credited without/,
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
    shows: TWICE,
  },
  'refusal not kept': {
    seed: 26,
    kinds: [],
    edits: [
      [
        BROADCAST,
        'const closing = await close(',
        'throw toProblem(refusal);\n  const closing = await close(',
      ],
    ],
    shows: TWICE,
  },
  'no quiet after a break': {
    seed: 124,
    edits: [
      [LANDING, 'mayBeLost(lastValidBlockHeight) {', 'mayBeLost(lastValidBlockHeight) {\n return false;'],
    ],
    shows: TWICE,
    needs: 'older copy',
  },
  'sends after a takeover': {
    seed: 465_114_133,
    edits: [[BROADCAST, "if (verdict.kind === 'passed' && signed.mayBeSetBack) throw unknown(signed);", '']],
    shows: TWICE,
    needs: 'older copy',
  },
  'claims from before a break': {
    seed: 460,
    edits: [[CLAIMS, '(began === breaks() ? await work(trx) : UNSURE)', 'await work(trx)']],
    shows: TWICE,
    needs: 'older copy',
  },
  'refusal after the send believed': {
    seed: 18,
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
  '504 as not sent': {
    kinds: ['sends answered 504, and passed on'],
    edits: [
      [
        SEND,
        'if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return false;',
        `if (isUpstreamFailure(error) && !(error instanceof JsonRpcError))
           throw problem('LEDGER_UNAVAILABLE', { fault: 'unreachable' }, { outcome: 'not_sent' });
         if (isUpstreamFailure(error) || error instanceof UpstreamBusy) return false;`,
      ],
      [`${API}/routes/transactions.ts`, "mayBeOut ? 'unknown' : outcome", 'outcome'],
    ],
    shows: /was called unsent/,
  },
  'refusal of the router believed': {
    seed: 13,
    kinds: ['router fails'],
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
    seed: 39,
    edits: [
      [
        BROADCAST,
        CLAIM,
        `${CLAIM}.catch(() => { throw problem('OVERLOADED', { system: 'ledger' }, { outcome: 'not_sent' }); })`,
      ],
      [`${API}/routes/transactions.ts`, "mayBeOut ? 'unknown' : outcome", 'outcome'],
    ],
    shows: /was called unsent/,
  },
  'failed by one node': {
    kinds: ['one node lies about statuses'],
    edits: [[LANDING, 'failed.length >= needed && landed.length < needed', 'failed.length >= 1']],
    shows: TWICE,
  },
  'landed by one node': {
    seed: 14,
    kinds: ['one node lies about statuses'],
    edits: [[LANDING, 'landed.length >= needed && failed.length < needed', 'landed.length >= 1']],
    shows: /was landed and|paid 0 times|is credited/,
  },
  'dead by one node': {
    seed: 13,
    kinds: ['one node lies about heights', 'one node lies about statuses'],
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
    kinds: ['blocks rolled back'],
    edits: [[LANDING, 'if (!isConfirmed(status)) return', 'if (false) return']],
    shows: /was landed and|was failed and|paid \d+ times/,
  },
  'unread as absent': {
    edits: [[LANDING, 'return [];\n  }', "return expiring.map(() => ({ kind: 'dead' }));\n  }"]],
    shows: TWICE,
  },
  'absent at any slot': {
    kinds: ['statuses lag', 'statuses stand still'],
    edits: [[LANDING, 'BigInt(context.slot) >= tip.slot ? tip : undefined', 'true ? tip : undefined']],
    shows: TWICE,
  },
  'no margin': {
    seed: 85,
    kinds: [],
    edits: [[LANDING, 'height > lastValidBlockHeight + MARGIN_BLOCKS', 'height > lastValidBlockHeight']],
    shows: TWICE,
  },
  'refresh without proof': {
    seed: 4,
    kinds: ['nodes lag', 'statuses lag', 'nodes slow'],
    edits: [[REFRESH, 'await assertReplaceable(base, found, ports);', '']],
    shows: TWICE,
  },
  'refresh as often as asked': {
    seed: 58,
    edits: [
      indexOf('forms_one_successor'),
      [FORMS, "if (form !== undefined) return { kind: 'newer', form };", ''],
    ],
    shows: /is another successor/,
  },
  'edit with the built height': {
    seed: 84,
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
  'sent rows purged': {
    edits: [
      [BUILDS, "kept('kept.due_at', 'is not', null)", "kept('kept.due_at', '<', 0)"],
      [BUILDS, "kept('kept.state', 'not in', [...UNSENT, 'landed', 'failed'])", 'sql<boolean>`1 = 0`'],
      [BUILDS, 'KEPT_MILLISECONDS = 90 * 60_000', 'KEPT_MILLISECONDS = 5_000'],
      [RESEND, 'PURGE_MILLISECONDS = 60_000', 'PURGE_MILLISECONDS = 5_000'],
    ],
    shows: TWICE,
  },
  'failed forms credited': {
    seed: 7,
    edits: [[STORED, "end === 'landed' ? await", "end !== 'expired' ? await"]],
    shows: /is credited/,
  },
  'hour counted before the claim': {
    seed: 110,
    needs: 'full hour',
    kinds: ['store slow'],
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
    needs: 'full hour',
    edits: [[`${API}/store/hours.ts`, "['offered', 'failed', 'closed']", "['offered']"]],
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
        `${API}/routes/transactions.ts`,
        "'{signature}', signature)",
        "'{signature}', signature) + services.tokenKeys[0].base64",
      ],
    ],
    shows: /a secret was told/,
  },
  'timers left behind': {
    kinds: ['sends hang', 'transactions accepted and dropped'],
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
        KEY_GATE,
        '.finally(() => running.delete(name))',
        '.finally(() => running.set(String(Math.random()), answered) ?? running.delete(name))',
      ],
    ],
    shows: /entries more/,
    needs: 'day after',
  },
  'answers that never come': {
    seed: 142,
    kinds: ['nodes slow', 'store slow', 'statuses hang', 'sends hang'],
    edits: [
      [
        `${API}/routes/transactions.ts`,
        'throw transaction === undefined',
        'return new Promise(() => undefined);\n    throw transaction === undefined',
      ],
    ],
    shows: /an answer .* took|was not answered|never came to an end/,
  },
};

import { listProblemExamples } from './examples.ts';
import type { Operation } from './operation.ts';
import { OPERATION_IDS, OPERATIONS } from './operations/index.ts';
import { listCodes, PROBLEM_CODES, type ProblemCode } from './problems/codes.ts';
import { type AnsweredBy, PROBLEMS, type ProblemDefinition } from './problems/definition.ts';
import { BROADCAST_OUTCOMES, OUTCOMES, PROBLEM_SLUGS, type ProblemSlug } from './problems/statuses.ts';

const INTRODUCTION = `# Errors

Every answer that is not a success has the media type \`application/problem+json\` (RFC 9457) and this shape:

| Member | Type | Use |
|---|---|---|
| \`type\` | text | \`<site_origin>/errors/<slug>\`. Branch on the slug: it never changes its meaning or its status |
| \`title\` | text | Names the problem for people; may be reworded |
| \`status\` | integer | The HTTP status again |
| \`detail\` | text | What was wrong in this case and what would be right; may be reworded |
| \`code\`, \`retryable\`, \`outcome\` and others | | Optional, see [extension members](#extension-members) |

Ignore members that you do not know. Every answer, errors included, carries \`X-Service-Api-Version\` and the CORS headers. This page is printed from the registry of problems; the examples are recorded from a running service.

## Problems
`;

const EXTENSIONS = `## Extension members

### code

An upper-case word that narrows the slug, stable once published. New ones may appear, so have a branch for those you do not know. The tables above list all of them.

### retryable

\`true\` when the unchanged request can succeed later, \`false\` when it cannot.

### outcome

Only on \`POST /broadcast\`, together with \`signature\`, in every refusal of a \`signed_tx\` that can be decoded. It says whether the transaction can still land.

| \`outcome\` | What happened | What to do |
|---|---|---|
${BROADCAST_OUTCOMES.map((outcome) => `| \`${outcome}\` | ${OUTCOMES[outcome].happened} | ${OUTCOMES[outcome].advice} |`).join('\n')}

Broadcasting the same bytes twice is harmless: the ledger executes a signature once. When the token has expired meanwhile, the answer is the signature if the transaction landed, \`rejected\` if it failed on the ledger, and 403 with \`expired\` when it is dead. If another transaction of the same build landed or can land, whoever sent it, the answer is not \`expired\` but \`OTHER_FORM_LANDED\`, \`EQUAL_TRANSACTION_LANDED\`, \`OTHER_FORM_SENT\` or \`BUILD_REPLACED\`. [ADR 72](adr/0072-no-row-no-send.md) has the reasons.

### signature

Only on \`POST /broadcast\`: the signature of the transaction, base58, by which the ledger knows it.

### holds

Only with \`INSUFFICIENT_FUNDS\`: \`asset\`, \`amount\` (decimal text) and \`baseUnits\` of what is there.

### needs

Only with \`INSUFFICIENT_FUNDS\`: what the request needs of the same asset.

### nearest

Only where an amount is refused for its size: \`lower\` and \`higher\`, the nearest amounts that are accepted at present, as text for \`amount\`. \`null\` means that there is none on that side.

### availableAt

Only with \`STAKE_NOT_INACTIVE\` and \`STAKE_DEACTIVATED\`, while the stake cools down: the epoch from which the stake can be withdrawn, and the times between which it is expected to begin, where they can be estimated.

### claimableAt

Only with \`WITHDRAWAL_PENDING\`: the time from which the vault pays what was requested.

### limit

Only with \`AMOUNT_ABOVE_LIMIT\` and \`VALUE_LIMIT_EXCEEDED\`: the most that the operator accepts of the asset, in one transaction or within an hour.

### asked

With the same codes: what the request asks for.

### remaining

Only with \`VALUE_LIMIT_EXCEEDED\`: what is left of the limit within this hour. Another request may take it first.

### roomAt

Only with \`VALUE_LIMIT_EXCEEDED\`, where it is known: when the limit will have room for the amount, unless other requests use it; also in \`Retry-After\`.

### failure

Only on \`POST /broadcast\` and \`POST /refresh\`, for a transaction that failed on the ledger: the name of the program's error, its cause and what to do, as in \`GET /transactions/{signature}\`.

### first

Only with \`OTHER_FORM_SENT\` and \`OTHER_FORM_LANDED\`: \`signature\` of the transaction of the same build that was sent before, and its \`outcome\`, which is \`unknown\` while it can land, or \`landed\`.

### next

Only with \`AMOUNT_NOT_WHOLE\`, where the account can be split: the calls, ready to post and in order, that do what the refused call asked for.
`;

const CODES = Object.entries(PROBLEM_CODES) as readonly [ProblemCode, ProblemDefinition][];

/** Prints `docs/errors.md` from the registry of problems and their recorded examples. */
export function printErrorsPage(): string {
  return `${INTRODUCTION}\n${PROBLEM_SLUGS.map(printSlug).join('\n')}\n${EXTENSIONS}`;
}

function printSlug(slug: ProblemSlug): string {
  const { status, meaning } = PROBLEMS[slug];
  const codes = CODES.filter(([, definition]) => definition.slug === slug).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const [example] = listProblemExamples(slug);
  const table =
    codes.length === 0
      ? ''
      : `\n| \`code\` | Cause | What to do | Retry | Answered by |\n|---|---|---|---|---|\n${codes.map(printCode).join('\n')}\n`;
  const shown = example === undefined ? '' : `\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`;
  return `### ${slug}\n\n${status}. ${meaning}${printExceptions(slug)}\n${table}${shown}`;
}

// Where the contract lists no 503 for an operation.
function printExceptions(slug: ProblemSlug): string {
  if (slug !== 'service_unavailable') return '';
  return Object.values<Operation>(OPERATIONS)
    .flatMap(({ method, path, unavailableAs }) =>
      unavailableAs === undefined
        ? []
        : [
            ` \`${method} ${path}\` answers these codes with ${PROBLEMS[unavailableAs].status} \`${unavailableAs}\`.`,
          ],
    )
    .join('');
}

function printCode([code, { cause, cure, retryable, operations }]: readonly [
  ProblemCode,
  ProblemDefinition,
]): string {
  return `| \`${code}\` | ${cause} | ${cure} | ${retryable ? 'yes' : 'no'} | ${printWhere(code, operations)} |`;
}

function printWhere(code: ProblemCode, operations: AnsweredBy): string {
  if (operations === 'every') return 'every operation';
  if (operations === 'path') return 'any path';
  if (operations === 'failure') return 'only in `failure`';
  if (operations.length === 1 && operations[0] === 'bodies') return 'every operation with a body';
  return OPERATION_IDS.filter((id) => listCodes(OPERATIONS[id]).includes(code)).join(', ');
}

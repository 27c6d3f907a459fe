import { randomUUID } from 'node:crypto';
import { inputRequired } from '@modelcontextprotocol/server';
import {
  assertChecked,
  findFate,
  LEVERAGE_RISK,
  type VerifyOptions,
  verifyJson,
} from '@staking-agent/sdk/verify';
import { OPERATIONS, Receipt } from '@staking-agent/wire';
import { type Json, Question, Refusal } from '../result.ts';
import { compileInput, printInput, printOutput, printValidCall, VERIFIED } from '../schemas.ts';
import type { Caller, ExtraTool } from '../server.ts';
import { summarizeSigned } from '../summaries.ts';
import { type CallPorts, callOperation, type ToolName } from '../tools.ts';
import {
  type AgentPolicy,
  checkArguments,
  describeCall,
  isSignable,
  needsApproval,
  SIGNABLE,
} from './policy.ts';
import { tellProved } from './proved-words.ts';
import { type Ask, nameAsk, type Signatory, signOnce } from './sign-once.ts';

/** Makes the tool that signs: it builds, verifies, holds to the policy, signs, sends and waits, in one call. */
export function createSignAndSubmit(signatory: Signatory, policy: AgentPolicy): ExtraTool {
  const questions: Questions = new Map();
  // It is told before a call, whatever the service says of one.
  const risk = policy.strategies.includes('sol-leveraged-stake')
    ? ` Of sol-leveraged-stake: ${LEVERAGE_RISK}`
    : '';
  return {
    name: 'sign_and_submit',
    title: 'Sign and submit',
    moves: true,
    description: `Builds what a build tool builds, verifies it, signs it with the wallet ${signatory.signer.address} within the policy of its owner, sends it and waits until it has landed. Use it instead of a build tool and submit_signed_transaction. Moves money: after a timeout call it again with the same arguments, it goes on and never pays twice. Limit: what the policy allows; above it the person is asked, and the same again within 24 hours takes another word as attempt.${risk} Returns signature, status and the receipt with its warnings.`,
    input: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: Object.keys(SIGNABLE) },
        arguments: { type: 'object', description: 'Of that tool, without wallet.' },
        attempt: { type: 'string', maxLength: 64, description: 'Only to repeat on purpose what has landed.' },
      },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    },
    validCall: { tool: 'build_stake', arguments: { strategy: 'sol-native-stake', amount: '1.5' } },
    output: {
      ...printOutput(
        {},
        { signature, status, isRepeat: IS_REPEAT, ...VERIFIED, risk: RISK, receipt: Receipt, next: NEXT },
      ),
      required: ['signature', 'status', 'isRepeat'],
    },
    run: (request, caller) => signAndSubmit({ ...signatory, policy, questions }, request, caller),
    summarize: summarizeSigned,
  };
}

const { signature, status } = OPERATIONS.getTransaction.responses.ok.properties;

/** The questions to a person that wait, by the call that they are of: only this server knows their ids, which hold once. */
type Questions = Map<string, string>;
type Held = Signatory & { readonly policy: AgentPolicy; readonly questions: Questions };

const RISK = { type: 'string', description: 'Of a stake that borrows: what can be lost.' };
const NEXT = {
  type: 'object',
  description: 'Of a leveraged exit to SOL: the call that sells the raSOL which has arrived.',
};
const IS_REPEAT = { type: 'boolean', description: 'True if it was signed by an earlier call.' };

async function signAndSubmit(held: Held, request: Json, caller: Caller): Promise<Json | Question> {
  const { policy, signer } = held;
  const { address } = signer;
  const { tool } = request;
  if (!isSignable(tool))
    throw new Refusal('FIELD_INVALID', `tool must be one of: ${Object.keys(SIGNABLE).join(', ')}.`);
  const operation = OPERATIONS[SIGNABLE[tool]];
  // As its tool reads them: an argument that is not taken would give one call two identities.
  const input = printInput(operation);
  const { wallet: _, ...shown } = printValidCall(operation, input);
  const read = compileInput(input, { tool, arguments: shown });
  const { wallet, ...args } = await read({ wallet: address, ...Object(request['arguments']) });
  if (wallet !== address) throw new Refusal('WALLET_NOT_ALLOWED', `Only ${address} can sign here.`);
  const spend = checkArguments(policy, tool, args, address);
  if (policy.dryRun)
    throw new Refusal('DRY_RUN', 'The policy lets nothing be signed. The build tools show what would be.');
  const ask = { tool, args, attempt: request['attempt'] };
  let isApproved = !needsApproval(policy, spend);
  const approve = () => {
    if (!isApproved) takeApproval(held, ask, caller);
    isApproved = true;
  };
  try {
    const { require } = policy;
    const { signal } = caller;
    return await signOnce(held, ask, { policy, spend, require, signal, approve });
  } catch (error) {
    if (error instanceof ApprovalRequired && caller.canAsk) return askPerson(held, ask, error.description);
    throw error;
  }
}

/** A call that its owner has not approved yet. */
class ApprovalRequired extends Refusal {
  readonly description: string;

  constructor(key: string, description: string) {
    super(
      'CONFIRMATION_REQUIRED',
      `The policy wants the owner of the wallet to approve this. Ask the person you work for to approve ${key}, then call again with the same arguments.`,
    );
    this.description = description;
  }
}

/**
 * Requires that the owner has approved: through the client, in answer to the question that this server last asked of this call,
 * or in a terminal, for the same arguments and any attempt. Either holds once.
 *
 * @throws {Refusal}
 */
function takeApproval(held: Held, ask: Ask, caller: Caller): void {
  const { attempts, signer, questions } = held;
  const key = nameAsk(held, { ...ask, attempt: undefined }, 'approval');
  const call = nameAsk(held, ask);
  const question = questions.get(call);
  questions.delete(call);
  const answer = caller.canAsk && question !== undefined ? caller.answer(question) : undefined;
  if (answer === 'approved' || attempts.takeApproval(key)) return;
  if (answer === 'declined')
    throw new Refusal(
      'CONFIRMATION_DECLINED',
      'The person has declined. Do not ask again unless they say so.',
    );
  const description = describeCall(ask.tool, ask.args, signer.address);
  // A client that asks brings the answer back by itself.
  if (!caller.canAsk) attempts.askApproval(key, description);
  throw new ApprovalRequired(key, description);
}

/** Asks the person through the client; the client calls again with the answer. */
function askPerson(held: Held, ask: Ask, description: string): Question {
  const question = randomUUID();
  held.questions.set(nameAsk(held, ask), question);
  const result = inputRequired({
    inputRequests: {
      [question]: inputRequired.elicit({
        message: description,
        requestedSchema: {
          type: 'object',
          properties: { approve: { type: 'boolean', title: 'Sign this transaction', default: false } },
          required: ['approve'],
        },
      }),
    },
  });
  return new Question(result);
}

/**
 * Adds to the status of a transaction what the owner's node shows of it; without a node, `ownNode` is left out, whatever the
 * service says in its place.
 */
export async function addOwnNode(answer: object, signature: unknown, rpc: string | undefined): Promise<Json> {
  const asked = { signature: String(signature), deadAfter: undefined };
  return { ...answer, ownNode: rpc === undefined ? undefined : await findFate({ ...asked, rpc }) };
}

/** The rules for a call on the agent's own machine. */
export type CheckPorts = {
  readonly client: CallPorts;
  /** The deployment and the node that builds are verified with. */
  readonly verify: VerifyOptions;
  readonly policy: AgentPolicy | undefined;
  /** The least proof of a build; one that nothing could prove or disprove is answered unless given. */
  readonly require?: AgentPolicy['require'] | undefined;
};

/**
 * Calls the operation of a tool. A build is checked against the policy before the call and verified after it, so that an
 * agent never sees a transaction that a wallet should not sign, nor figures of a receipt that are not proved; `verified` is the
 * level of the proof.
 *
 * @throws {Refusal} by the policy.
 * @throws {StakingError} of the API, or kind `verification`.
 */
export async function callChecked(
  { client, verify, policy, require = 'unproven' }: CheckPorts,
  tool: ToolName,
  args: Json,
): Promise<Json> {
  if (tool === 'submit_signed_transaction' && policy?.dryRun) {
    throw new Refusal('DRY_RUN', 'The policy lets nothing be sent.');
  }
  if (tool === 'get_transaction')
    return await addOwnNode(await callOperation(client, tool, args), args['signature'], verify.rpc);
  if (!isSignable(tool)) return await callOperation(client, tool, args);
  if (policy !== undefined) checkArguments(policy, tool, args, String(args['wallet']));
  const build = await callOperation(client, tool, args);
  const transaction = typeof build['transaction'] === 'string' ? build['transaction'] : '';
  const checked = await verifyJson(
    SIGNABLE[tool],
    args,
    { ...build, transaction },
    { ...verify, policy: { instantExitLossBps: policy?.exitLossBps } },
  );
  assertChecked(checked, { require }, verify.rpc);
  return { ...tellProved(build, checked, verify.deployment), verified: checked.level };
}

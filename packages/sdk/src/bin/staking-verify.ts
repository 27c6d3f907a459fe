#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { explainTransaction } from '@staking-agent/verify/explain';
import { mainnet, parseDeployment, sandbox } from '../deployments.ts';
import { BUILD_IDS } from '../flows/flow-options.ts';
import { verifyJson } from '../verify/verify-build.ts';

/*
 * Reads one JSON object from standard input: operation, request, answer, deployment (`mainnet`, `sandbox`, or a deployment
 * file), rpc and policy where they are wanted. Prints the verdict as JSON. Exits with 0 where the transaction is harmless, 1
 * where it is not or that is not proved, 2 where the input cannot be read.
 */

const HARMLESS = 0;
const REFUSED = 1;
const UNREADABLE = 2;

type Input = Readonly<Record<string, unknown>>;

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    const { id, request, answer, options } = readInput(parse(await text(process.stdin)));
    const { level, findings, effects } = await verifyJson(id, request, answer, options);
    const explanation =
      level === 'unproven' || findings.length === 0
        ? explainTransaction(answer.transaction, options.deployment)
        : [];
    print({ level, findings, effects, explanation: explanation.map(({ sentence }) => sentence) });
    return findings.length === 0 ? HARMLESS : REFUSED;
  } catch (error) {
    print({ error: error instanceof Error ? error.message : String(error) });
    return UNREADABLE;
  }
}

function readInput(value: unknown) {
  const { operation, request, answer, deployment = 'mainnet', rpc, policy } = toObject(value, 'The input');
  const id = BUILD_IDS.find((each) => each === operation);
  if (id === undefined) throw new TypeError(`operation must be one of: ${BUILD_IDS.join(', ')}.`);
  const named = { mainnet, sandbox }[String(deployment)];
  if (rpc !== undefined && typeof rpc !== 'string') throw new TypeError('rpc must be a URL.');
  const { transaction, ...rest } = toObject(answer, 'answer');
  if (typeof transaction !== 'string') throw new TypeError('answer.transaction must be base64.');
  return {
    id,
    request: toObject(request, 'request'),
    answer: { ...rest, transaction },
    options: {
      deployment: named ?? parseDeployment(deployment),
      rpc,
      policy: policy === undefined ? undefined : toObject(policy, 'policy'),
    },
  };
}

/** @throws {TypeError} that shows none of it, as the parser's would: it may be a key. */
function parse(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    throw new TypeError('The input is no JSON.');
  }
}

function toObject(value: unknown, name: string): Input {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} must be an object.`);
  return { ...value };
}

function print(verdict: object): void {
  const line = JSON.stringify(verdict, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2);
  process.stdout.write(`${line}\n`);
}

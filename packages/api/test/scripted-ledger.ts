import assert from 'node:assert/strict';
import type { LedgerMethod } from '../src/upstreams/ledger/answers.ts';
import type { LedgerClient } from '../src/upstreams/ledger/client.ts';
import type { LedgerNode } from '../src/upstreams/ledger/node.ts';

/** What a node answers, by method; another call is a failure of the test. */
export type Script = Partial<Record<LedgerMethod, (params: readonly unknown[]) => unknown>>;

/** A call that a node got. */
export type NodeCall = {
  readonly node: string;
  readonly method: LedgerMethod;
  readonly params: readonly unknown[];
};

/** A ledger whose nodes answer by scripts, the healthiest first, and what they were asked. */
export type ScriptedNodes = { readonly ledger: LedgerClient; readonly calls: NodeCall[] };

/**
 * Makes a ledger of scripted nodes.
 *
 * @param senders - endpoints for sending; none unless given.
 * @param allows - whether the paces of nodes allow a call; they do unless given.
 */
export function createScriptedLedger(
  nodes: readonly Script[],
  senders?: readonly Script[],
  allows = () => true,
): ScriptedNodes {
  const calls: NodeCall[] = [];
  const open = (name: string, script: Script): LedgerNode =>
    ({
      name,
      slot: 0n,
      pace: { trySpend: allows, allows },
      turns: { take: async () => true },
      call: async (method: LedgerMethod, params: readonly unknown[], milliseconds: number) => {
        calls.push({ node: name, method, params });
        assert.ok(milliseconds > 0);
        return await (script[method] ?? assert.fail(`${name} is asked ${method}`))(params);
      },
    }) as unknown as LedgerNode;
  const all = nodes.map((script, i) => open(`rpc${i + 1}`, script));
  const extra = senders?.map((script, i) => open(`send${i + 1}`, script)) ?? [];
  const ledger = {
    nodes: all,
    senders: [...all, ...extra],
    endpoints: [...all, ...extra],
    byHealth: () => all,
    read: (method: LedgerMethod, params: readonly unknown[]) =>
      all[0]?.call(method, params, 1) ?? assert.fail('there is no node'),
  };
  return { ledger: ledger as unknown as LedgerClient, calls };
}

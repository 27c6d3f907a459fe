import assert from 'node:assert/strict';
import type { Rule } from '../index.ts';
import { type Build, verifyBuild } from './ledger.world.ts';

/** Asserts that a build is refused by one rule and no other. */
export function assertRefused(build: Build, rule: Rule, message?: Uint8Array): void {
  const { findings } = verifyBuild(build, message);
  assert.equal(findings[0]?.rule, rule, findings[0]?.detail ?? 'It was proved.');
  assert.equal(findings.length, 1);
}

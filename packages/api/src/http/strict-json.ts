import { isUtf8 } from 'node:buffer';
import { visit } from 'jsonc-parser';
import { problem } from '../problems/problem.ts';
import { hasMembers, parseExactJson } from '../runtime/json.ts';

const DEPTH_LIMIT = 16;
const MEMBER_LIMIT = 256;
/** Objects and arrays of a body: a body of nothing else would keep the reader busy for longest. */
const PART_LIMIT = 1_024;
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a JSON request body that two readers could not understand differently.
 *
 * Refused beyond what `JSON.parse` refuses: bytes that are not UTF-8, a repeated key, keys that reach prototypes,
 * top-level numbers a double cannot hold as written, nesting over 16 and more than 256 members.
 *
 * @throws {ProblemError} `invalid_request` naming the key or the rule.
 */
export function parseStrictJson(body: Buffer): unknown {
  if (body.length === 0) throw problem('BODY_MISSING');
  if (!isUtf8(body)) throw problem('BODY_MALFORMED', { fault: 'encoding' });
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem('BODY_MALFORMED', { fault: 'syntax' });
  }
  if (!hasMembers(value) || isPlain(value, text)) return value;
  if (!assertUnambiguous(text).hasInexactNumbers) return value;
  // The router's order travels through the caller and back: its numbers keep the digits the router wrote.
  return parseExactJson(text, (each, source) => (isExact(source) ? each : JSON.rawJSON(source)));
}

// A flat object of texts that prints as it was sent has lost no key and no digit: the usual body, in no time.
function isPlain(members: Readonly<Record<string, unknown>>, text: string): boolean {
  if (Array.isArray(members)) return false;
  const keys = Object.keys(members);
  if (keys.length > MEMBER_LIMIT) return false;
  for (const key of keys) if (typeof members[key] !== 'string' || REFUSED_KEYS.has(key)) return false;
  return JSON.stringify(members) === text;
}

function assertUnambiguous(text: string): { hasInexactNumbers: boolean } {
  const open: Set<string>[] = [];
  let members = 0;
  let parts = 0;
  let key = '';
  let hasInexactNumbers = false;
  const enter = () => {
    open.push(new Set());
    parts += 1;
    if (parts > PART_LIMIT) throw problem('BODY_TOO_WIDE', { most: PART_LIMIT });
    if (open.length > DEPTH_LIMIT) {
      throw problem('BODY_TOO_DEEP', { most: DEPTH_LIMIT });
    }
  };
  const leave = () => {
    open.pop();
  };
  visit(text, {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty: (name) => {
      key = name;
      members += 1;
      if (members > MEMBER_LIMIT) {
        throw problem('BODY_TOO_WIDE', { most: MEMBER_LIMIT });
      }
      const seen = open.at(-1);
      if (seen?.has(name)) throw problem('KEY_REPEATED', { key: name });
      if (REFUSED_KEYS.has(name)) throw problem('KEY_REFUSED', { key: name });
      seen?.add(name);
    },
    onLiteralValue: (value, offset, length) => {
      if (typeof value !== 'number' || isExact(text.slice(offset, offset + length))) return;
      hasInexactNumbers = true;
      if (open.length === 1) {
        throw problem('NUMBER_INEXACT', { key });
      }
    },
  });
  return { hasInexactNumbers };
}

// Up to 15 significant digits survive a double whatever their form; beyond that only the form a double prints.
function isExact(token: string): boolean {
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  const value = Number(token);
  return Number.isFinite(value) && (digits.length <= 15 || String(value) === token);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVerifiedConnection } from './is-verified-connection.ts';

for (const [url, isVerified] of [
  ['postgresql://user@/database?host=/run/postgresql', true],
  ['postgresql://user@db.example/database?sslmode=verify-full', true],
  ['postgresql://user@db.example/database', false],
  ['postgresql://user@db.example/database?sslmode=disable', false],
  ['postgresql://user@db.example/database?sslmode=no-verify', false],
  ['postgresql://user@db.example/database?sslmode=require', false],
  ['postgresql://user@db.example/database?sslmode=verify-full&sslmode=disable', false],
  ['postgresql://user@db.example/database?sslmode=disable&sslmode=verify-full', false],
  ['postgresql://user@localhost/database', false],
] as const) {
  test(`${url} is ${isVerified ? '' : 'not '}verified`, () => {
    assert.equal(isVerifiedConnection(url), isVerified);
  });
}

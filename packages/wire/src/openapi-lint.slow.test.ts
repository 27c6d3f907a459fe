import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { printOpenApi } from './openapi.ts';

const TEXT = JSON.stringify(printOpenApi());

async function lintWithSpectral(text: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  // The package's own ruleset does not fit the package's own type: it has no `extends`.
  spectral.setRuleset(spectralRulesets.oas as unknown as RulesetDefinition);
  const found = await spectral.run(new spectralCore.Document(text, spectralParsers.Json, 'openapi.json'));
  return found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);
}

async function lintWithRedocly(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

test('Spectral finds nothing to say about the document', async () => {
  assert.deepEqual(await lintWithSpectral(TEXT), []);
});

test('Redocly finds nothing to say about the document', async () => {
  assert.deepEqual(await lintWithRedocly(TEXT), []);
});

test('both would find an operation without an id', async () => {
  const broken = TEXT.replace('"operationId":"stake",', '');
  assert.notEqual(broken, TEXT);
  assert.notDeepEqual(await lintWithSpectral(broken), []);
  assert.notDeepEqual(await lintWithRedocly(broken), []);
});

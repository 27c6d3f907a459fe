import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralParsers from '@stoplight/spectral-parsers';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { printOpenApi } from './openapi.ts';

const { oas } = spectralRulesets;
const DEPLOYMENT = { siteOrigin: 'https://stake.example', name: 'mainnet' };

async function lintWithSpectral(text: string, ruleset: unknown): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  // The package's own rulesets do not fit the package's own type: they have no `extends`.
  spectral.setRuleset(ruleset as RulesetDefinition);
  const found = await spectral.run(new spectralCore.Document(text, spectralParsers.Json, 'document.json'));
  return found.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);
}

async function lintWithRedocly(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: text, absoluteRef: 'document.json', config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** Documents with their rules, and something in each that both linters must miss when it is gone. */
const DOCUMENTS = {
  'the OpenAPI document': [printOpenApi(), oas, '"operationId":"stake",'],
  'the OpenAPI document of a deployment': [printOpenApi(DEPLOYMENT), oas, '"operationId":"stake",'],
} as const;

for (const [name, [document, ruleset, vital]] of Object.entries(DOCUMENTS)) {
  const text = JSON.stringify(document);

  test(`Spectral finds nothing to say about ${name}`, async () => {
    assert.deepEqual(await lintWithSpectral(text, ruleset), []);
  });

  test(`Redocly finds nothing to say about ${name}`, async () => {
    assert.deepEqual(await lintWithRedocly(text), []);
  });

  test(`both would find what is missing in ${name}`, async () => {
    const broken = text.replace(vital, '');
    assert.notEqual(broken, text);
    assert.notDeepEqual(await lintWithSpectral(broken, ruleset), []);
    assert.notDeepEqual(await lintWithRedocly(broken), []);
  });
}

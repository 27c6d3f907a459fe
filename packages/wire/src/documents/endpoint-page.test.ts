import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../operations/index.ts';
import { ENDPOINT_PAGES, printEndpointIndex, printEndpointPage } from './endpoint-page.ts';

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const SIGNING = {
  kit: read('examples/kit/sign-and-broadcast.ts'),
  web3js: read('examples/web3js/sign-and-broadcast.ts'),
};

describe('docs/api', () => {
  test('has the index that the contract prints; `npm run generate` renews it', () => {
    assert.equal(read('docs/api/README.md'), printEndpointIndex());
  });

  test('has a page per operation and no other', () => {
    assert.deepEqual(
      readdirSync(new URL('docs/api', ROOT)).sort(),
      ['README.md', ...Object.values(ENDPOINT_PAGES)].sort(),
    );
  });

  for (const id of OPERATION_IDS) {
    test(`has the page of ${id} that the contract prints`, () => {
      assert.equal(read(`docs/api/${ENDPOINT_PAGES[id]}`), printEndpointPage(id, SIGNING));
    });
  }

  test('shows how to sign where a transaction is answered, and nowhere else', () => {
    const shows = (id: OperationId) => printEndpointPage(id, SIGNING).includes('## Sign and submit');
    for (const id of ['stake', 'unstake', 'withdraw'] as const) assert.ok(shows(id), id);
    for (const id of ['health', 'quote', 'broadcast', 'getStrategy'] as const) assert.ok(!shows(id), id);
  });

  test('has an example of every variant of an answer', () => {
    for (const id of OPERATION_IDS) {
      const shown = printEndpointPage(id, SIGNING).match(/^```json$/gm)?.length ?? 0;
      assert.ok(shown >= Object.keys(OPERATIONS[id].responses).length, id);
    }
  });
});

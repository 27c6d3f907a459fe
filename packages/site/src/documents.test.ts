import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Document, renderHtml, renderMarkdown } from './documents.ts';

const SERVED: Readonly<Record<string, string>> = {
  'apy.md': '/docs/apy',
  'apy.md#nulls': '/docs/apy#nulls',
  '../openapi.json': '/openapi.json',
};

function createDocument(markdown: string, path = '/docs/api/stake'): Document {
  return { path, title: 'T', summary: '', markdown, resolve: (target) => SERVED[target] };
}

const html = (markdown: string, path?: string) => renderHtml(createDocument(markdown, path)).trim();
const markdown = (text: string) => renderMarkdown(createDocument(text), 'https://stake.example/a');

test('links are relative in HTML and absolute in Markdown', () => {
  assert.equal(html('[a](apy.md#nulls)'), '<p><a href="../apy#nulls">a</a></p>');
  assert.equal(markdown('[a](apy.md#nulls)'), '[a](https://stake.example/a/docs/apy.md#nulls)');
  assert.equal(html('[a](../openapi.json)'), '<p><a href="../../openapi.json">a</a></p>');
  assert.equal(markdown('[a](../openapi.json)'), '[a](https://stake.example/a/openapi.json)');
  assert.equal(html('[a](apy.md)', '/'), '<p><a href="docs/apy">a</a></p>');
});

test('a link to what is not served becomes its text', () => {
  for (const target of [
    '../../SECURITY.md',
    'nothing.md',
    '/etc/passwd',
    'javascript:x',
    'data:text/html,x',
  ]) {
    assert.equal(html(`see [the \`page\`](${target}).`), '<p>see the <code>page</code>.</p>', target);
    assert.equal(markdown(`see [the \`page\`](${target}).`), 'see the `page`.', target);
  }
});

test('links to elsewhere and within the page stay', () => {
  for (const target of ['https://semver.org', 'mailto:a@b.example', '#outcome']) {
    assert.equal(html(`[a](${target})`), `<p><a href="${target}">a</a></p>`);
    assert.equal(markdown(`[a](${target})`), `[a](${target})`);
  }
});

test('what looks like HTML is shown, never run', () => {
  for (const text of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<!-- x -->',
    '![x"><b>](y)',
  ]) {
    assert.doesNotMatch(html(text), /<(script|img|b|!)/i, text);
  }
  assert.doesNotMatch(html('[a"onclick="x](https://a.example/"onclick="x)'), /"\s*onclick/);
});

test('a picture is its text', () => {
  assert.match(html('![Way](diagrams/way.svg)'), /<p>Way<\/p>/);
});

test('tables and code scroll by themselves, and only they are marked up', () => {
  const page = html('| a | b |\n|---|---|\n| <table> | `<pre>` |\n\n```\n<pre></table>\n```');
  assert.equal(page.match(/<div class="scroll" tabindex="0"><table>/g)?.length, 1);
  assert.equal(page.match(/<\/table><\/div>/g)?.length, 1);
  assert.equal(page.match(/<pre/g)?.length, 1);
  assert.match(page, /<pre tabindex="0"><code>&lt;pre&gt;&lt;\/table&gt;/);
});

test('code keeps what is no link there', () => {
  const block = '```json\n{"a": "[b](apy.md)"}\n```';
  assert.equal(markdown(`${block}\n\n[a](apy.md)`), `${block}\n\n[a](https://stake.example/a/docs/apy.md)`);
});

test('headings have the ids that links in the documents use, each once', () => {
  const page = html('# `POST /stake`: what it does\n\n## Errors\n\n## Errors');
  assert.deepEqual(
    [...page.matchAll(/id="([^"]*)"/g)].map(([, id]) => id),
    ['post-stake-what-it-does', 'errors', 'errors-1'],
  );
});

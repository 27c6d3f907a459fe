import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, parse } from 'acorn';
import { isRemovable, listChanges, listFixed, type Place } from './list-changes.ts';
import type { Mutant } from './mutant.ts';

/** A source file with all of its mutants compiled in. */
export type MutatedSource = { readonly code: string; readonly mutants: readonly Mutant[] };

/** The function that compiled-in mutants ask whether they are the one that is on: `globalThis.$mutant(id)`. */
export const SWITCH = '$mutant';

/**
 * Compiles all mutants of a TypeScript source into JavaScript with the same lines; each is off until the switch says
 * otherwise.
 *
 * A mutant's own text holds no other mutant, so that the code grows with its depth and not by its power.
 *
 * @param firstId - the number of the first mutant; the others follow.
 */
export function mutateSource(file: string, typed: string, firstId: number): MutatedSource {
  const source = stripTypeScriptTypes(typed, { mode: 'strip' });
  const mutants: Mutant[] = [];
  const add = (node: AnyNode, before: string, after: string): string => {
    const id = firstId + mutants.length;
    const line = source.slice(0, node.start).split('\n').length;
    mutants.push({ id, file, line, before: shorten(before), after: shorten(after) });
    return `${SWITCH}(${id})`;
  };
  const render = (place: Place): string => {
    const { node, parents } = place;
    const own = source.slice(node.start, node.end);
    const whole = renderChildren(place);
    if (isRemovable({ node, parents })) return `{ if (!${add(node, own, '')}) ${whole} }`;
    const changes = [...listChanges(source, place), ...listFixed(place)];
    const chosen = changes.map((change) => `${add(node, own, change)} ? (${change}) : `);
    return chosen.length === 0 ? whole : `(${chosen.join('')}(${whole}))`;
  };
  const renderChildren = ({ node, parents }: Place): string => {
    let [text, end] = ['', node.start];
    for (const child of listChildren(node)) {
      text += source.slice(end, child.start) + render({ node: child, parents: [...parents, node] });
      end = child.end;
    }
    return text + source.slice(end, node.end);
  };
  const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
  const body = renderChildren({ node: program, parents: [] });
  return { code: source.slice(0, program.start) + body + source.slice(program.end), mutants };
}

function listChildren(node: AnyNode): AnyNode[] {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return [];
  if (node.type === 'ExportNamedDeclaration') return node.declaration ? [node.declaration] : [];
  if (node.type === 'Property' && node.shorthand) return [node.value];
  const isNamed = 'key' in node && 'computed' in node && !node.computed;
  return Object.entries(node)
    .flatMap(([name, value]) => (isNamed && name === 'key' ? [] : Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .toSorted((a, b) => a.start - b.start);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

import type {
  AnyNode,
  BinaryExpression,
  CallExpression,
  Expression,
  Literal,
  LogicalExpression,
} from 'acorn';

/** A node that a change may stand in for, with the nodes around it, the nearest last. */
export type Place = { readonly node: AnyNode; readonly parents: readonly AnyNode[] };

/** Comparisons at their boundary; equality is negated. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
]);
const ARITHMETIC: ReadonlyMap<string, string> = new Map([
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['**', '*'],
  ['<<', '>>'],
  ['>>', '<<'],
  ['>>>', '<<'],
  ['&', '|'],
  ['|', '&'],
  ['^', '&'],
]);
const ASSIGNMENTS: ReadonlyMap<string, string> = new Map([
  ['+=', '-='],
  ['-=', '+='],
  ['*=', '/='],
  ['/=', '*='],
  ['<<=', '>>='],
  ['>>=', '<<='],
  ['>>>=', '<<='],
  ['|=', '&='],
  ['&=', '|='],
  ['^=', '|='],
  ['??=', '='],
]);
const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);
const ROUND = 500;
const BRANCHES: ReadonlySet<string> = new Set(['IfStatement', 'ConditionalExpression']);
const LOOPS: ReadonlySet<string> = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement']);
/** Strings that are read by machines: codes, names, states. What has blanks in it is prose for people. */
const CODE = /^[A-Za-z][\w.:/-]+$/;

/**
 * Lists what a mutant may put in the place of an expression.
 *
 * A change that another one implies is left out: who tests that a condition is neither always true nor always false has
 * tested that it is not negated.
 */
export function listChanges(source: string, place: Place): string[] {
  const { node } = place;
  const text = (part: AnyNode): string => `(${source.slice(part.start, part.end)})`;
  switch (node.type) {
    case 'BinaryExpression':
      return changeBinary(node, place, text);
    case 'LogicalExpression':
      return changeLogical(node).map(text);
    case 'UnaryExpression':
      return !isCondition(place) && ['!', '-'].includes(node.operator) ? [text(node.argument)] : [];
    case 'AwaitExpression':
      return isReturned(place) ? [] : [text(node.argument)];
    case 'AssignmentExpression': {
      const other = ASSIGNMENTS.get(node.operator);
      return other === undefined
        ? []
        : [`${source.slice(node.left.start, node.left.end)} ${other} ${text(node.right)}`];
    }
    case 'CallExpression':
      return changeCall(node, source);
    default:
      return node.type === 'Literal' ? changeLiteral(node, place) : [];
  }
}

/** Lists the values that a condition may be fixed to. */
export function listFixed(place: Place): string[] {
  if (isCondition(place)) return ['true', 'false'];
  return isTestOf(place, LOOPS) ? ['false'] : [];
}

/** Whether a statement may be left out, and no other mutant does the same. */
export function isRemovable({ node, parents }: Place): boolean {
  const parent = parents.at(-1);
  if (parent?.type === 'IfStatement' && parent.alternate === null) return false;
  if (node.type === 'ThrowStatement')
    return parent?.type === 'BlockStatement' && !isWholeOfBranch(parents, parent);
  if (node.type !== 'ExpressionStatement' || typeof node.directive === 'string') return false;
  return !isWholeOfBranch(parents, parent) && isDeed(node.expression);
}

function isDeed(expression: Expression): boolean {
  if (expression.type === 'CallExpression') return expression.callee.type !== 'Super';
  return ['AwaitExpression', 'AssignmentExpression', 'UpdateExpression'].includes(expression.type);
}

function isWholeOfBranch(parents: readonly AnyNode[], block: AnyNode | undefined): boolean {
  const above = parents.at(-2);
  return (
    block?.type === 'BlockStatement' &&
    block.body.length === 1 &&
    above?.type === 'IfStatement' &&
    above.alternate === null
  );
}

function changeLogical(node: LogicalExpression): AnyNode[] {
  if (isForTypes(node)) return [];
  return node.operator === '??' ? [node.left] : [node.left, node.right];
}

function changeBinary(node: BinaryExpression, place: Place, text: (part: AnyNode) => string): string[] {
  const { operator, left, right } = node;
  const isEquality = operator === '===' || operator === '!==';
  const other = COMPARISONS.get(operator) ?? ARITHMETIC.get(operator);
  if (other === undefined || (isEquality && isCondition(place))) return [];
  if (operator === '+' && [left, right].some(isText)) return [];
  return [`${text(left)} ${other} ${text(right)}`];
}

function isText(node: AnyNode): boolean {
  if (node.type === 'BinaryExpression') return isText(node.left) || isText(node.right);
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function changeCall({ callee, arguments: values, start, end }: CallExpression, source: string): string[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const { name } = callee.property;
  const other = METHODS.get(name);
  if (other !== undefined)
    return [`${source.slice(start, callee.property.start)}${other}${source.slice(callee.property.end, end)}`];
  const isDropped = name === 'filter' && values.length === 1;
  return isDropped ? [source.slice(callee.object.start, callee.object.end)] : [];
}

function changeLiteral({ value, bigint }: Literal, { parents }: Place): string[] {
  const parent = parents.at(-1);
  if (parent !== undefined && isForTypes(parent)) return [];
  if (typeof bigint === 'string') return [`${BigInt(bigint) + 1n}n`];
  // A round one is a time or a bound that a unit more is no fault of.
  if (typeof value === 'number') return [`${value >= ROUND && value % ROUND === 0 ? 2 * value : value + 1}`];
  if (typeof value === 'boolean') return [`${!value}`];
  if (
    typeof value !== 'string' ||
    !CODE.test(value) ||
    parent === undefined ||
    parent.type === 'ImportExpression'
  )
    return [];
  // The comparison that it stands in is negated anyway.
  return parent.type === 'BinaryExpression' ? [] : [JSON.stringify(`${value}-other`)];
}

/** Whether it is what types demand after an element of an array, which is always there: a literal, or what is empty. */
function isForTypes(node: AnyNode): boolean {
  if (node.type !== 'LogicalExpression' || node.operator !== '??' || !isFiller(node.right)) return false;
  return node.left.type === 'MemberExpression' && node.left.computed;
}

function isFiller(node: AnyNode): boolean {
  if (node.type === 'ArrayExpression') return node.elements.length === 0;
  return node.type === 'Literal' || (node.type === 'NewExpression' && node.arguments.length === 0);
}

/** Whether a function returns it as it is: then it is awaited all the same, except for what a `try` around it does. */
function isReturned({ node, parents }: Place): boolean {
  const parent = parents.at(-1);
  if (parent?.type === 'ArrowFunctionExpression') return parent.body === node;
  if (parent?.type !== 'ReturnStatement') return false;
  const at = parents.findLastIndex(({ type }) => type.includes('Function'));
  return !parents.slice(at).some(({ type }) => type === 'TryStatement');
}

function isCondition(place: Place): boolean {
  return isTestOf(place, BRANCHES);
}

function isTestOf({ node, parents }: Place, kinds: ReadonlySet<string>): boolean {
  const parent = parents.at(-1);
  return parent !== undefined && kinds.has(parent.type) && 'test' in parent && parent.test === node;
}

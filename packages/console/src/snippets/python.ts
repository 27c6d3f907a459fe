import type { Asked, SnippetOptions } from './asked.ts';
import { type Syntax, wrap, writeLiteral, writeText } from './literal.ts';
import { type GuardedBody, guard } from './secrets.ts';

const PYTHON: Syntax = {
  // What JSON escapes, Python escapes alike.
  text: (text) => JSON.stringify(text),
  variable: (name) => `os.environ[${JSON.stringify(name)}]`,
  member: (name) => JSON.stringify(name),
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
};

/** Writes a request as a program for Python 3.9 and nothing besides; it prints the answer, or the problem. */
export function writePython(asked: Asked, options?: SnippetOptions): string {
  const { method, url, headers, body, variables } = guard(asked, options);
  const members = headers.map(
    ([name, value]) => `${PYTHON.member(name)}: ${value.length === 0 ? '""' : writeText(value, PYTHON)}`,
  );
  const modules = ['urllib.error', 'urllib.request'];
  if (body?.value !== undefined) modules.unshift('json');
  if (variables.length > 0) modules.splice(-2, 0, 'os');
  return `${modules.map((module) => `import ${module}\n`).join('')}
request = urllib.request.Request(
    ${writeText(url, PYTHON)},
    method=${PYTHON.text(method)},
    headers=${wrap('{}', members, PYTHON, 1)},${body === undefined ? '' : `\n    data=${writeBody(body)},`}
)
try:
    with urllib.request.urlopen(request, timeout=60) as answer:
        print(answer.read().decode())
except urllib.error.HTTPError as problem:
    print(problem.read().decode())
`;
}

function writeBody({ pieces, value }: GuardedBody): string {
  if (value !== undefined) return `json.dumps(${writeLiteral(value, PYTHON, 1)}).encode()`;
  return `(${writeText(pieces, PYTHON)}).encode()`;
}

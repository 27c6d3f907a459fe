import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jsonForm, markdownForm, type Resource } from '../resource.ts';

/** Where agents look for the skills of a host (Agent Skills discovery 0.2.0). */
export const SKILLS_PATH = '/.well-known/agent-skills';

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const NAME = 'staking-agent';
const FILE = new URL(`../../../../skills/${NAME}/SKILL.md`, import.meta.url);
/** What the file calls a deployment by. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000';

/**
 * Reads the skill of this API, inserts the addresses of the deployment, and creates the index with the digest of the served
 * bytes.
 *
 * @param origin - of the deployment.
 * @returns both by path.
 * @throws {Error} when the file is missing or has no description.
 */
export async function skillResources(origin: string): Promise<readonly (readonly [string, Resource])[]> {
  const text = (await readFile(FILE, 'utf8')).replaceAll(EXAMPLE_ORIGIN, origin);
  const [, description] = /^description: (.+)$/m.exec(text) ?? [];
  if (description === undefined) throw new Error('The skill describes nothing.');
  const path = `${SKILLS_PATH}/${NAME}/SKILL.md`;
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const skill = { name: NAME, type: 'skill-md', description, url: `${origin}${path}`, digest };
  return [
    [`${SKILLS_PATH}/index.json`, [jsonForm(() => ({ $schema: SCHEMA, skills: [skill] }))]],
    [path, [markdownForm(() => text)]],
  ];
}

import { randomUUID } from 'node:crypto';
import type { Json, Tenant } from './client.ts';

/** Creates a skill of the tenant. */
export async function makeSkill({ owner, project }: Tenant, fields: object = {}): Promise<Json> {
  const answer = await owner.post(`${project}/skill`, {
    display_name: `Skill ${randomUUID()}`,
    instructions: '# Do it',
    ...fields,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

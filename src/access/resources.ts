/** Securable resources: each type with the path parameter that names one. A new one needs a line here. */
export const SECURABLE = {
  organization: 'org_id',
  project: 'project_id',
  task: 'task_id',
  task_agent: 'task_agent_id',
  oauth_client: 'oauth_client_id',
} as const;
export type SecurableType = keyof typeof SECURABLE;

const BELOW_PROJECT = Object.values(SECURABLE).filter((name) => name !== 'org_id' && name !== 'project_id');

/** The securable resources below a project that a path names. */
export function resourceIdsIn(ids: Readonly<Record<string, string>>): string[] {
  return BELOW_PROJECT.flatMap((name) => ids[name] ?? []);
}

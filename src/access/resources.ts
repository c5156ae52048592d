/** Securable resources: each type with the path parameter that names one. A new one needs a line here. */
export const SECURABLE = {
  organization: 'org_id',
  project: 'project_id',
  task: 'task_id',
  task_agent: 'task_agent_id',
  oauth_client: 'oauth_client_id',
} as const;
export type SecurableType = keyof typeof SECURABLE;

/** A place of a path that names a securable resource. */
export interface Slot {
  readonly type: SecurableType;
  readonly id: string;
}

/** The securable resources that a path names, each as the type of the place it stands in. */
export function slotsIn(ids: Readonly<Record<string, string>>): Slot[] {
  return (Object.keys(SECURABLE) as SecurableType[]).flatMap((type) => {
    const id = ids[SECURABLE[type]];
    return id === undefined ? [] : [{ type, id }];
  });
}

/** Types whose roles count on a resource of this type, itself among them: roles are inherited downward, never upward. */
export function typesAbove(type: string): readonly string[] {
  if (type === 'organization') return ['organization'];
  return type === 'project' ? ['organization', 'project'] : ['organization', 'project', type];
}

import { SECURABLES } from './securables/index.ts';

export type SecurableType = keyof typeof SECURABLES;

/** A place of a path that names a securable resource. */
export interface Slot {
  readonly type: SecurableType;
  readonly id: string;
}

/** The securable resources that a path names, each as the type of the place it stands in. */
export function toSlots(ids: Readonly<Record<string, string>>): Slot[] {
  return (Object.keys(SECURABLES) as SecurableType[]).flatMap((type) => {
    const id = ids[SECURABLES[type].param];
    return id === undefined ? [] : [{ type, id }];
  });
}

/** Types whose roles count on a resource of this type, itself among them: roles are inherited downward, never upward. */
export function listInheritedTypes(type: string): readonly string[] {
  if (type === 'organization') return ['organization'];
  return type === 'project' ? ['organization', 'project'] : ['organization', 'project', type];
}

import { SECURABLES } from './securables/index.ts';

export type SecurableType = keyof typeof SECURABLES;

/** Path parameter that names a securable resource. */
export interface Slot {
  readonly type: SecurableType;
  readonly id: string;
}

/** Converts path ids to slots. The type comes from the parameter's name. */
export function toSlots(ids: Readonly<Record<string, string>>): Slot[] {
  return (Object.keys(SECURABLES) as SecurableType[]).flatMap((type) => {
    const id = ids[SECURABLES[type].param];
    return id === undefined ? [] : [{ type, id }];
  });
}

/** Types whose roles apply to a resource type, itself included. Roles are inherited downward only. */
export function listInheritedTypes(type: string): readonly string[] {
  if (type === 'organization') return ['organization'];
  return type === 'project' ? ['organization', 'project'] : ['organization', 'project', type];
}

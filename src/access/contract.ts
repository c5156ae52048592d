/** What any module may know of access: permissions, and what the sender of a request holds. Pure. */

import type { SubjectRef } from '../platform/errors.ts';
import type { SecurableType } from './resources.ts';
import type { SystemRole } from './roles.ts';
import type { SECURABLES } from './securables/index.ts';

type Permissions<R extends SecurableType> = keyof (typeof SECURABLES)[R]['permissions'] & string;
/** A permission with its resource type, e.g. `task:run`; a scope has the same name. */
export type Permission = { [R in SecurableType]: `${R}:${Permissions<R>}` }[SecurableType] | `system:${string}`;

/** Roles by the type of the resource they were given on. */
export type RolesByType = Readonly<Record<string, ReadonlySet<string>>>;

/** What a caller holds on the resources of a path. */
export interface Grants {
  readonly roles: RolesByType;
  readonly systemRole: SystemRole | null;
  /** Scopes the credential was cut down to; null means it was not. */
  readonly scopes: readonly string[] | null;
}

/** Who asks, and what they hold on the resources of a path. */
export interface Principal {
  readonly subject: SubjectRef;
  /** The OAuth client that acts as its project; null for everybody else. */
  readonly clientId?: string | null;
  /** Project of the path. */
  readonly projectId: string;
  readonly grants: Grants;
}

/** Contract of the access module: permissions, and the grants of a principal. Pure. */

import type { SubjectRef } from '../platform/errors.ts';
import type { SecurableType } from './resources.ts';
import type { SystemRole } from './roles.ts';
import type { SECURABLES } from './securables/index.ts';

type Permissions<R extends SecurableType> = keyof (typeof SECURABLES)[R]['permissions'] & string;
/** Permission with its resource type, for example `task:run`. A scope has the same name. */
export type Permission = { [R in SecurableType]: `${R}:${Permissions<R>}` }[SecurableType] | `system:${string}`;

/** Roles by the resource type they were granted on. */
export type RolesByType = Readonly<Record<string, ReadonlySet<string>>>;

/** Roles and scopes of a principal on the resources of a path. */
export interface Grants {
  readonly roles: RolesByType;
  readonly systemRole: SystemRole | null;
  /** Scopes that the credential is restricted to; null if it is unrestricted. */
  readonly scopes: readonly string[] | null;
}

/** Caller of an operation, with its grants on the resources of the path. */
export interface Principal {
  readonly subject: SubjectRef;
  /** OAuth client that acts as its project; null for other principals. */
  readonly clientId?: string | null;
  /** Project in the path. */
  readonly projectId: string;
  readonly grants: Grants;
}

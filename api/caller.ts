import type { Grants } from '../src/access/permissions.ts';
import type { Slot } from '../src/access/resources.ts';
import type { CredentialKind } from '../src/identity/holders.ts';
import type { SubjectRef } from '../src/platform/errors.ts';

/** Authenticated sender of a request. */
export interface Caller {
  readonly subject: SubjectRef;
  /** Type of the credential. */
  readonly kind: CredentialKind;
  /** Id of the API key, session, OAuth client or task token. */
  readonly credentialId: string;
  /** Id of the API key; null for other credentials. */
  readonly apiKeyId: string | null;
  /** OAuth client that acts as its project by client credentials; null for other credentials. */
  readonly clientId: string | null;
  /** Null for a project. */
  readonly email: string | null;
  readonly name: string;
  /** Organization and project of the credential; null for a session. */
  readonly homeOrgId: string | null;
  readonly homeProjectId: string | null;
  readonly grants: Grants;
  /** Organization and project of the path, verified to exist and to belong together; empty if the path has none. */
  readonly orgId: string;
  readonly projectId: string;
  /** Securable resources that the path names, directly or by one of their parts. */
  readonly slots: readonly Slot[];
}

import type { Grants } from '../src/access/permissions.ts';
import type { Slot } from '../src/access/resources.ts';
import type { CredentialKind } from '../src/identity/holders.ts';
import type { SubjectRef } from '../src/platform/errors.ts';

/** The authenticated sender of a request. */
export interface Caller {
  readonly subject: SubjectRef;
  /** What the request came with. */
  readonly kind: CredentialKind;
  /** Id of the API key, the session, the OAuth client or the task's token. */
  readonly credentialId: string;
  /** The API key the request came with, where it was one. */
  readonly apiKeyId: string | null;
  /** The OAuth client that acts as its project, where the request came with a client-credentials token. */
  readonly clientId: string | null;
  /** Null for a project, as which a client-credentials token acts. */
  readonly email: string | null;
  readonly name: string;
  /** Organization and project that the credential was made in; null for a session. */
  readonly homeOrgId: string | null;
  readonly homeProjectId: string | null;
  readonly grants: Grants;
  /** Organization and project of the path, proved to exist and to belong together; empty where the path names none. */
  readonly orgId: string;
  readonly projectId: string;
  /** The securable resources that the path names, itself or by a part of them. */
  readonly slots: readonly Slot[];
}

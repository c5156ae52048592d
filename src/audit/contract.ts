/** Contract of the audit module. Pure. */

/** Scope of an event: a project, an organization, or the installation if both are null. */
export interface AuditScope {
  readonly orgId: string | null;
  readonly projectId: string | null;
}

/** What any module may know of the audit log. Pure. */

/** Where an event stands: on a project, on an organization, or on the installation where both are null. */
export interface AuditScope {
  readonly orgId: string | null;
  readonly projectId: string | null;
}

import { deleteProjectGrants as access } from './access/project-deleted.ts';
import type { AccessTables } from './access/tables.ts';
import { agentBacklogs } from './agents/backlogs.ts';
import { approvalWaiting } from './agents/notifications/approval-waiting.ts';
import { agentRunKind } from './agents/runs/run-kind.ts';
import type { AgentTables } from './agents/tables.ts';
import { auditBacklog } from './audit/pending-events.ts';
import type { AuditTables } from './audit/tables.ts';
import type { IntegrationTables } from './connections/integrations/tables.ts';
import type { McpServerTables } from './connections/mcp-servers/tables.ts';
import { deleteProjectCredentials as connections } from './connections/project-deleted.ts';
import type { ConnectionTables } from './connections/tables.ts';
import { agentEvalKind } from './evals/agents/run-kind.ts';
import type { EvalTables } from './evals/tables.ts';
import { taskEvalKind } from './evals/tasks/run-kind.ts';
import type { FileTables } from './files/tables.ts';
import { revokeKeysOfProject as identity } from './identity/api-keys.ts';
import type { IdentityTables } from './identity/tables.ts';
import { ingestionKind } from './knowledge/ingestion/run-kind.ts';
import { deleteProjectDocuments as knowledge } from './knowledge/project-deleted.ts';
import { createSourceStateGauges } from './knowledge/sources/metrics.ts';
import { sourceRunKind } from './knowledge/sources/run-kind.ts';
import type { SourceTables } from './knowledge/sources/tables.ts';
import type { KnowledgeTables } from './knowledge/tables.ts';
import { deleteProjectExclusions as models } from './models/project-deleted.ts';
import type { ModelTables } from './models/tables.ts';
import type { NotificationKind } from './notifications/contract.ts';
import { notificationBacklog } from './notifications/outbox.ts';
import type { NotificationTables } from './notifications/tables.ts';
import { inviteMail } from './organizations/notifications/invite.ts';
import { lowCredits } from './organizations/notifications/low-credits.ts';
import { passwordResetRequested } from './organizations/notifications/password-reset.ts';
import { signUpRequested, verificationRequested } from './organizations/notifications/sign-up.ts';
import type { PartnerTables } from './organizations/partners/tables.ts';
import type { OrganizationTables } from './organizations/tables.ts';
import type { Db, Executor } from './platform/db/client.ts';
import { createMaintenanceSource } from './platform/maintenance/metrics.ts';
import { createBacklogSource } from './platform/telemetry/backlog.ts';
import type { GaugeSource } from './platform/telemetry/metrics.ts';
import { createQueueSource } from './platform/temporal/queue-metrics.ts';
import type { RunStarter } from './platform/temporal/starter.ts';
import type { ProjectTables } from './projects/tables.ts';
import { type ChangeKind, toChangeKinds } from './runs/change-kind.ts';
import type { FeedbackTables } from './runs/feedback/tables.ts';
import type { RunKind } from './runs/kind.ts';
import { createOpenRunsSource } from './runs/open-metrics.ts';
import { createOutageSource } from './runs/outage-metrics.ts';
import type { ResponseTables } from './runs/responses/tables.ts';
import type { RunTables } from './runs/tables.ts';
import { deactivateProjectShares as shares } from './shares/project-deleted.ts';
import type { ShareTables } from './shares/tables.ts';
import type { SkillTables } from './skills/tables.ts';
import type { TagTables } from './tags/tables.ts';
import { deliveryBacklog } from './tasks/forwarders/deliveries.ts';
import { deleteProjectForwarders as forwarders } from './tasks/forwarders/project-deleted.ts';
import type { ForwarderTables } from './tasks/forwarders/tables.ts';
import { forwarderPaused } from './tasks/notifications/forwarder-paused.ts';
import { taskRunKind } from './tasks/run-kind.ts';
import type { TaskTables } from './tasks/tables.ts';
import { deleteProjectTriggers as triggers } from './triggers/delete.ts';
import type { TriggerTables } from './triggers/tables.ts';
import { reportBacklog, topUpBacklog } from './usage/backlogs.ts';
import type { ReportingGroupTables } from './usage/reporting-groups/tables.ts';
import type { ReportTables } from './usage/reports/tables.ts';
import type { UsageTables } from './usage/tables.ts';

/**
 * Composition root of the domain: collects the modules' contributions. No module imports it; the API and the workers
 * pass in what a module needs.
 */

declare module './platform/db/schema.ts' {
  interface Database
    extends AccessTables,
      AgentTables,
      AuditTables,
      IntegrationTables,
      McpServerTables,
      ConnectionTables,
      EvalTables,
      FileTables,
      IdentityTables,
      SourceTables,
      KnowledgeTables,
      ModelTables,
      NotificationTables,
      PartnerTables,
      OrganizationTables,
      ProjectTables,
      FeedbackTables,
      RunTables,
      ResponseTables,
      ShareTables,
      SkillTables,
      TagTables,
      ForwarderTables,
      TaskTables,
      TriggerTables,
      ReportingGroupTables,
      ReportTables,
      UsageTables {}
}

/** All run kinds. */
export const RUN_KINDS: readonly RunKind[] = [
  agentRunKind,
  taskRunKind,
  ingestionKind,
  sourceRunKind,
  taskEvalKind,
  agentEvalKind,
];

/** All kinds of change events. */
export const CHANGE_KINDS: readonly ChangeKind[] = toChangeKinds(RUN_KINDS);

/** All kinds of notifications. */
export const NOTIFICATION_KINDS: readonly NotificationKind[] = [
  approvalWaiting,
  forwarderPaused,
  inviteMail,
  lowCredits,
  passwordResetRequested,
  signUpRequested,
  verificationRequested,
];

/** Module hooks that run in the transaction that deletes a project. */
export const ON_PROJECT_DELETED: readonly ((trx: Executor, projectId: string) => Promise<unknown>)[] = [
  access,
  connections,
  identity,
  knowledge,
  models,
  shares,
  forwarders,
  triggers,
];

/** Sources of metrics about the whole installation. */
export function createInstallationSources(
  openDb: () => Promise<Db>,
  openTemporal: () => Promise<RunStarter>,
): readonly GaugeSource[] {
  const backlogs = [...agentBacklogs, auditBacklog, deliveryBacklog, notificationBacklog, reportBacklog, topUpBacklog];
  return [
    createOpenRunsSource(openDb, RUN_KINDS),
    createBacklogSource(openDb, backlogs),
    createQueueSource(openTemporal),
    createMaintenanceSource(openDb),
    createOutageSource(openDb),
    createSourceStateGauges(openDb),
  ];
}

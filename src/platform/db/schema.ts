import type { AccessTables } from '../../access/tables.ts';
import type { AgentTables } from '../../agents/tables.ts';
import type { AuditTables } from '../../audit/tables.ts';
import type { ConnectionTables } from '../../connections/tables.ts';
import type { EvalTables } from '../../evals/tables.ts';
import type { FeedbackTables } from '../../feedback/tables.ts';
import type { FileTables } from '../../files/tables.ts';
import type { ForwarderTables } from '../../forwarders/tables.ts';
import type { IdentityTables } from '../../identity/tables.ts';
import type { IntegrationTables } from '../../integrations/tables.ts';
import type { SourceTables } from '../../knowledge/sources/tables.ts';
import type { KnowledgeTables } from '../../knowledge/tables.ts';
import type { MaintenanceTables } from '../../maintenance/tables.ts';
import type { McpServerTables } from '../../mcp-servers/tables.ts';
import type { ModelTables } from '../../models/tables.ts';
import type { OrganizationTables } from '../../organizations/tables.ts';
import type { PartnerTables } from '../../partners/tables.ts';
import type { ProjectTables } from '../../projects/tables.ts';
import type { ReportingGroupTables } from '../../reporting-groups/tables.ts';
import type { ReportTables } from '../../reports/tables.ts';
import type { RunTables } from '../../runs/tables.ts';
import type { ShareTables } from '../../shares/tables.ts';
import type { SkillTables } from '../../skills/tables.ts';
import type { TagTables } from '../../tags/tables.ts';
import type { TaskTables } from '../../tasks/tables.ts';
import type { TriggerTables } from '../../triggers/tables.ts';
import type { UsageTables } from '../../usage/tables.ts';
import type { PlatformTables } from '../tables.ts';

/** All tables, gathered from their rooms. */
export interface Database
  extends PlatformTables,
    AccessTables,
    IdentityTables,
    OrganizationTables,
    ProjectTables,
    RunTables,
    ReportTables,
    TagTables,
    TaskTables,
    ReportingGroupTables,
    ShareTables,
    AgentTables,
    FeedbackTables,
    EvalTables,
    TriggerTables,
    SkillTables,
    ConnectionTables,
    McpServerTables,
    IntegrationTables,
    KnowledgeTables,
    ModelTables,
    SourceTables,
    ForwarderTables,
    UsageTables,
    PartnerTables,
    FileTables,
    AuditTables,
    MaintenanceTables {}

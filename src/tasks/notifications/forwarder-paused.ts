import { getGrantsOf } from '../../access/members.ts';
import { hasPermission } from '../../access/permissions.ts';
import type { NewNotification, NotificationKind } from '../../notifications/contract.ts';
import type { Executor } from '../../platform/db/client.ts';
import { getMailTexts } from '../../platform/mail/texts/index.ts';
import { findProject } from '../../projects/queries.ts';

/** A forwarder that was paused automatically. */
interface PausedForwarder {
  readonly id: string;
  readonly name: string;
  /** Last error; null if unknown. */
  readonly reason: string | null;
  readonly org_id: string;
  readonly project_id: string;
}

/** Notice that a forwarder was paused because no delivery succeeded. */
export const forwarderPaused: NotificationKind<PausedForwarder> = {
  name: 'forwarder_paused',
  channels: ['mail'],
  isOptional: true,
  isLimited: false,
  maxAgeMs: 7 * 86_400_000,
  async compose({ db, config }, { language, data: { name, reason, org_id, project_id } }) {
    const { paused, preferences } = getMailTexts(language);
    const project = await findProject(db, org_id, project_id);
    return {
      language,
      subject: paused.subject(name),
      paragraphs: [paused.explanation(name, project?.name ?? project_id, reason), paused.nextSteps],
      footnotes: [paused.reason, preferences(`${config.publicUrl}/settings/notifications`)],
    };
  },
};

/**
 * Notification about a forwarder that this transaction pauses. Its creator receives it, or the organization's contact
 * if the creator may not see the forwarder any more or is no user.
 */
export async function createPauseNotification(
  trx: Executor,
  forwarderId: string,
): Promise<NewNotification<PausedForwarder> | undefined> {
  const forwarder = await trx
    .selectFrom('task_forwarders as f')
    .innerJoin('task_forwarder_states as s', 's.forwarder_id', 'f.id')
    .select([
      'f.id',
      'f.name',
      's.reason',
      'f.org_id',
      'f.project_id',
      'f.created_by_type',
      'f.created_by',
      's.paused_at',
    ])
    .where('f.id', '=', forwarderId)
    .where('f.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!forwarder) return undefined;
  const { id, name, reason, org_id, project_id, created_by_type: type, created_by: creatorId, paused_at } = forwarder;
  const isUser = type === 'user' && (await canView(trx, creatorId, { id, orgId: org_id, projectId: project_id }));
  return {
    key: `${id} ${paused_at?.toISOString()}`,
    to: { orgId: org_id, ...(isUser ? { userId: creatorId } : {}) },
    data: { id, name, reason: reason?.msg ?? null, org_id, project_id },
  };
}

async function canView(
  db: Executor,
  userId: string,
  forwarder: { readonly id: string; readonly orgId: string; readonly projectId: string },
): Promise<boolean> {
  const grants = await getGrantsOf(db, { type: 'user', id: userId }, { type: 'task_forwarder', ...forwarder });
  return hasPermission(grants, 'task_forwarder:view');
}

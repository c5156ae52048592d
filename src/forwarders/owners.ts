import { sql } from 'kysely';
import { holdingsOf } from '../access/members.ts';
import { holds } from '../access/permissions.ts';
import { CHOSEN_AT, userWantsMail } from '../identity/chosen-mails.ts';
import { verifiedAddressOf } from '../identity/users.ts';
import { findOrganization } from '../organizations/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import type { MailMessage } from '../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../platform/mail/texts/index.ts';
import { findProject } from '../projects/queries.ts';

/** A forwarder that was paused, and whose owner does not know yet. */
export interface UntoldPause {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
  readonly org_id: string;
  readonly project_id: string;
  readonly created_by_type: string;
  readonly created_by: string;
}

/** Such forwarders; of one where it is named. */
export async function untoldPauses(db: Executor, forwarderId?: string): Promise<UntoldPause[]> {
  const one = forwarderId === undefined ? sql`` : sql`and f.id = ${forwarderId}`;
  const { rows } = await sql<UntoldPause>`
    select f.id, f.name, s.reason, f.org_id, f.project_id, f.created_by_type, f.created_by
    from task_forwarder_states s join task_forwarders f on f.id = s.forwarder_id
    where s.untold and f.deleted_at is null ${one} order by s.paused_at limit 100`.execute(db);
  return rows;
}

/** Notes that the owner was told. */
export async function noteTold(db: Executor, forwarderId: string): Promise<void> {
  await db
    .updateTable('task_forwarder_states')
    .set({ untold: false })
    .where('forwarder_id', '=', forwarderId)
    .execute();
}

/**
 * Where its owner is told: whoever made it, or the organization where they have left, or were no person. Nowhere, where whoever
 * made it does not want such mails.
 */
export async function ownerAddress(db: Executor, pause: UntoldPause): Promise<string | undefined> {
  const { id, org_id: orgId, project_id: projectId, created_by_type: type, created_by: maker } = pause;
  if (type === 'user') {
    const holdings = await holdingsOf(db, { type, id: maker }, { type: 'task_forwarder', id, orgId, projectId });
    const address = holds(holdings, 'task_forwarder:view') ? await verifiedAddressOf(db, maker) : undefined;
    if (address !== undefined) return (await userWantsMail(db, maker, 'forwarder_paused')) ? address : undefined;
  }
  return (await findOrganization(db, orgId))?.contact_email;
}

/** The mail about a forwarder that was paused. */
export async function pausedLetter(
  db: Executor,
  pause: UntoldPause,
  language: MailLanguage,
  publicUrl: string,
): Promise<MailMessage> {
  const { name, reason, org_id, project_id } = pause;
  const { paused, preferences: whereChosen } = getMailTexts(language);
  const project = await findProject(db, org_id, project_id);
  return {
    language,
    subject: paused.subject(name),
    paragraphs: [paused.explanation(name, project?.name ?? project_id, reason), paused.nextSteps],
    footnotes: [paused.reason, whereChosen(`${publicUrl}${CHOSEN_AT}`)],
  };
}

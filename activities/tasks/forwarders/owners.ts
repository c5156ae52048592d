import { getGrantsOf } from '../../../src/access/members.ts';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getMailLanguage } from '../../../src/identity/mail-language.ts';
import { MAIL_SETTINGS_PATH, userWantsMail } from '../../../src/identity/optional-mails.ts';
import { findVerifiedAddress } from '../../../src/identity/users.ts';
import { findOrganization } from '../../../src/organizations/queries.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import type { MailMessage } from '../../../src/platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../../../src/platform/mail/texts/index.ts';
import { findProject } from '../../../src/projects/queries.ts';
import { listPauseNotices, markPauseNotified, type PauseNotice } from '../../../src/tasks/forwarders/owners.ts';
import type { ActivityContext } from '../../context.ts';

/** Emails the owners of paused forwarders, or of one forwarder. The next maintenance cycle retries failures. */
export async function notifyOwners(ctx: ActivityContext, forwarderId?: string): Promise<void> {
  for (const pause of await listPauseNotices(ctx.db, forwarderId)) {
    const notifyOwner = async () => {
      const address = await findOwnerAddress(ctx.db, pause);
      if (address !== undefined) {
        const language = await getMailLanguage(ctx.db, address);
        await ctx.mailer.send(address, await renderPauseMail(ctx.db, pause, language, ctx.config.publicUrl));
      }
      await markPauseNotified(ctx.db, pause.id);
    };
    await runBestEffort(ctx.log, 'notify the owner of a paused forwarder', notifyOwner, {
      task_forwarder_id: pause.id,
    });
  }
}

/**
 * Finds the email address for the notice: the creator, or the organization if the creator has left or is no user.
 * Undefined if the creator opted out.
 */
async function findOwnerAddress(db: Executor, pause: PauseNotice): Promise<string | undefined> {
  const { id, org_id: orgId, project_id: projectId, created_by_type: type, created_by: creatorId } = pause;
  if (type === 'user') {
    const grants = await getGrantsOf(db, { type, id: creatorId }, { type: 'task_forwarder', id, orgId, projectId });
    const address = hasPermission(grants, 'task_forwarder:view') ? await findVerifiedAddress(db, creatorId) : undefined;
    if (address !== undefined) return (await userWantsMail(db, creatorId, 'forwarder_paused')) ? address : undefined;
  }
  return (await findOrganization(db, orgId))?.contact_email;
}

/** Renders the email about a paused forwarder. */
async function renderPauseMail(
  db: Executor,
  pause: PauseNotice,
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
    footnotes: [paused.reason, whereChosen(`${publicUrl}${MAIL_SETTINGS_PATH}`)],
  };
}

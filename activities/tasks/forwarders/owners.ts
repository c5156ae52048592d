import { getGrantsOf } from '../../../src/access/members.ts';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getMailLanguage } from '../../../src/identity/mail-language.ts';
import { MAIL_SETTINGS_PATH, userWantsMail } from '../../../src/identity/optional-mails.ts';
import { findVerifiedAddress } from '../../../src/identity/users.ts';
import { findOrganization } from '../../../src/organizations/queries.ts';
import { bestEffort } from '../../../src/platform/best-effort.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import type { Letter } from '../../../src/platform/mail/templates.ts';
import { type MailLanguage, mailWords } from '../../../src/platform/mail/words/index.ts';
import { findProject } from '../../../src/projects/queries.ts';
import { noteTold, type UntoldPause, untoldPauses } from '../../../src/tasks/forwarders/owners.ts';
import type { ActivityContext } from '../../context.ts';

/** Mails the owners of forwarders that were paused, or of one of them. What can't be sent now is left to the next round. */
export async function tellOwners(ctx: ActivityContext, forwarderId?: string): Promise<void> {
  for (const pause of await untoldPauses(ctx.db, forwarderId)) {
    const tell = async () => {
      const address = await ownerAddress(ctx.db, pause);
      if (address !== undefined) {
        const language = await getMailLanguage(ctx.db, address);
        await ctx.mailer.send(address, await pausedLetter(ctx.db, pause, language, ctx.config.publicUrl));
      }
      await noteTold(ctx.db, pause.id);
    };
    await bestEffort(ctx.log, 'tell of a forwarder that was paused', tell, { task_forwarder_id: pause.id });
  }
}

/**
 * Where its owner is told: whoever made it, or the organization where they have left, or were no person. Nowhere, where whoever
 * made it does not want such mails.
 */
async function ownerAddress(db: Executor, pause: UntoldPause): Promise<string | undefined> {
  const { id, org_id: orgId, project_id: projectId, created_by_type: type, created_by: maker } = pause;
  if (type === 'user') {
    const grants = await getGrantsOf(db, { type, id: maker }, { type: 'task_forwarder', id, orgId, projectId });
    const address = hasPermission(grants, 'task_forwarder:view') ? await findVerifiedAddress(db, maker) : undefined;
    if (address !== undefined) return (await userWantsMail(db, maker, 'forwarder_paused')) ? address : undefined;
  }
  return (await findOrganization(db, orgId))?.contact_email;
}

/** The mail about a forwarder that was paused. */
async function pausedLetter(
  db: Executor,
  pause: UntoldPause,
  language: MailLanguage,
  publicUrl: string,
): Promise<Letter> {
  const { name, reason, org_id, project_id } = pause;
  const { paused, whereChosen } = mailWords(language);
  const project = await findProject(db, org_id, project_id);
  return {
    language,
    subject: paused.subject(name),
    paragraphs: [paused.says(name, project?.name ?? project_id, reason), paused.next],
    footnotes: [paused.why, whereChosen(`${publicUrl}${MAIL_SETTINGS_PATH}`)],
  };
}

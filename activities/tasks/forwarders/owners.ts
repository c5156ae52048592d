import { holdingsOf } from '../../../src/access/members.ts';
import { holds } from '../../../src/access/permissions.ts';
import { CHOSEN_AT, userWantsMail } from '../../../src/identity/chosen-mails.ts';
import { mailLanguage } from '../../../src/identity/mail-language.ts';
import { verifiedAddressOf } from '../../../src/identity/users.ts';
import { findOrganization } from '../../../src/organizations/queries.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import type { MailMessage } from '../../../src/platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../../../src/platform/mail/texts/index.ts';
import { findProject } from '../../../src/projects/queries.ts';
import { noteTold, type UntoldPause, untoldPauses } from '../../../src/tasks/forwarders/owners.ts';
import type { ActivityContext } from '../../context.ts';

/** Mails the owners of forwarders that were paused, or of one of them. What can't be sent now is left to the next round. */
export async function tellOwners(ctx: ActivityContext, forwarderId?: string): Promise<void> {
  for (const pause of await untoldPauses(ctx.db, forwarderId)) {
    const tell = async () => {
      const address = await ownerAddress(ctx.db, pause);
      if (address !== undefined) {
        const language = await mailLanguage(ctx.db, address);
        await ctx.mailer.send(address, await pausedLetter(ctx.db, pause, language, ctx.config.publicUrl));
      }
      await noteTold(ctx.db, pause.id);
    };
    await runBestEffort(ctx.log, 'tell of a forwarder that was paused', tell, { task_forwarder_id: pause.id });
  }
}

/**
 * Where its owner is told: whoever made it, or the organization where they have left, or were no person. Nowhere, where whoever
 * made it does not want such mails.
 */
async function ownerAddress(db: Executor, pause: UntoldPause): Promise<string | undefined> {
  const { id, org_id: orgId, project_id: projectId, created_by_type: type, created_by: maker } = pause;
  if (type === 'user') {
    const holdings = await holdingsOf(db, { type, id: maker }, { type: 'task_forwarder', id, orgId, projectId });
    const address = holds(holdings, 'task_forwarder:view') ? await verifiedAddressOf(db, maker) : undefined;
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

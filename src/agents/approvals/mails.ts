import { sql } from 'kysely';
import { MAIL_SETTINGS_PATH, wantsMail } from '../../identity/optional-mails.ts';
import type { Executor } from '../../platform/db/client.ts';
import { markHiddenCharacters } from '../../platform/hidden-text.ts';
import type { MailMessage } from '../../platform/mail/templates.ts';
import { DEFAULT_MAIL_LANGUAGE, getMailTexts, type MailLanguage } from '../../platform/mail/texts/index.ts';
import type { ApprovalKind } from '../contract.ts';

/** Minimum age of a request in seconds before a mail: people at the console decide many requests at once. */
const MIN_REQUEST_AGE_SECONDS = 60;
/** Minimum seconds between two mails to one person. The next mail contains requests in between. */
const MIN_MAIL_INTERVAL_SECONDS = 900;
/** Maximum number of requests that a mail names. */
const MAX_REQUESTS_PER_MAIL = 10;
/** Maximum number of recipients per maintenance cycle. */
const MAX_RECIPIENTS_PER_CYCLE = 200;

/** A request as a mail names it, without the arguments of the call. */
interface MailedRequest {
  readonly id: string;
  readonly agent_name: string;
  readonly project_name: string;
  readonly kind: ApprovalKind;
  readonly tool: string;
  readonly expires_at: string | null;
}

/** A person with pending requests that no mail has named yet. */
export interface MailRecipient {
  readonly user_id: string;
  readonly email: string;
  readonly language: MailLanguage;
  readonly count: number;
  /** Creation time of the newest request, in microseconds, as text. */
  readonly until: string;
  readonly named: readonly MailedRequest[];
}

/**
 * Lists people who can decide requests by their own role and got no mail about them. Budgets of a period belong to
 * the approvers of the project.
 */
export async function listMailRecipients(db: Executor): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    with waiting as (
      select q.id, q.created, q.expires_at, q.org_id, q.project_id, q.agent_id, q.kind, q.approvers, q.tool_name, q.rule,
        a.name as agent_name, p.name as project_name
      from approval_requests q join agents a on a.id = q.agent_id join projects p on p.id = q.project_id and p.deleted_at is null
      where q.status = 'pending' and coalesce(q.expires_at > now(), true)
        and q.created < now() - make_interval(secs => ${MIN_REQUEST_AGE_SECONDS})
    ), recipients as (
      select distinct u.id as user_id, u.email, coalesce(u.language, ${DEFAULT_MAIL_LANGUAGE}) as language, w.id, w.created, w.expires_at, w.kind, w.tool_name, w.agent_name, w.project_name from waiting w
      join role_grants g on g.subject_type = 'user' and g.role = any(w.approvers) and g.resource_id in (w.org_id, w.project_id, w.agent_id)
        and (g.resource_id <> w.agent_id or w.rule -> 'budget' ->> 'credit_budget_id' is null)
      join users u on u.id = g.subject_id and u.email_verified and ${wantsMail('approval_waiting', 'u')}
      left join approval_mails m on m.user_id = u.id
      where coalesce(w.created > m.told_until and m.sent_at < now() - make_interval(secs => ${MIN_MAIL_INTERVAL_SECONDS}), true)
        and not exists (select from approval_decisions d where d.approval_request_id = w.id and d.subject = 'user:' || u.id)
    )
    select user_id, email, language, count(*)::int as count, max(created)::text as until,
      json_agg(json_build_object('id', id, 'agent_name', agent_name, 'project_name', project_name, 'expires_at', expires_at,
        'kind', kind, 'tool', tool_name) order by created, id) filter (where place <= ${MAX_REQUESTS_PER_MAIL}) as named
    from (select *, row_number() over (partition by user_id order by created, id) as place from recipients) placed group by user_id, email, language order by user_id limit ${MAX_RECIPIENTS_PER_CYCLE}`.execute(
    db,
  );
  return rows;
}

/** Records that a person gets a mail now. Returns false if another process just did. */
export async function claimMail(db: Executor, { user_id, until }: MailRecipient): Promise<boolean> {
  const { rows } = await sql`
    insert into approval_mails as m (user_id, told_until, sent_at) values (${user_id}, ${until}::timestamptz, now())
    on conflict (user_id) do update set told_until = excluded.told_until, sent_at = excluded.sent_at
      where m.sent_at < now() - make_interval(secs => ${MIN_MAIL_INTERVAL_SECONDS})
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Allows another mail to a person after a failed delivery. */
export async function releaseMail(db: Executor, { user_id }: MailRecipient): Promise<void> {
  await db.deleteFrom('approval_mails').where('user_id', '=', user_id).execute();
}

/** Returns one mail about all pending requests of a person. */
export function toApprovalMail({ count, named, language }: MailRecipient, publicUrl: string): MailMessage {
  const { waiting, formatTime: moment, preferences: whereChosen } = getMailTexts(language);
  const [only] = named;
  const isOne = count === 1 && only !== undefined;
  const formatRequest = ({ agent_name, project_name, kind, tool, expires_at }: MailedRequest) => {
    const what = waiting.kinds[kind](markHiddenCharacters(tool));
    const until = expires_at && moment(new Date(expires_at));
    return waiting.request(markHiddenCharacters(agent_name), markHiddenCharacters(project_name), what, until);
  };
  return {
    language,
    subject: isOne ? waiting.subject(only.agent_name) : waiting.subjectForMany(count),
    paragraphs: [
      count === 1 ? waiting.decisionNeeded : waiting.decisionsNeeded,
      ...named.map(formatRequest),
      ...(count > named.length ? [waiting.more(count - named.length)] : []),
    ],
    action: {
      label: count === 1 ? waiting.review : waiting.reviewMany,
      url: isOne ? `${publicUrl}/approvals/${only.id}` : `${publicUrl}/approvals`,
    },
    footnotes: [
      waiting.privacy,
      `${waiting.frequency(MIN_MAIL_INTERVAL_SECONDS / 60)} ${whereChosen(`${publicUrl}${MAIL_SETTINGS_PATH}`)}`,
    ],
  };
}

import { sql } from 'kysely';
import type { NotificationKind, NotificationMessage } from '../../notifications/contract.ts';
import { markHiddenCharacters } from '../../platform/hidden-text.ts';
import { getMailTexts, type MailLanguage } from '../../platform/mail/texts/index.ts';
import type { ApprovalKind } from '../contract.ts';

const NAME = 'approval_waiting';
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

/** Time up to which a digest names requests, as text with microseconds. */
interface Digest {
  /** End of the previous digest; null for the first one. */
  readonly since: string | null;
  readonly until: string;
}

/**
 * Pending requests that users can decide by their own role and have not decided. Budgets of a period belong to the
 * approvers of the project.
 */
const UNDECIDED = sql`
  select u.id as user_id, w.id, w.created, w.expires_at, w.kind, w.tool_name, w.agent_name, w.project_name from (
    select q.id, q.created, q.expires_at, q.org_id, q.project_id, q.agent_id, q.kind, q.approvers, q.tool_name, q.rule,
      a.name as agent_name, p.name as project_name
    from approval_requests q join agents a on a.id = q.agent_id join projects p on p.id = q.project_id and p.deleted_at is null
    where q.status = 'pending' and coalesce(q.expires_at > now(), true)
      and q.created < now() - make_interval(secs => ${MIN_REQUEST_AGE_SECONDS})
  ) w
  join role_grants g on g.subject_type = 'user' and g.role = any(w.approvers) and g.resource_id in (w.org_id, w.project_id, w.agent_id)
    and (g.resource_id <> w.agent_id or w.rule -> 'budget' ->> 'credit_budget_id' is null)
  join users u on u.id = g.subject_id and u.email_verified and not ${NAME} = any(u.muted_mails)
  where not exists (select from approval_decisions d where d.approval_request_id = w.id and d.subject = 'user:' || u.id)
  group by u.id, w.id, w.created, w.expires_at, w.kind, w.tool_name, w.agent_name, w.project_name`;

/** Digest of requests that wait for a user's decision: one mail about all that came since the previous one. */
export const approvalWaiting: NotificationKind<Digest> = {
  name: NAME,
  channels: ['mail'],
  isOptional: true,
  isLimited: false,
  maxAgeMs: 86_400_000,
  async collect({ trx, latest }) {
    const { rows } = await sql<Digest & { readonly user_id: string }>`
      select w.user_id, m.data ->> 'until' as since, max(w.created)::text as until
      from (${UNDECIDED}) w left join ${latest} m on m.user_id = w.user_id
      where m.user_id is null or (w.created > (m.data ->> 'until')::timestamptz
        and m.at < now() - make_interval(secs => ${MIN_MAIL_INTERVAL_SECONDS}))
      group by w.user_id, since order by w.user_id limit ${MAX_RECIPIENTS_PER_CYCLE}`.execute(trx);
    return rows.map(({ user_id: userId, since, until }) => ({
      key: `${userId} ${until}`,
      to: { userId },
      data: { since, until },
    }));
  },
  async compose({ db, config }, { user_id: userId, language, data: { since, until } }) {
    const { rows } = await sql<{ readonly count: number; readonly named: readonly MailedRequest[] | null }>`
      select count(*)::int as count, json_agg(json_build_object('id', id, 'agent_name', agent_name,
        'project_name', project_name, 'expires_at', expires_at, 'kind', kind, 'tool', tool_name)
        order by created, id) filter (where place <= ${MAX_REQUESTS_PER_MAIL}) as named
      from (select w.*, row_number() over (order by created, id) as place from (${UNDECIDED}) w
        where user_id = ${userId} and created <= ${until}::timestamptz
          and coalesce(created > ${since}::timestamptz, true)) placed`.execute(db);
    const { count = 0, named } = rows[0] ?? {};
    return named ? toApprovalMail({ count, named, language }, config.publicUrl) : undefined;
  },
};

/** Composes one message about all pending requests of a person. */
export function toApprovalMail(
  {
    count,
    named,
    language,
  }: { readonly count: number; readonly named: readonly MailedRequest[]; readonly language: MailLanguage },
  publicUrl: string,
): NotificationMessage {
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
      `${waiting.frequency(MIN_MAIL_INTERVAL_SECONDS / 60)} ${whereChosen(`${publicUrl}/settings/notifications`)}`,
    ],
  };
}

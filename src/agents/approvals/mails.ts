import { sql } from 'kysely';
import { MAIL_SETTINGS_PATH, wantsMail } from '../../identity/optional-mails.ts';
import type { Executor } from '../../platform/db/client.ts';
import { withHiddenMarked } from '../../platform/hidden-text.ts';
import type { Letter } from '../../platform/mail/templates.ts';
import { FOR_ANYBODY, type MailLanguage, mailWords } from '../../platform/mail/words/index.ts';
import type { ApprovalKind } from '../contract.ts';

/** Seconds a request waits before anybody is mailed: who follows the console decides much of it at once. */
const AFTER_SECONDS = 60;
/** Seconds between two such mails to one person; what comes meanwhile stands in the next. */
const EVERY_SECONDS = 900;
/** Requests that one mail names. */
const MOST_NAMED = 10;
/** People who are mailed in one round. */
const MOST_PEOPLE = 200;

/** A request as a mail names it: never with what the call is to be made with. */
interface Named {
  readonly id: string;
  readonly agent_name: string;
  readonly project_name: string;
  readonly kind: ApprovalKind;
  readonly tool: string;
  readonly expires_at: string | null;
}

/** Somebody for whom requests wait of which they were not told. */
export interface Waiting {
  readonly user_id: string;
  readonly email: string;
  readonly language: MailLanguage;
  readonly count: number;
  /** The newest of them was made then; to the microsecond, as text. */
  readonly until: string;
  readonly named: readonly Named[];
}

/**
 * People who may decide a request by a role that they hold themselves, on the agent or above it, and were not told of it.
 * A budget that bounds more than its run is the project's business.
 */
export async function untoldDeciders(db: Executor): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with waiting as (
      select q.id, q.created, q.expires_at, q.org_id, q.project_id, q.agent_id, q.kind, q.approvers, q.tool_name, q.rule,
        a.name as agent_name, p.name as project_name
      from approval_requests q join agents a on a.id = q.agent_id join projects p on p.id = q.project_id and p.deleted_at is null
      where q.status = 'pending' and coalesce(q.expires_at > now(), true)
        and q.created < now() - make_interval(secs => ${AFTER_SECONDS})
    ), told as (
      select distinct u.id as user_id, u.email, coalesce(u.language, ${FOR_ANYBODY}) as language, w.id, w.created, w.expires_at, w.kind, w.tool_name, w.agent_name, w.project_name from waiting w
      join role_grants g on g.subject_type = 'user' and g.role = any(w.approvers) and g.resource_id in (w.org_id, w.project_id, w.agent_id)
        and (g.resource_id <> w.agent_id or w.rule -> 'budget' ->> 'credit_budget_id' is null)
      join users u on u.id = g.subject_id and u.email_verified and ${wantsMail('approval_waiting', 'u')}
      left join approval_mails m on m.user_id = u.id
      where coalesce(w.created > m.told_until and m.sent_at < now() - make_interval(secs => ${EVERY_SECONDS}), true)
        and not exists (select from approval_decisions d where d.approval_request_id = w.id and d.subject = 'user:' || u.id)
    )
    select user_id, email, language, count(*)::int as count, max(created)::text as until,
      json_agg(json_build_object('id', id, 'agent_name', agent_name, 'project_name', project_name, 'expires_at', expires_at,
        'kind', kind, 'tool', tool_name) order by created, id) filter (where place <= ${MOST_NAMED}) as named
    from (select *, row_number() over (partition by user_id order by created, id) as place from told) placed group by user_id, email, language order by user_id limit ${MOST_PEOPLE}`.execute(
    db,
  );
  return rows;
}

/** Notes that somebody is told now; false where another process did so just before. */
export async function takeMailTo(db: Executor, { user_id, until }: Waiting): Promise<boolean> {
  const { rows } = await sql`
    insert into approval_mails as m (user_id, told_until, sent_at) values (${user_id}, ${until}::timestamptz, now())
    on conflict (user_id) do update set told_until = excluded.told_until, sent_at = excluded.sent_at
      where m.sent_at < now() - make_interval(secs => ${EVERY_SECONDS})
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Lets somebody be told again, whose mail did not go out. */
export async function returnMailTo(db: Executor, { user_id }: Waiting): Promise<void> {
  await db.deleteFrom('approval_mails').where('user_id', '=', user_id).execute();
}

/** The mail to somebody for whom requests wait: one for all of them. */
export function waitingLetter({ count, named, language }: Waiting, publicUrl: string): Letter {
  const { waiting, moment, whereChosen } = mailWords(language);
  const [only] = named;
  const isOne = count === 1 && only !== undefined;
  const sentenceOf = ({ agent_name, project_name, kind, tool, expires_at }: Named) => {
    const what = waiting.kinds[kind](withHiddenMarked(tool));
    const until = expires_at && moment(new Date(expires_at));
    return waiting.asks(withHiddenMarked(agent_name), withHiddenMarked(project_name), what, until);
  };
  return {
    language,
    subject: isOne ? waiting.subject(only.agent_name) : waiting.subjectOfMore(count),
    paragraphs: [
      count === 1 ? waiting.stopped : waiting.stoppedOfMore,
      ...named.map(sentenceOf),
      ...(count > named.length ? [waiting.more(count - named.length)] : []),
    ],
    action: {
      label: count === 1 ? waiting.look : waiting.lookOfMore,
      url: isOne ? `${publicUrl}/approvals/${only.id}` : `${publicUrl}/approvals`,
    },
    footnotes: [
      waiting.neverShown,
      `${waiting.every(EVERY_SECONDS / 60)} ${whereChosen(`${publicUrl}${MAIL_SETTINGS_PATH}`)}`,
    ],
  };
}

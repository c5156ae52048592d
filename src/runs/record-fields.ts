import type { Selectable } from 'kysely';
import Type from 'typebox';
import { databaseNow } from '../platform/clock.ts';
import { createMessageSchemas, MESSAGE_CODE } from '../platform/message-schemas.ts';
import { toMessage, toMessageFields } from '../platform/messages.ts';
import { FINISH_REASONS } from '../platform/models/finish.ts';
import { BoundedText, Id, Nullable, StringEnum, Timestamp } from '../platform/schemas.ts';
import { WAITING_KINDS, type WaitingFor as WaitingForRow } from './contract.ts';
import type { RunColumns } from './tables.ts';
import { waitMessages } from './wait-messages.ts';
import { toWaitingFor } from './waiting.ts';

/** Fields that records of all runs share. */

const { detail_code, detail_params } = createMessageSchemas('detail', '');

export const WaitingFor = Type.Object(
  {
    kind: StringEnum(WAITING_KINDS),
    since: Timestamp,
    until: Nullable(Timestamp),
    detail: Type.String({ description: 'English text about what the run waits for' }),
    detail_code,
    detail_params,
    provider: Type.Optional(Type.String({ description: 'Name of the unavailable provider, for kind `provider`' })),
    message: Type.Optional(Type.String({ description: 'Last message of the provider, for kind `provider`' })),
    attempts: Type.Optional(
      Type.Integer({ description: 'Number of failed attempts since the wait began, for kind `provider`' }),
    ),
  },
  { title: 'WaitingFor' },
);
export const RunError = Type.Object(
  {
    reason: Type.String(),
    message: Type.String({ description: 'English message' }),
    ...MESSAGE_CODE,
  },
  { title: 'RunError' },
);

/** Token counts with a separate price or without visible output. */
export const TokenParts = {
  cached_input_tokens: Type.Integer({ description: 'Input tokens read from the cache of the provider' }),
  cache_write_tokens: Type.Integer({ description: 'Input tokens written to the cache of the provider' }),
  reasoning_tokens: Type.Integer({ description: 'Output tokens used for reasoning' }),
};

export const Warnings = Type.Array(
  Type.Object(
    {
      type: Type.String({
        description:
          'Type. unsupported, compatibility, deprecated, other: a setting was omitted or changed; cut_off: the response is incomplete; missing_font: characters are not visible in a PDF.',
      }),
      setting: Nullable(Type.String({ description: 'Name of the setting in the package of the provider' })),
      message: Type.String(),
    },
    { title: 'ModelWarning' },
  ),
  { description: 'Warnings of successful model calls, without duplicates' },
);

/** Provider's reason why a response ended. */
export const FinishDetail = Nullable(
  Type.String({ description: 'Finish reason as the provider reports it. Null if it reports none.' }),
);

/** How a run's last response ended, and its sources. */
export const FINISH_FIELDS = {
  finish_reason: Nullable(
    StringEnum(FINISH_REASONS, {
      description:
        'Finish reason of the last model response. stop: complete; length: token limit reached; content-filter: stopped by the provider; refusal: the model declined; tool-calls; error: the provider failed; other. Null: no complete response.',
    }),
  ),
  finish_detail: FinishDetail,
  sources: Type.Array(
    Type.Object(
      { url: Nullable(Type.String()), title: Nullable(Type.String()) },
      { title: 'ModelSource', description: 'Page or document' },
    ),
    {
      description: 'Sources of the response that the provider cites, without duplicates',
    },
  ),
};

/** Whether the usage of a run is partly estimated. */
export const UsageEstimated = Type.Boolean({
  description: 'Whether tokens and credits are partly estimated because a provider did not report usage',
});

/** Usage in the last event of a run's stream. */
export const RunUsage = Type.Object({
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  charged_credits: Type.String(),
  estimated: UsageEstimated,
});

type Used = Pick<Selectable<RunColumns>, 'input_tokens' | 'output_tokens' | 'charged_credits' | 'usage_estimated'>;

/** Usage of a row. */
export function toUsage({ input_tokens, output_tokens, charged_credits, usage_estimated }: Used) {
  const total_tokens = input_tokens + output_tokens;
  return { input_tokens, output_tokens, total_tokens, charged_credits, estimated: usage_estimated };
}

/** Number of feedback entries of a run. */
export const FeedbackCount = Type.Integer({ description: 'Number of feedback entries' });

/** Filters for runs with feedback. */
export const FEEDBACK_FILTERS = {
  feedback_name: Type.Optional(BoundedText(60, { description: 'Name of a score that the runs have' })),
  feedback_value: Type.Optional(
    BoundedText(100, {
      description: 'Score that the runs have, such as `0.5`, `true` or `friendly`',
    }),
  ),
};

/** Origin of a run. */
export const STARTED_BY = {
  created_by: Type.String({
    description:
      'Subject that started the run, as `<subject_type>:<subject_id>`: a user, or the project of an OAuth client',
  }),
  trigger_type: Type.String({
    description: 'Trigger: api, mcp (MCP server), task_agent (called by an agent), webhook, schedule or eval',
  }),
  trigger_id: Nullable(Type.String({ format: 'uuid', description: 'ID of the trigger or eval that started the run' })),
};
/** Returns the starter of a run as its record shows it. */
export function toStarter(run: Pick<Selectable<RunColumns>, 'created_by_type' | 'created_by'>): string {
  return `${run.created_by_type}:${run.created_by}`;
}
/** Filters by the origin of a run. */
export const STARTED_BY_FILTERS = {
  trigger_type: Type.Optional(BoundedText(40)),
  trigger_id: Type.Optional({ ...Id, description: 'ID of the trigger or eval that started the runs' }),
};

/** Task or agent of a run, also after its deletion. */
export const RunOf = Type.Object({ id: Id, name: Type.String(), deleted: Type.Boolean() });

/** Milliseconds after which a run without progress counts as waiting for a worker. */
const WORKER_LATE_MS = 5000;

/** Why a run does not move: its stored reason, or no worker started or continues it. */
export function getWaitingFor(run: {
  readonly status: string;
  readonly created: Date;
  readonly waiting_for: WaitingForRow | null;
  readonly without_worker: Date | null;
}) {
  const queued = run.status === 'queued';
  const since = queued ? run.created : run.without_worker;
  if (run.waiting_for !== null || since === null || databaseNow() - since.getTime() < WORKER_LATE_MS)
    return toWaitingForRecord(run.waiting_for);
  const detail = queued ? waitMessages.wait_not_started : waitMessages.wait_no_worker;
  return toWaitingForRecord({ ...toWaitingFor('worker', detail), since: since.toISOString() });
}

/** Returns a stored wait in its wire form. */
export function toWaitingForRecord(waiting: WaitingForRow | null) {
  if (waiting === null) return null;
  const { detail, ...rest } = waiting;
  return { ...rest, ...toMessageFields('detail', toMessage(detail)) };
}

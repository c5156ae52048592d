import type { Selectable } from 'kysely';
import Type from 'typebox';
import { databaseNow } from '../platform/clock.ts';
import { FINISH_REASONS } from '../platform/models/finish.ts';
import { BoundedText, Id, Nullable, StringEnum, Timestamp } from '../platform/schemas.ts';
import { WAITING_KINDS, type WaitingFor as WaitingForRow } from './contract.ts';
import type { RunColumns } from './tables.ts';

/** What records of runs have in common, as they are shown. */

export const WaitingFor = Type.Object(
  {
    kind: StringEnum(WAITING_KINDS),
    since: Timestamp,
    until: Nullable(Timestamp),
    detail: Type.String(),
    provider: Type.Optional(Type.String({ description: 'provider that is away, of the kind `provider`' })),
    message: Type.Optional(Type.String({ description: 'what the provider said last, of the kind `provider`' })),
    attempts: Type.Optional(
      Type.Integer({ description: 'number of attempts that failed since the wait began, of the kind `provider`' }),
    ),
  },
  { title: 'WaitingFor' },
);
export const RunError = Type.Object(
  {
    reason: Type.String(),
    message: Type.String({ description: 'English text' }),
    code: Type.Optional(Type.String({ description: 'stable code of the message, to translate it by' })),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'values in the message, by name' }),
    ),
  },
  { title: 'RunError' },
);

/** The tokens of a run that are counted apart, because they cost otherwise or are not seen. */
export const TokenParts = {
  cached_input_tokens: Type.Integer({ description: "those of the input that came from a provider's cache" }),
  cache_write_tokens: Type.Integer({ description: 'those of the input that went into it' }),
  reasoning_tokens: Type.Integer({ description: 'those of the output that were thinking' }),
};

export const Warnings = Type.Array(
  Type.Object(
    {
      type: Type.String({
        description:
          'unsupported, compatibility, deprecated or other: what was left out of a model call or changed; cut_off: the answer is not whole; missing_font: characters can not be seen in a PDF',
      }),
      setting: Nullable(Type.String({ description: "what it is about, as the provider's package calls it" })),
      message: Type.String(),
    },
    { title: 'ModelWarning' },
  ),
  { description: "what is to be known of the run's model calls, though they were answered; each once" },
);

/** Why an answer ended, in the words of a provider. */
export const FinishDetail = Nullable(
  Type.String({ description: "the provider's own word for it, and what it says beside; null where it says nothing" }),
);

/** How a run's last answer ended, and what it stands on. */
export const FINISHED = {
  finish_reason: Nullable(
    StringEnum(FINISH_REASONS, {
      description:
        "why the model's last answer ended. stop: it was done; length: it reached the most tokens that it may have; content-filter: its provider ended it; refusal: the model declined; tool-calls; error: the provider broke it off; other. null: no answer came to an end",
    }),
  ),
  finish_detail: FinishDetail,
  sources: Type.Array(
    Type.Object(
      { url: Nullable(Type.String()), title: Nullable(Type.String()) },
      { title: 'ModelSource', description: 'a page or a document' },
    ),
    {
      description:
        "what the model's provider names as what the answer stands on: searches and citations of its own; each once",
    },
  ),
};

/** Whether what a run has used is a guess in part. */
export const UsageEstimated = Type.Boolean({
  description:
    'whether a part of tokens and credits is estimated: a provider did not count them, or a model call ended before it did',
});

/** What the end of a run's stream says that it used. */
export const RunUsage = Type.Object({
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  charged_credits: Type.String(),
  estimated: UsageEstimated,
});

type Used = Pick<Selectable<RunColumns>, 'input_tokens' | 'output_tokens' | 'charged_credits' | 'usage_estimated'>;

/** The same of a row. */
export function usageOf({ input_tokens, output_tokens, charged_credits, usage_estimated }: Used) {
  const total_tokens = input_tokens + output_tokens;
  return { input_tokens, output_tokens, total_tokens, charged_credits, estimated: usage_estimated };
}

/** How much feedback a run has. */
export const FeedbackCount = Type.Integer({ description: 'pieces of feedback on it' });

/** Filters that keep runs with feedback. */
export const FEEDBACK_FILTERS = {
  feedback_name: Type.Optional(BoundedText(60, { description: 'keeps runs with feedback of this name' })),
  feedback_value: Type.Optional(
    BoundedText(100, {
      description: 'keeps runs with such a score, of that name where one is given: `0.5`, `true`, `friendly`',
    }),
  ),
};

/** What started a run. */
export const STARTED_BY = {
  trigger_type: Type.String({ description: 'api, task_agent (it answers an agent’s call), webhook, schedule or eval' }),
  trigger_id: Nullable(Type.String({ format: 'uuid', description: 'the trigger, or the eval, that started it' })),
};
/** Filters that keep runs of the same start. */
export const STARTED_BY_FILTERS = {
  trigger_type: Type.Optional(BoundedText(40)),
  trigger_id: Type.Optional({ ...Id, description: 'keeps runs that this trigger, or this eval, started' }),
};

/** The task or agent that a run is of; its runs stay readable once it is deleted. */
export const RunOf = Type.Object({ id: Id, name: Type.String(), deleted: Type.Boolean() });

/** Milliseconds after which a run that does not move is said to wait for a worker. */
const WORKER_LATE_MS = 5000;

/** Why a run is not moving: what was stored, or that no worker has taken it up or is there to go on with it. */
export function whyWaiting(run: {
  readonly status: string;
  readonly created: Date;
  readonly waiting_for: WaitingForRow | null;
  readonly without_worker: Date | null;
}): WaitingForRow | null {
  const queued = run.status === 'queued';
  const since = queued ? run.created : run.without_worker;
  if (run.waiting_for !== null || since === null || databaseNow() - since.getTime() < WORKER_LATE_MS)
    return run.waiting_for;
  const detail = queued ? 'no worker has taken the run up yet' : 'no worker is there; the run goes on when one is';
  return { kind: 'worker', since: since.toISOString(), until: null, detail };
}

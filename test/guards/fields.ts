import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The proof of each body or query field: a test that would fail without it, or its rejection. */
export type Row =
  /** `file › name` of a test whose text contains the field, or else the given word. */
  | string
  | { readonly test: string; readonly word: string }
  /** A value with an unknown reference: a 422 names the field. It covers nested fields. */
  | { readonly refused: unknown };

type Fields = Readonly<Record<string, Row>>;

/** Rows by operation, or by several operations with the same fields; `*` matches any part of an id. */
type Table = readonly (readonly [operations: readonly string[], fields: Fields])[];

const ROOT = new URL('../..', import.meta.url).pathname;

/** Path of a test file in either tier. */
export function findTestFile(folder: string, name: string): string {
  const tiers = ['test', 'test/long'].map((tier) => `${tier}/${folder}/${name}.test.ts`);
  return tiers.find((path) => existsSync(join(ROOT, path))) ?? `no ${folder}/${name}.test.ts`;
}

const api = (file: string, name: string) => `${findTestFile('api', file)} › ${name}`;
const config = (name: string) => api('project-config', name);
/** An id without a resource. */
const NO_ID = '01920000-0000-7000-8000-000000000000';
const promise = (file: string, name: string) => `${findTestFile('promises', file)} › ${name}`;
const each = (names: readonly string[], row: (name: string) => Row, toPath = (name: string) => name): Fields =>
  Object.fromEntries(names.map((name) => [toPath(name), row(name)]));
const openAi = (name: string) => api('openai-parameters', name);
const OPENAI_SETTINGS = openAi('with settings must equal those of the revision');
const OPENAI_HISTORY = openAi('with the history of another model become text');
const OPENAI_FORMATS = openAi('with a format are checked, and repeated by a response');
const OPENAI_NEUTRAL = openAi('without effect are accepted only with the value that they have anyway');
const OPENAI_STORED = api('openai', 'lists its input items, and is read with parameters that have an effect only');
const OPENAI_REPEATED = api('openai-items', 'has fields of messages in its parts, and phases without a value');
const OPENAI_FORMAT = ['.name', '.description', '.schema', '.strict'];

const PAGES = each(['cursor', 'page_limit'], (name) => ({
  test: api('pagination', 'are sorted newest first, without gap or repeat'),
  word: name === 'cursor' ? 'next_cursor' : name,
}));

const guardrail = (name: string) => api('guardrails', name);
const metadata = (name: string) => api('metadata', name);
const version = (name: string) => api('document-versions', name);
const SEARCH_FILTERS = ['filters', 'filters.tags', 'filters.sources', 'filters.document_ids', 'filters.metadata'];
/** The filters are those of queries, read by the same function; each place shows one of them. */
const filtersOf = (prefix: string, name: string) =>
  each(
    SEARCH_FILTERS.map((field) => prefix + field),
    () => ({ test: metadata(name), word: 'metadata' }),
  );
const GUARDED: Fields = {
  guardrails: guardrail('are stored in a revision with their action, and kept by an update that omits them'),
  'guardrails.input': guardrail('is blocked before any model request, and reports the rule but not the secret'),
  'guardrails.output': guardrail('returns masked text, or no text'),
  ...each(
    ['input', 'output'].flatMap((direction) =>
      ['guardrail', 'action', 'config'].map((name) => `guardrails.${direction}[].${name}`),
    ),
    () => guardrail('are stored in a revision with their action, and kept by an update that omits them'),
  ),
};

const SETTINGS = [
  'temperature',
  'max_tokens',
  'top_p',
  'top_k',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stop',
  'reasoning_effort',
  'verbosity',
  'service_tier',
  'prompt_cache_key',
  'min_p',
  'repetition_penalty',
];
/** Settings that no test model supports: unit tests check them for the adapters of other providers. */
const UNIT_TESTED_SETTINGS = [
  'reasoning_summary',
  'thinking_budget',
  'include_thoughts',
  'prompt_caching',
  'prompt_cache_ttl',
  'inference_geo',
  'safety_threshold',
  'media_resolution',
];
/** Settings of images and speech, by the test that uses them. */
const MEDIA: Readonly<Record<string, string>> = {
  size: 'gets it from its model, charges its price and stores it as a file of the run',
  quality: 'gets it from its model, charges its price and stores it as a file of the run',
  voice: 'speaks its text, charges by characters and stores the recording',
  speed: 'speaks its text, charges by characters and stores the recording',
  audio_format: 'speaks its text, charges by characters and stores the recording',
};
const SENT_SETTING = 'test/guards/fields.test.ts › reach the provider, including those of the fallback model';
const modelSettings = (name: string) => `test/unit/model-settings.test.ts › ${name}`;
const settings = (field: string): Fields => ({
  [field]: SENT_SETTING,
  ...each(
    SETTINGS.map((name) => `${field}.${name}`),
    () => SENT_SETTING,
  ),
  ...each(
    UNIT_TESTED_SETTINGS.map((name) => `${field}.${name}`),
    () => modelSettings('of %s are sent to %s under its own names'),
  ),
  ...each(
    Object.keys(MEDIA).map((name) => `${field}.${name}`),
    (name) => api('task-media', MEDIA[name.split('.').at(-1) ?? ''] ?? ''),
  ),
  [`${field}.aspect_ratio`]: 'test/unit/models-media.test.ts › are sent under the names of each provider',
  [`${field}.parallel_tool_calls`]: modelSettings('that need tools are rejected if a call has none'),
  [`${field}.top_k`]: modelSettings('that %s would ignore are rejected by name, and only those'),
});

const TRIGGER_FILTER = api('filters', 'are filtered by trigger and trigger type, and show the trigger on request');
const schedule = (name: string) => api('schedules', name);
const PAUSED_SCHEDULE = schedule(
  'stops while paused, counts from now when resumed, and uses a new expression from its update on',
);
const PREVIEW = schedule('can be previewed before creation, with an error for the invalid field');
const INVALID_SCHEDULE = schedule('rejects invalid values with the field and the rule');
const AGENT_SCHEDULE = schedule('runs its agent with the message and the pinned revision');
const ALL_EVENTS = schedule('are listed by status, type and target');
const hook = (name: string) => api('webhooks', name);
const task = (name: string) => api('tasks', name);
const exclusion = (field: string): Fields => ({
  [field]: api(
    'model-exclusions',
    'names a model by id, name or alias, a provider or a vendor, and is listed and deleted',
  ),
  reason: api('model-exclusions', 'exists once: a repeat returns it, and changes only a given reason'),
});
const taskRun = (name: string) => api('task-runs', name);
const taskRevision = (name: string) => api('task-revisions', name);
const reportingGroup = (name: string) => api('reporting-groups', name);
const report = (name: string) => api('reports', name);
const share = (name: string) => api('shares', name);
const gate = (name: string) => api('release-gate', name);
const GATE = gate('blocks a revision until the newest eval of the set has passed, and names what is missing');
const feedback = (name: string) => api('feedback', name);
const credits = (name: string) => api('credits', name);
const evaluation = (name: string) => api('evals', name);
const EVALUATED = evaluation(
  'compares a candidate with past runs: each case with its verdict and both runs, and their totals',
);
const EVAL_SET = evaluation('is created, read, listed, changed field by field and deleted, and accepts no other runs');
const GIVEN_CASES = evaluation('compares given cases with their expected output, and marks cases that have none');
const ADDED_CASE = evaluation('accepts an additional case, which replaces an existing one if it names it');
const STUBBED = evaluation('skips a case whose call has no recorded result, unless a stub provides one');
const REPLAYED = evaluation('replays calls with side effects from the past run, and executes none');
/** Its test iterates over the field names by kind of run. */
const FEEDBACK_TARGET = {
  test: feedback('is found across the project by run, name, author and time, and filters runs'),
  word: 'Object.entries(ids)',
};
const FEEDBACK_FILTER = feedback('is found across the project by run, name, author and time, and filters runs');
const SHARED_PAGE = share('is a link that opens as a page, JSON or YAML, as Accept requests, without ids and secrets');
const SHARES = share('are listed by status, by target and by name');
const taskAbility = (name: string) => api('task-abilities', name);
const agentRun = (name: string) => api('agent-runs', name);
const agentSkill = (name: string) => api('agent-skills', name);
const agentTool = (name: string) => api('agent-tools', name);
const integration = (name: string) => api('integrations', name);
const integrationCall = (name: string) => api('integration-calls', name);
const forwarder = (name: string) => api('forwarders', name);
const policy = (name: string) => api('approvals', name);
const ASSIGNED = api(
  'approval-inbox',
  'shows everyone its assignee, filters the list by assigned_to and assigned, and is reported to followers',
);
const COMMENTED = api(
  'approval-inbox',
  'is read by everyone who sees the request, with its author, and changes nothing of what is approved',
);
const INBOX_VIEWS = api('approval-inbox', 'a user stores named inbox_views, each name once');

const tag = (name: string) => api('tags', name);
const TAG_FILTER = tag('are added to and removed from many at once, idempotently, and find their resources');
const TAGGED = tag(
  'can be set on the resource by name or id: new names become tags, and the list replaces the previous one',
);

const retrieval = (name: string) => api('retrieval', name);
const RETRIEVAL_LIMITS = ['retrieval_mode', 'max_retrieval_steps', 'max_retrieval_credits'];
const taskRag = (name: string) => api('task-rag', name);
const RAG = {
  test: taskRag('gives its model the retrieved chunks after the variable, marked as data, and shows them on the run'),
  word: 'asking(collection, {',
};
const EXTRACTED = {
  test: api(
    'task-processors',
    'replaces the variable with the text of the file for the model, and does not send the file',
  ),
  word: 'extractor({ filename',
};

const TASK: Fields = {
  name: task('filters by part of the name and by creator, and omits tests'),
  enabled: taskRun('of a disabled task returns 409 and creates no run'),
  description: task('stores every given field'),
  annotation: task('stores every given field'),
  tags: TAGGED,
  test: task('filters by part of the name and by creator, and omits tests'),
  task_run_visibility: api(
    'run-visibility',
    'stays hidden as a task run with its files, lists and stop, except from the person who started it',
  ),
  system_prompt: taskRun('sends the model its prompts and settings with the key of its provider'),
  user_prompt: taskRun('without all prompt variables returns a 422 that names each missing one, and creates no run'),
  llm_model_id: taskAbility('runs only with files that its model supports, whatever type they claim'),
  fallback_llm_model_id: taskRun('is replaced by the fallback model, with its own settings'),
  ...settings('llm_config'),
  ...settings('fallback_llm_config'),
  max_wait: promise('waiting-for', 'fails the runs that have waited for the maximum time of their model or revision'),
  output_format: api('revisions', 'belongs to the revision: an update changes neither active revisions nor runs'),
  output_modality: taskAbility('with CSV output requests it, retries on prose, and fails without CSV'),
  file_input_mode: taskRun('%s (%s) return 422 and create no run'),
  image_required: taskRun('with a duplicate name, in a wrong form field, or missing for a required image return 422'),
  optimise_images: taskAbility('sends text files to its model as text, and scales down large images by default'),
  revision_tags: taskRun('is the one requested by id or by tag, active or not'),
  public: api(
    'public-tasks',
    'can be seen and run by every user, who sees only their own runs and nothing else of its project',
  ),
  exposed_to_agents: api(
    'public-tasks',
    'shows its purpose and its input, but no prompt, to anyone with the key of its project',
  ),
  access_token: { refused: 'token' },
  rotate_access_token: api(
    'public-tasks',
    'cannot be chosen, nor requested for a private task; a record sent back unchanged changes nothing',
  ),
  tool_choice: api(
    'task-tools',
    'calls none if the choice is none, and does not offer those disabled since it was saved',
  ),
  integration_tool_ids: api('task-tools', 'can be one of an integration, by its id'),
  task_mcp_tool_ids: api('task-tools', 'must belong to this project, be enabled and have a usable connection'),
  ...each(['input_processors', 'input_processors[].param_name', 'input_processors[].input_processor'], () => EXTRACTED),
  'input_processors[].config': EXTRACTED,
  ...GUARDED,
  rag: RAG,
  ...each(['rag.collection_id', 'rag.rag_param', 'rag.rag_config'], () => RAG),
  'rag.rag_config.final_k': taskRag(
    'final_k limits the retrieved chunks, and max_context_chunks limits those that the model gets',
  ),
  'rag.rag_config.max_context_chunks': taskRag(
    'final_k limits the retrieved chunks, and max_context_chunks limits those that the model gets',
  ),
  'rag.rag_config.candidate_k': taskRag('candidate_k limits the candidates of each search method'),
  'rag.rag_config.max_context_tokens': taskRag(
    'max_context_tokens limits the context: long chunks are dropped, or truncated if there are no others',
  ),
  'rag.rag_config.include_sources': taskRag(
    'include_sources shows the chunks on the run, and nothing shows them without it',
  ),
  'rag.rag_config.context_instruction': taskRag('context_instruction replaces the default text before the chunks'),
  'rag.rag_config.rewrite_mode': taskRag(
    'rewrite_mode query lets the model write the query, which is searched and shown on the run; none does not',
  ),
  ...each(
    RETRIEVAL_LIMITS.map((name) => `rag.rag_config.${name}`),
    () => retrieval('prepares the context of a task, which pays for its steps'),
  ),
  'rag.rag_config.passage_context': retrieval(
    'does not repeat chunks that are results, and is in the prompt of a task',
  ),
  'rag.rag_config.rerank_model': retrieval(
    'of a task sorts its chunks, and of a project those of every search that names none',
  ),
  ...filtersOf('rag.rag_config.', 'restricts the context of a task, which fails if the field was removed'),
  task_forwarder_id: forwarder('accepts only a forwarder of its project that its author can see'),
};

const ACTIVE_REVISIONS = taskRun('is selected among the active ones by weight');
const WEIGHTS = each(
  ['active_revisions', 'active_revisions[].task_revision_id', 'active_revisions[].weight'],
  () => ACTIVE_REVISIONS,
);

const AGENT: Fields = {
  tags: TAGGED,
  name: api('revisions', 'keeps concurrent changes of others'),
  description: api('agents', 'stores every field, and finds its models by name or alias in any case'),
  ...GUARDED,
  instruction: agentRun('sends the model its instruction, the message and the tools of its revision'),
  task_agent_run_visibility: agentRun('hides runs, their events and their requests from users whom the agent excludes'),
  exposed_to_agents: api(
    'mcp-endpoint',
    'are the exposed tasks and agents that the caller can run, in both protocol revisions',
  ),
  llm_model_id: taskAbility('gets no tools with a model that supports none, and rejects them'),
  fallback_llm_model_id: agentRun('is replaced by the fallback model, at the price of that model'),
  ...settings('llm_config'),
  max_wait: promise('waiting-for', 'fails the runs that have waited for the maximum time of their model or revision'),
  mode: api('revisions', 'belongs to the revision: an update changes neither active revisions nor runs'),
  tool_choice: agentRun('follow the tool_choice of the agent: %s'),
  max_turns: agentRun('stop together with the run when it reaches its turn limit'),
  max_credits: {
    test: promise('budget', 'pauses before the next model call and asks a person, who sees what was spent'),
    word: 'budget',
  },
  memory_strategy: { refused: 'compaction' },
  memory_config: agentRun('is cut to the message limit of its agent, and never separates a call from its result'),
  'memory_config.max_events': agentRun(
    'is cut to the message limit of its agent, and never separates a call from its result',
  ),
  task_tools: agentRun('runs its tasks in order, each on the output of the previous one, without a model of its own'),
  'task_tools[].task_id': agentRun(
    'runs its tasks in order, each on the output of the previous one, without a model of its own',
  ),
  'task_tools[].is_output_formatter': agentRun('adds the final message in the format of its task, next to the output'),
  agent_tools: agentTool('are stored as given, belong to the revision, and appear in the audit log'),
  'agent_tools[].task_agent_id': agentTool(
    'must belong to the project, and a pinned revision must belong to the agent',
  ),
  'agent_tools[].task_agent_revision_id': agentTool(
    'uses the revision active at the call, or the pinned one, and a run keeps its first revision',
  ),
  skills: agentSkill('lists them to the model, which loads one by name and gets a list of its files'),
  'skills[].skill_id': agentSkill('lists them to the model, which loads one by name and gets a list of its files'),
  'skills[].skill_revision_id': agentSkill(
    'uses the pinned skill revision, or the one active at the start of the run, despite later changes',
  ),
  integrations: integrationCall('is attached by users who can use it, with tools that it has'),
  ...each(['integrations[].project_integration_id', 'integrations[].allowed_tool_ids'], () =>
    integrationCall('is attached by users who can use it, with tools that it has'),
  ),
  ...each(['mcp_servers', 'mcp_servers[].task_mcp_server_id', 'mcp_servers[].allowed_tool_ids'], () =>
    api('mcp-servers', 'can use servers of the project, completely or tool by tool, once each'),
  ),
  ...each(
    [...RETRIEVAL_LIMITS, 'passage_context'].map((name) => `collections[].${name}`),
    () => retrieval('answers the search of an agent, by the settings of its attachment'),
  ),
  ...filtersOf('collections[].', 'of an attachment holds for all calls of an agent, whose model can add its own'),
  ...each(['collections', 'collections[].collection_id'], () => ({
    test: api(
      'agent-collections',
      'is offered one search tool per collection, named after its title and summary, and one read tool',
    ),
    word: 'collections: toAttachments(',
  })),
  builtin_tools: agentRun('sends the model its instruction, the message and the tools of its revision'),
  approval_policy: { test: policy('requests approval for every call if its default is always'), word: 'default' },
  'approval_policy.default': policy('requests approval for every call if its default is always'),
  'approval_policy.rules': policy('applies the first rule that matches a name or a glob before its default'),
  'approval_policy.rules[].tool': policy('applies the first rule that matches a name or a glob before its default'),
  'approval_policy.rules[].mode': policy('applies the first rule that matches a name or a glob before its default'),
  'approval_policy.rules[].tool_type': policy('supports rules for one type of tools'),
  'approval_policy.rules[].on_reject': policy('fails the run on a rejection if the rule says fail'),
  'approval_policy.rules[].expires_in': {
    test: policy('happens without a decision, informs the model, and rejects late decisions'),
    word: 'expired',
  },
  'approval_policy.rules[].approvers': policy('is decided by owners and editors only, unless the rule names others'),
  'approval_policy.rules[].approvals_needed': policy('waits for as many different people as its rule requires'),
  'approval_policy.idempotent': promise(
    'unclear-effects',
    'is sent again with the same key if its tool is marked as idempotent, and asks nobody',
  ),
};

/** The fields of an approval floor, which are those of an agent's policy. */
const APPROVAL_FLOOR: Fields = each(
  [
    'default',
    'rules',
    'rules[].tool',
    'rules[].tool_type',
    'rules[].mode',
    'rules[].on_reject',
    'rules[].expires_in',
    'rules[].approvers',
    'rules[].approvals_needed',
    'idempotent',
  ].map((name) => `approval_floor.${name}`),
  () => ({
    test: api('approval-gates', 'applies to existing revisions, and each request shows which scope set it'),
    word: 'APPROVAL_FLOOR',
  }),
);

const ORGANIZATION: Fields = {
  ...APPROVAL_FLOOR,
  name: api('organizations', 'is updated by editors in every given field, and keeps omitted ones'),
  contact_email: api(
    'account',
    'an organization that enabled it gets one mail when its credits run low, and another after a top-up',
  ),
  low_credit_alerts: api(
    'account',
    'an organization that enabled it gets one mail when its credits run low, and another after a top-up',
  ),
  approval_floor: api('approval-gates', 'of an organization applies to all of its projects, in addition to their own'),
  public_metadata: api('organizations', 'show no account to outsiders'),
  usage_based_pricing_enabled: api(
    'account',
    'an organization with usage-based pricing can owe up to the configured limit',
  ),
  publishing_enabled: api('public-tasks', 'is available to members only while its organization disallows public tasks'),
  sharing_enabled: api('shares', 'shows nothing while its organization disables links, and works again afterwards'),
  ...each(
    ['auto_topup_config', 'auto_topup_config.enabled', 'auto_topup_config.threshold', 'auto_topup_config.amount'],
    () =>
      api(
        'account',
        'an organization requests credits once each time that it falls below its threshold, and receives them once',
      ),
  ),
  ...each(['plan', 'plan_status', 'plan_interval', 'trial_ends_at'], () =>
    api('account', 'an organization is put on a plan by administrators only, which ends its trial'),
  ),
};

const CLIENT: Fields = {
  name: api('oauth-clients', 'is updated field by field'),
  grant_types: api(
    'oauth-grants',
    'that is revoked by a new address keeps the tokens that the client requested for itself',
  ),
  redirect_uris: api('oauth-clients', 'with redirect addresses uses the code flow'),
  scopes: api('oauth-server', 'of a restricted client never grant more, also without a requested scope'),
  pkce_required: api(
    'oauth-server',
    'requires PKCE, also from a client with a secret, and accepts only the right verifier',
  ),
  pkce_challenge_method: { refused: 'plain' },
  token_endpoint_auth_method: api('oauth-clients', 'without a secret has none'),
  access_token_type: { refused: 'jwt' },
  profile: api('oauth-grants', 'is requested on a page that shows the client’s own profile'),
};

const document = (name: string) => api('documents', name);
const source = (name: string) => api('knowledge-sources', name);
const INVALID_SOURCE = source('rejects invalid settings before it is created');
const SOURCE_SCHEDULE = source('is synced by its schedule, once for all missed times, unless it is paused');
const REPEATED_REMOVAL = source('removes withheld documents after a second equal listing only where it allows that');
const DECIDED_REMOVAL = source('that lacks many documents keeps them until an editor decides about that very list');
const LATE_SOURCE = source('that misses its freshness goal is late and says why');
const CRAWLED = source('is crawled within the configured paths and page limit into the configured collections');
const CRAWL: Fields = {
  ...each(['max_pages', 'include_paths', 'exclude_paths', 'collection_ids', 'strategy'], () => CRAWLED),
  max_crawl_depth: source('fetches linked pages and pages of the sitemap once each, as robots.txt allows'),
};
const REPOSITORY = source('is read file by file from its branch, and changed files are read again after a commit');
const BUCKET = source('is listed page by page, and only objects with a changed ETag are read again');
const collection = (name: string) => api('collections', name);
const query = (name: string) => api('queries', name);
const mcp = (name: string) => api('mcp-servers', name);
const mcpAuth = (name: string) => api('mcp-authorization', name);
const signIn = (name: string) => api('sign-in', name);
const SIGN_UP = signIn('creates an account after the mailed link was followed, with the password chosen there');
const RESET = signIn('is reset once with the mailed link, which ends all sessions');
const PASSWORD = api('sessions', 'can be changed by a user who knows it, which signs out all other browsers');
const PICTURE = { test: api('users', 'has a picture with a new address after each change'), word: 'avatar' };
const PROFILE = api('users', 'changes given fields and keeps the rest, including address and permissions');
const IAM = api('iam', 'of every securable resource are added, listed, read, changed and removed in the same way');
const RUN_FILTERS = agentRun('support every filter, per agent and per project');
const FAILED = api('filters', 'are filtered by the type of a failed tool');
const QUEUE = policy('show the requests of a project and of an agent, newest first, with every filter');
const AUDITED = api('audit', 'returns events that match its filters, also with several types');
const TRIED = api('filters', 'list revisions of one tag, and include revisions created for tests only on request');
const RUNS = taskRun('filter by task, revision, outcome and time');
const FILES = taskRun('come as base64 in JSON, reach the model and can be downloaded');

export const FIELDS: Table = [
  [
    [
      'task_run.create',
      'task_run.events',
      'task_agent_run.create',
      'task_agent_run.events',
      'task_agent_run.resume',
      'approval_request.resume',
    ],
    {
      error_event: api('task-streams', 'can send its error under another name than that of EventSource, on request'),
    },
  ],
  [
    ['task_run.create', 'task_agent_run.create'],
    { revision: { test: taskRun('is the one requested by id or by tag, active or not'), word: '?revision=' } },
  ],
  [
    ['task_agent_run.list', 'task_agent_run.list_project'],
    { chaos_enabled: agentRun('support every filter, per agent and per project') },
  ],
  [
    ['approval_request.approve'],
    {
      expires_at: policy(
        'lapses if the call has not started in time: the model is informed, and the ledger blocks the call',
      ),
    },
  ],
  [
    ['task_forwarder.create', 'task_forwarder.update'],
    each(['config_sensitive', 'config_sensitive.signing_key'], () =>
      forwarder('accepts the alternative field names of other clients for its address and secret'),
    ),
  ],
  [
    ['task_mcp_server.discover'],
    { url: mcp('are shown before its creation and start enabled as shown; later ones must be allowed') },
  ],
  [['user.update'], { subscribed_to_newsletter: { refused: true } }],
  [['*'], PAGES],
  [
    ['*.tag.create', '*.tag.update'],
    {
      ...each(['name', 'description'], () =>
        tag('are created with a name alone, read as created, and updated field by field'),
      ),
      parent_id: tag('never form a cycle, even under concurrent moves'),
    },
  ],
  [
    ['*.tag.add', '*.tag.remove'],
    each(['entities'], () =>
      tag('cannot be added to a missing resource: of another type, deleted, or of another tenant'),
    ),
  ],
  [['task.create', 'task.update'], TASK],
  [['task.update'], WEIGHTS],
  [
    ['task.list'],
    {
      ...each(['name', 'created_by_me', 'include_tests'], () =>
        task('filters by part of the name and by creator, and omits tests'),
      ),
      tag_id: TAG_FILTER,
    },
  ],
  [
    ['*.eval_set.create', '*.eval_set.update'],
    {
      ...each(['name', 'description', 'cases', 'scorers', 'scorers[].scorer'], () => EVAL_SET),
      'scorers[].config': evaluation('is rejected if it is empty, too large or has nothing to compare with'),
      'cases[].reference_run_id': GIVEN_CASES,
      'cases[].name': GIVEN_CASES,
      'cases[].expected': GIVEN_CASES,
    },
  ],
  [['task.eval_set.create', 'task.eval_set.update'], { task_run_ids: EVAL_SET, 'cases[].task_input': EVAL_SET }],
  [
    ['task_agent.eval_set.create', 'task_agent.eval_set.update'],
    {
      task_agent_run_ids: REPLAYED,
      ...each(
        [
          'message',
          'expected_calls',
          'expected_calls[].tool_name',
          'expected_calls[].arguments',
          'expected_calls[].must',
          'stubs',
          'stubs[].tool_name',
          'stubs[].arguments',
          'stubs[].result',
          'stubs[].outcome',
        ].map((name) => `cases[].${name}`),
        () => STUBBED,
      ),
    },
  ],
  [['*.eval_set.list'], { limit: EVAL_SET }],
  [['*.eval_run.list'], { limit: EVALUATED }],
  [['*.eval_case.create'], each(['name', 'reference_run_id', 'expected', 'replaces'], () => ADDED_CASE)],
  [['task.eval_case.create'], { task_input: ADDED_CASE }],
  [
    ['task_agent.eval_case.create'],
    each(
      [
        'message',
        'expected_calls',
        'expected_calls[].tool_name',
        'expected_calls[].arguments',
        'expected_calls[].must',
        'stubs',
        'stubs[].tool_name',
        'stubs[].arguments',
        'stubs[].result',
        'stubs[].outcome',
      ],
      () => ADDED_CASE,
    ),
  ],
  [
    ['*.eval_case.import'],
    each(['format', 'file'], () => evaluation('imports the cases of a file, all or none, and names the invalid line')),
  ],
  [
    ['task_agent.eval_case.from_approvals'],
    { approval_request_ids: evaluation('requests no approval: it replays the past decision, and becomes a case') },
  ],
  [
    ['*.eval_run.create'],
    {
      ...each(['candidate_revision_id', 'eval_set_id', 'parallelism'], () => EVALUATED),
      last_n: evaluation('uses the newest runs of other revisions by default, except runs of evals'),
      ...each(['judge_model_id', 'scorers[].config'], () =>
        evaluation('is rejected if it is empty, too large or has nothing to compare with'),
      ),
      ...each(['scorers', 'scorers[].scorer'], () => GIVEN_CASES),
      max_credits: evaluation('starts no case once its credits are used up, and reports it'),
    },
  ],
  [
    ['task.eval_run.create'],
    { task_run_ids: evaluation('starts no case once its credits are used up, and reports it') },
  ],
  [
    ['run.resume'],
    each(['waiting_for', 'provider', 'task_id', 'task_agent_id', 'action'], () =>
      promise('waiting-for', 'are resumed or cancelled together, those of a provider, a task or an agent'),
    ),
  ],
  [['task_agent.eval_run.create'], { task_agent_run_ids: STUBBED }],
  [
    ['task.share.create', 'task_agent.share.create'],
    {
      custom_short_id: share('can have a custom slug that is unique, well-formed and not reserved'),
      ...each(['title', 'description', 'indexed'], () => SHARED_PAGE),
      expires_at: share('is rejected for a foreign target, an unfinished run or a past expiry'),
    },
  ],
  [
    ['task.share.create'],
    {
      task_revision_id: share('shows the active revision, or the pinned one'),
      task_run_id: share('shows a run with its files, only to holders of the link'),
    },
  ],
  [
    ['task_agent.share.create'],
    { task_agent_revision_id: share('shows its instruction and the names of its tools, pinned or active') },
  ],
  [['task_share.file'], { inline: share('shows a run with its files, only to holders of the link') }],
  [['*.share.list_project'], each(['active'], () => SHARES)],
  [['task.share.list_project'], each(['task_id', 'task_name'], () => SHARES)],
  [['task_agent.share.list_project'], each(['task_agent_id', 'task_agent_name'], () => SHARES)],
  [['task.read'], each(['revision_tag_id', 'include_tests'], () => TRIED)],
  [
    ['task_revision.tag'],
    {
      revision_tags: taskRevision(
        'is added to an existing revision without creating one, and removed from its previous one',
      ),
    },
  ],
  [
    ['task_revision.compare'],
    {
      base_revision_id: taskRevision('is rejected with itself and with a revision of another task'),
      pairs: taskRevision(
        'returns the changed fields and both outputs for the same inputs, limited to runs that the caller can see',
      ),
    },
  ],
  [['task.rollback'], { serving_id: taskRevision('can target any history entry, and a repeat of it changes nothing') }],
  [
    ['task_run.create'],
    {
      revision_id: taskRun('is the one requested by id or by tag, active or not'),
      revision_tag: taskRun('is the one requested by id or by tag, active or not'),
      reporting_group: reportingGroup('are assigned by its id or name, and filtered by it'),
      use_fallback_model: taskRun('is skipped if the run requests the fallback model'),
      task_input: taskRun('sends the model its prompts and settings with the key of its provider'),
      task_files: FILES,
      task_file: taskRun('come as multipart next to the input'),
      'task_files[].name': FILES,
      'task_files[].content': FILES,
      'task_files[].media_type': FILES,
      task_reference: taskRun('returns the complete record, which a later read repeats'),
      stream: api('task-streams', 'is sent while the model generates, complete and in order, and ends with done'),
    },
  ],
  [
    ['task_run.events'],
    {
      after: api('task-streams', 'continues with Last-Event-ID at another process, without loss or repeats'),
      follow: api('task-tools', 'streams the pending request, ends there, and continues once it is decided'),
    },
  ],
  [['task_run.file'], { inline: FILES }],
  [
    ['task_agent_run.file'],
    { inline: api('files', 'is never displayed inline if a browser could execute it, whatever its name') },
  ],
  [
    ['*_report'],
    {
      ...each(['start_date', 'end_date'], () =>
        report('is limited to three months, whatever start_date says, and must not be empty'),
      ),
      aggregation: report(
        'consists of whole quarters of an hour, ends now, and has a default start without start_date',
      ),
      timezone: report(
        'is split into days, weeks and hours of a time zone, also if its midnight is at a quarter of an hour',
      ),
    },
  ],
  [
    ['task.credit_report', 'task.token_report'],
    {
      show_reporting_group: report(
        'are reported in total, by revision, by bucket and with show_reporting_group by group, including deleted ones',
      ),
    },
  ],
  [
    ['*.usage_report'],
    {
      status: report('counts runs by day or week, by status, or with errors_only those with an error'),
    },
  ],
  [
    ['task.usage_report', 'task_agent.usage_report'],
    {
      errors_only: report('counts runs by day or week, by status, or with errors_only those with an error'),
    },
  ],
  [
    ['task_run.timing_report', 'task_run.usage_report'],
    {
      task_id: report(
        'of a project can be filtered by one task or one agent, and does not reveal those of another project',
      ),
    },
  ],
  [
    ['task_agent_run.timing_report', 'task_agent_run.usage_report'],
    {
      task_agent_id: report(
        'of a project can be filtered by one task or one agent, and does not reveal those of another project',
      ),
    },
  ],
  [
    ['project.credit_report'],
    { top: report('is reported by bucket, for tasks and agents separately, with the most expensive ones') },
  ],
  [
    ['task_run.list_project'],
    {
      ...each(['task_id', 'task_revision_id', 'status', 'start_date', 'end_date'], () => RUNS),
      ...each(['include_event_trigger_id', 'trigger_id', 'trigger_type'], () => TRIGGER_FILTER),
      reporting_group_id: reportingGroup('are assigned by its id or name, and filtered by it'),
    },
  ],
  [
    ['credit_entry.list'],
    each(['kind', 'project_id', 'cause_id', 'created_after', 'created_before'], () =>
      credits('is read by owners, by type, cause, project and time, page by page'),
    ),
  ],
  [
    ['credit_entry.book'],
    each(['kind', 'amount', 'cause_id', 'reference', 'note'], () =>
      credits('accepts grants, adjustments and refunds of administrators, each reference once'),
    ),
  ],
  [
    ['credit_budget.set', 'credit_budget.list'],
    each(['period', 'amount', 'task_id', 'task_agent_id', 'target_id'], () =>
      credits('is set, changed, listed with its usage, read and removed'),
    ),
  ],
  [
    ['task.create', 'task.update', 'task_agent.create', 'task_agent.update'],
    each(['release_gate', 'release_gate.eval_set_id', 'release_gate.min_pass_rate'], () => GATE),
  ],
  [
    ['task.update', 'task_agent.update', 'task.rollback'],
    {
      release_gate_override: gate(
        'can be overridden by an owner with a note in the audit log, and loosened by nobody else',
      ),
    },
  ],
  [
    ['*.feedback.create', '*.feedback.update'],
    each(['name', 'value', 'note'], () =>
      feedback('is created, listed, read, changed field by field and deleted, and counted on the run'),
    ),
  ],
  [
    ['*.feedback.list', '*.feedback.list_project'],
    each(
      ['name', 'value', 'min_value', 'max_value', 'source', 'created_by_me', 'start_date', 'end_date'],
      () => FEEDBACK_FILTER,
    ),
  ],
  [['task_run.feedback.list_project'], each(['task_run_id', 'task_id', 'task_revision_id'], () => FEEDBACK_TARGET)],
  [
    ['task_agent_run.feedback.list_project'],
    each(['task_agent_run_id', 'task_agent_id', 'task_agent_revision_id'], () => FEEDBACK_TARGET),
  ],
  [
    ['task_run.list_project', 'task_agent_run.list', 'task_agent_run.list_project'],
    each(['feedback_name', 'feedback_value'], () => FEEDBACK_FILTER),
  ],
  [
    ['trigger.schedule.create', 'trigger.schedule.update'],
    {
      name: PAUSED_SCHEDULE,
      description: PAUSED_SCHEDULE,
      status: PAUSED_SCHEDULE,
      cron_expression: INVALID_SCHEDULE,
      timezone: INVALID_SCHEDULE,
      task_input: AGENT_SCHEDULE,
      expires_at: schedule('starts nothing after its expiry, and reports it'),
      overlap: schedule('starts nothing while its last run is unfinished, if overlap is not allowed'),
      catch_up: schedule('runs each of the missed times if it catches up, in order and once'),
      task_agent_revision_id: AGENT_SCHEDULE,
    },
  ],
  [['trigger.schedule.preview'], each(['cron_expression', 'timezone', 'count'], () => PREVIEW)],
  [['trigger.schedule.create'], each(['target_type', 'target_id'], () => AGENT_SCHEDULE)],
  [['trigger.schedule.update'], { target_type: { refused: 'task_agent' }, target_id: { refused: NO_ID } }],
  [['trigger.schedule.events'], each(['limit', 'status'], () => ALL_EVENTS)],
  [['trigger.schedule.list_events'], each(['status', 'trigger_type', 'target_type', 'target_id'], () => ALL_EVENTS)],
  [
    ['trigger.webhook.create', 'trigger.webhook.update'],
    {
      ...each(['name', 'target_type', 'target_id', 'description', 'status', 'auth_method'], () =>
        hook('can change its name, description and status, but never its target_type, target_id or auth_method'),
      ),
      ...each(['auth_config', 'auth_config.username', 'auth_config.header_name', 'auth_secret'], (name) => ({
        test: hook(
          'sends an auth_secret as %s, with its auth_config (username, header_name), and is rejected otherwise',
        ),
        word: name.split('.').at(-1) ?? name,
      })),
      'auth_config.tolerance_seconds': hook('can sign with the Standard Webhooks library'),
      idempotency_key_path: hook('at idempotency_key_path %s starts one run, also for concurrent deliveries'),
      idempotency_ttl_seconds: hook('starts another run after idempotency_ttl_seconds'),
      include_raw_payload: hook(
        'runs its task with the payload_mapping of a delivery, which the run, its events and the trigger show',
      ),
      payload_mapping: hook(
        'runs its task with the payload_mapping of a delivery, which the run, its events and the trigger show',
      ),
      task_agent_revision_id: hook(
        'runs its agent with a message, in a new session each time, with task_agent_revision_id if set',
      ),
    },
  ],
  [
    ['trigger.webhook.events'],
    each(['status', 'limit'], () => hook('lists its events as a bare array, newest first, page by page and by status')),
  ],
  [
    ['trigger.list'],
    { ...each(['trigger_type', 'target_type', 'target_id'], () => TRIGGER_FILTER), limit: TRIGGER_FILTER },
  ],
  [['task_agent.create', 'task_agent.update', 'task_agent.policy_dry_run'], AGENT],
  [
    ['task_agent.policy_dry_run'],
    each(['calls', 'calls[].tool_name', 'calls[].arguments'], () =>
      api(
        'policy-dry-run',
        'a policy dry run returns for each tool and call whether approval is required, as a run then requires it',
      ),
    ),
  ],
  [
    ['task_agent.update'],
    { active_revision_id: api('agents', 'is its own request and makes the revision the one for new sessions') },
  ],
  [
    ['task_agent.list'],
    {
      name: api('filters', 'are filtered by part of their name'),
      tag_id: TAG_FILTER,
      uses: api('filters', 'are filtered by attachments of their active revision'),
      seven_day_summary: api(
        'filters',
        'are listed with their activity of the last seven days, counting visible runs only',
      ),
    },
  ],
  [
    ['task_agent_run.create'],
    {
      message: agentRun('sends the model its instruction, the message and the tools of its revision'),
      session_id: agentRun('carries the conversation over to the next run'),
      revision_id: agentRun('stays on its first revision, whichever is active, and rejects another'),
      forked_from_run_id: RUN_FILTERS,
    },
  ],
  [
    ['task_agent_run.list', 'task_agent_run.list_project'],
    {
      ...each(
        [
          'session_id',
          'is_error',
          'status',
          'created_after',
          'created_before',
          'min_duration_ms',
          'task_agent_revision_id',
          'trigger_type',
          'task_agent_id',
          'forked_from_run_id',
        ],
        () => RUN_FILTERS,
      ),
      trigger_id: api('filters', 'are filtered by trigger'),
      ...each(['parent_run_id', 'top_level'], () =>
        agentTool('is listed in runs by its caller, and excluded from lists of top-level runs'),
      ),
      had_task_tool_fail: RUN_FILTERS,
      had_mcp_tool_fail: { test: FAILED, word: 'had_' },
      had_integration_tool_fail: { test: FAILED, word: 'had_' },
    },
  ],
  [
    ['task_agent_run.resume'],
    { message: agentRun('lets a run that is paused before its first event be resumed by id') },
  ],
  [
    ['project.changes'],
    {
      after: api(
        'changes',
        'receives the same if the position is in the address, as for a page that continues after its first read',
      ),
    },
  ],
  [
    ['task_agent_run.events'],
    {
      after: api('stream', 'can continue after any event, by header or by query, and the header has priority'),
      deltas: api('stream', 'without deltas gets the complete text of each turn at its end'),
      follow: api('stream', 'with follow=true stays through every wait to the end'),
      include_history: agentRun(
        'list the conversation in order: complete, in pages, and with earlier runs of the session',
      ),
    },
  ],
  [
    ['approval_request.list', 'approval_request.list_project'],
    each(
      ['status', 'run_id', 'session_id', 'tool_type', 'tool_name', 'created_after', 'created_before', 'task_agent_id'],
      () => QUEUE,
    ),
  ],
  [
    ['approval_request.list', 'approval_request.list_project'],
    {
      ...each(['assigned_to', 'assigned'], () => ASSIGNED),
      snoozed: api(
        'approval-inbox',
        'is hidden by snoozed=false from its user only, until its time, and counts as pending all along',
      ),
    },
  ],
  [['approval_request.assign'], { user_id: ASSIGNED }],
  [
    ['approval_request.snooze'],
    { until: api('approval-inbox', 'takes an until in the future, before the deadline, of a pending request') },
  ],
  [['approval_request.comment.create'], { text: COMMENTED }],
  [['approval_request.comment.list'], each(['cursor', 'page_limit'], () => COMMENTED)],
  [['run.locate'], { id: policy('and its run are found by their ids alone, by users who can see them') }],
  [
    ['approval_request.approve', 'approval_request.reject'],
    {
      decision_note: policy('reports a rejection with its note to the model, and runs nothing'),
      arguments: policy('runs arguments edited by a reviewer, stores both versions and informs the model'),
      arguments_digest: policy('rejects an approval with the digest of other arguments'),
      message: policy('may carry a message for the next turn'),
    },
  ],
  [
    ['approval_request.resume'],
    {
      message: policy('adds a message to the next turn, and rejects one that comes too late'),
      session_id: policy('rejects ids of another run or session'),
      task_agent_run_id: policy('rejects ids of another run or session'),
    },
  ],
  [['organization.create', 'organization.update'], ORGANIZATION],
  [['organization.list'], { membership: api('organizations', 'are listed to their members, newest first') }],
  [
    ['organization.join'],
    {
      code: api(
        'organizations',
        'by a code grants the roles of the invite, once, also to an address other than the invited one',
      ),
    },
  ],
  [
    ['organization_invite.create'],
    each(['email_address', 'roles', 'project_roles'], () =>
      api(
        'invites',
        'is mailed, and grants its roles on the organization and on projects to the user who sends the code',
      ),
    ),
  ],
  [
    ['organization_invite.list'],
    { show: api('invites', 'shows open, accepted or all invites, newest first, page by page') },
  ],
  [['organization_domain.create'], { domain: api('domains', 'returns it unverified with the DNS record to publish') }],
  [
    ['model_key.set'],
    {
      key: api('model-keys', 'adds the models of its provider in every process, and is used by runs that start there'),
    },
  ],
  [
    ['partner.create', 'partner.update'],
    each(['name', 'description'], () =>
      api('partners', 'are created, read, updated and listed by platform administrators'),
    ),
  ],
  [
    ['project.create', 'project.update'],
    { name: api('projects', 'are created, read and renamed by editors, and viewers only read them') },
  ],
  [
    ['project.config.update'],
    {
      approval_floor: api(
        'approval-gates',
        'is set and tightened by editors, loosened by owners, and recorded in the audit log',
      ),
      ...APPROVAL_FLOOR,
      chat_guardrails: config('apply chat_guardrails before every task and agent, in addition to their own'),
      'chat_guardrails.input': config('apply chat_guardrails before every task and agent, in addition to their own'),
      'chat_guardrails.output': config('apply chat_guardrails before every task and agent, in addition to their own'),
      ...each(['chat_system_commands', 'llm', 'temperature'], () =>
        config('set llm, temperature and chat_system_commands for query answers, and the commands for agents too'),
      ),
      rerank_model: retrieval('of a task sorts its chunks, and of a project those of every search that names none'),
      knn: config('set by knn the default number of chunks for queries, tasks and agents'),
      query_expansion: config('let a search use alternative wordings if query_expansion is on, and charge for it'),
    },
  ],
  [['user.avatar', 'organization.avatar', 'project.avatar'], { file: PICTURE }],
  [
    ['user.update', 'organization.update', 'project.update'],
    { avatar_url: api('avatars', 'of %s is removed with its bytes by an update to null, and an update sets no other') },
  ],
  [
    ['user.update'],
    {
      ...each(['name', 'email', 'job_role', 'bio'], () => PROFILE),
      muted_mails: api('chosen-mails', 'a mail is not sent to a user who muted it, and is sent again once unmuted'),
      ...each(
        ['', ...['name', 'status', 'assigned', 'group_by'].map((to) => `[].${to}`)].map((to) => `inbox_views${to}`),
        () => INBOX_VIEWS,
      ),
      language: api('chosen-mails', 'a mail is written in the language of its recipient'),
    },
  ],
  [['identity.sign_up'], { email: SIGN_UP, name: SIGN_UP }],
  [['identity.verify_address'], { token: SIGN_UP, password: SIGN_UP, name: { test: SIGN_UP, word: 'name' } }],
  [
    ['identity.resend_verification', 'identity.request_password_reset'],
    { email: signIn('gets the same response whether there is an account or not') },
  ],
  [
    ['identity.sign_in'],
    {
      email: signIn('returns the same response for a wrong password and an unknown address'),
      password: signIn('returns the same response for a wrong password and an unknown address'),
      remember: signIn('sets a cookie that ends with the browser if it is not to be remembered'),
    },
  ],
  [['identity.sign_in_by_link'], { link: signIn('signs the owner in once, and only on this machine') }],
  [['user.password.change'], { current_password: PASSWORD, password: PASSWORD }],
  [['identity.sign_out_everywhere'], { keep_this: signIn('can be signed out alone, or together with all others') }],
  [
    ['identity.reset_password'],
    {
      token: RESET,
      password: RESET,
      withdraw_grants: api('oauth-grants', 'leave, when they choose a new password and say %j to revocation, %j'),
      revoke_api_keys: signIn('reset keeps API keys unless the user requests revocation'),
    },
  ],
  [
    ['identity.api_key.create'],
    {
      name: api('api-keys', 'shows its value once and acts for its creator'),
      scopes: api('api-keys', 'has only the scopes that it was given'),
    },
  ],
  [['oauth_client.create', 'oauth_client.update', 'oauth_client.rotate_secret'], CLIENT],
  [['knowledge_source.update'], { kind: { refused: 'git' } }],
  [
    ['knowledge_source.create', 'knowledge_source.update'],
    {
      name: source('is edited by users with the permission and returns its version'),
      config: INVALID_SOURCE,
      'config.urls': { test: INVALID_SOURCE, word: 'urls' },
      ...each(
        ['config.max_crawl_depth', 'config.max_pages', 'config.include_paths', 'config.exclude_paths'],
        (name) => ({ test: CRAWLED, word: name.slice('config.'.length) }),
      ),
      ...each(
        ['config.bucket', 'config.prefix', 'config.endpoint', 'config.region', 'config.access_key_id'],
        (name) => ({ test: BUCKET, word: name.slice('config.'.length) }),
      ),
      ...each(['config.repository_url', 'config.branch', 'config.username'], (name) => ({
        test: REPOSITORY,
        word: name.slice('config.'.length),
      })),
      'config.folder_url': {
        test: source('is listed folder by folder, and only files with a changed version are read again'),
        word: 'folder_url',
      },
      ...each(['config.site_url', 'config.space_keys'], (name) => ({
        test: api(
          'source-confluence',
          'syncs the current pages of spaces with the people who may read them, and only what changed',
        ),
        word: name.slice('config.'.length),
      })),
      ...each(['config.attachments', 'config.comments'], (name) => ({
        test: api(
          'source-confluence',
          'reads attachments as documents and comments as part of their page, if the source asks for them',
        ),
        word: name.slice('config.'.length),
      })),
      'config.api_url': {
        test: api(
          'source-notion',
          'syncs the pages of an integration with properties and nested blocks, and only what changed',
        ),
        word: 'api_url',
      },
      ...each(['config.port', 'config.mailboxes', 'config.received_after'], (name) => ({
        test: source('has a document for each message with its attachments, and loses those of removed messages'),
        word: name.slice('config.'.length),
      })),
      ...each(
        [
          ...['config.host', 'config.encryption', 'config.database', 'config.query', 'config.key_column'],
          ...['config.title_column', 'config.content_column', 'config.max_rows'],
        ],
        (name) => ({
          test: source('has a document for each row of its query, which can neither write nor exceed its limits'),
          word: name.slice('config.'.length),
        }),
      ),
      ...each(['config.folder', 'config.paths'], (name) => ({
        test: source('is synchronized as files are added, changed and deleted, and never read outside its root'),
        word: name.slice('config.'.length),
      })),
      'config.permissions': {
        test: source('restricts the documents of a folder to the people and groups of its access files'),
        word: 'permissions',
      },
      secret: REPOSITORY,
      collection_ids: source('is edited by users with the permission and returns its version'),
      strategy: source('is edited by users with the permission and returns its version'),
      schedule: SOURCE_SCHEDULE,
      paused: SOURCE_SCHEDULE,
      ...each(['removal_max_documents', 'removal_repeat_after'], () => REPEATED_REMOVAL),
      removal_max_percent: { test: INVALID_SOURCE, word: 'removal_max_percent' },
      fresh_within: LATE_SOURCE,
    },
  ],
  [['knowledge_source.decide_removals'], { digest: DECIDED_REMOVAL, decision: DECIDED_REMOVAL }],
  [['knowledge_source.create'], { kind: INVALID_SOURCE }],
  [['knowledge_source.list'], { kind: INVALID_SOURCE, is_late: LATE_SOURCE }],
  [
    ['knowledge_source.delete'],
    {
      documents: source(
        'is deleted with its secret: its documents are kept or deleted as requested, and a running sync stops',
      ),
    },
  ],
  [
    ['source_run.items'],
    {
      outcome: source('fetches only changed pages again, and deletes removed pages but no unreachable ones'),
    },
  ],
  [['scrape.start'], { urls: CRAWLED, ...CRAWL }],
  [
    ['collection.create'],
    {
      ...each(['title', 'document_embedding_instance_ids', 'tags'], () =>
        collection('is created with documents and counts their chunks'),
      ),
      embedding_model: collection('is searched with the embedding model chosen at creation'),
    },
  ],
  [
    ['collection.list'],
    {
      title: collection('is listed with those of its project, newest first, by title and tag'),
      tag_id: collection('is listed with those of its project, newest first, by title and tag'),
    },
  ],
  [
    ['collection.update'],
    {
      ...each(['title', 'tags'], () => collection('can be renamed, and gets no new version if nothing changes')),
      embedding_model: {
        test: 'test/long/workflows/reembedding.test.ts › keeps the previous one if that is set again, and the backfill is deleted',
        word: 'setEmbeddingModel',
      },
    },
  ],
  [
    ['collection.add', 'collection.remove'],
    { embedding_instance_ids: collection('are added once and removed, and nothing is published if nothing changes') },
  ],
  [
    ['collection.query', 'collections.query'],
    {
      collection_ids: api(
        'collection-queries',
        'searches the named collections or all, and each result names its collections',
      ),
      'filters.metadata': metadata('selects documents in lists and queries alike'),
      ...each(['query', 'limit'], () => query('finds chunks, the best first, with their metadata')),
      results_only: query('finds chunks, the best first, with their metadata'),
      llm_model_id: query('is answered by the requested model'),
      rerank_model: query('reorders the chunks of a query, whatever their scores, and is charged'),
      ...each(RETRIEVAL_LIMITS, () => retrieval('stops at its limits, which are refused without it')),
      passage_context: retrieval('%s gives the model this much, and citations name the chunk of their quote'),
      ...each(['filters', 'filters.tags', 'filters.sources', 'filters.document_ids'], (name) => ({
        test: query('applies the filters, and returns as many chunks as match them'),
        word: name.split('.').at(-1) ?? name,
      })),
    },
  ],
  [
    ['document.replace_content'],
    {
      text: version('is replaced under its id, while searches find the old one until the new one is ready'),
      ...each(['data', 'files'], () =>
        version('can be a file, is rejected with a text and a file or without any, and requires document:edit'),
      ),
      media_type: { refused: 'text/none' },
    },
  ],
  [
    ['document.embedding.update'],
    {
      text: version('is edited and found by its new text at once, and copies of its document do not get the edit'),
      enabled: version('that is disabled is in no search until it is enabled again'),
    },
  ],
  [
    ['document.query'],
    {
      ...each(['limit', 'results_only'], () => query('returns an answer from that document only')),
      query: query('is rejected before the document is ready, and if the request breaks a rule'),
      llm_model_id: query('is rejected before the document is ready, and if the request breaks a rule'),
      ...each([...RETRIEVAL_LIMITS, 'passage_context'], () =>
        retrieval('works on a single document, whose limits are query parameters'),
      ),
      rerank_model: query('reorders the chunks of a query, whatever their scores, and is charged'),
    },
  ],
  [
    ['metadata_schema.update'],
    each(['fields', 'fields[].key', 'fields[].type', 'fields[].description'], () =>
      metadata('is changed by editors, is audited, and rejects keys that are reserved, equal or invalid'),
    ),
  ],
  [
    ['document.list', 'document.facets'],
    {
      metadata: metadata('count values among the documents that the caller may view and that meet the filters'),
      ...each(['title', 'collection_id', 'connection_id', 'source', 'strategy', 'status'], () =>
        document('are found by each filter and by combinations of filters'),
      ),
      tag_id: TAG_FILTER,
    },
  ],
  [
    ['document.create', 'document.upload'],
    {
      ...each(
        [
          'description',
          'text',
          'texts',
          'texts[].text',
          'texts[].title',
          'texts[].description',
          'texts[].media_type',
          'media_type',
          'collection_ids',
          'collections',
          'strategy',
          'tags',
        ],
        () => document('returns a group at once that shows the progress of each until all are ready'),
      ),
      ...each(['metadata', 'texts[].metadata'], () =>
        metadata('is set by create, upload and edit, and each value has the type of its field'),
      ),
      ...each(['title', 'data', 'files'], () =>
        document('accepts files in a form with parts in any order, and downloads return the same bytes'),
      ),
    },
  ],
  [
    ['document.download'],
    { inline: document('accepts files in a form with parts in any order, and downloads return the same bytes') },
  ],
  [
    ['document.update'],
    {
      ...each(['title', 'description', 'strategy'], () => document('is updated by editors and returns its version')),
      collections: document('belongs to the collections named in an update, if the editor may edit them'),
      tags: TAGGED,
      metadata: metadata('is set by create, upload and edit, and each value has the type of its field'),
    },
  ],
  [
    ['skill.create'],
    {
      ...each(
        [
          'display_name',
          'instructions',
          'description',
          'license',
          'compatibility',
          'assets',
          'capabilities',
          'capabilities.schema_version',
          'reference_docs',
          'skill_metadata',
        ],
        () => api('skills', 'is created with its first active revision'),
      ),
      slug: api('skills', 'has a unique slug: a generated one gets a number, a given one is rejected if in use'),
      'capabilities.dependencies': api('provisioning', 'is shown with the revision, and required by default'),
    },
  ],
  [
    ['skill.create', 'skill.update'],
    { tags: api('skills', 'is created with its own tags, which an update keeps or is rejected') },
  ],
  [
    ['skill.update'],
    each(['display_name', 'description', 'license', 'compatibility', 'slug'], () =>
      api(
        'skills',
        'is updated field by field; null clears optional fields, and an update without changes leaves no trace',
      ),
    ),
  ],
  [
    ['skill_revision.create'],
    {
      ...each(['instructions', 'activate', 'annotation', 'assets', 'reference_docs'], () =>
        api('skills', 'is immutable, active at once by default, and only one is active at a time'),
      ),
      ...each(['skill_metadata', 'capabilities', 'capabilities.schema_version'], () =>
        api('skills', 'stores its content next to its instructions'),
      ),
      'capabilities.dependencies': api('provisioning', 'is shown with the revision, and required by default'),
    },
  ],
  [
    ['skill.activate'],
    { revision_id: api('skills', 'is immutable, active at once by default, and only one is active at a time') },
  ],
  [
    ['skill.list'],
    { search: api('skills', 'show skills of the project, page by page, newest first, and filter by text') },
  ],
  [['skill.list_available'], { search: api('skills', 'of available skills include the catalog') }],
  [
    ['skill.import'],
    {
      file: api('skills', 'comes from an archive, and is exported byte for byte'),
      replace: api('skills', 'with an existing name returns 409, or becomes a revision on request'),
    },
  ],
  [
    ['catalog_skill.list'],
    {
      ...each(['source', 'tag', 'tags'], () => api('skills', 'is filtered by source, by every tag, and by text')),
      search: api('skills', 'contains the skills of the product, for every signed-in user'),
    },
  ],
  [
    ['integration.update'],
    {
      type: { refused: 'openapi' },
      ...each(['config.document', 'config.document_url', 'config.base_url'], () =>
        integration('can be loaded from one address and called at another, with a username and password'),
      ),
      'config.exposed_tools': api(
        'mcp-gateway',
        'is callable once an editor lists it in exposed_tools, with the approval of its side effects',
      ),
    },
  ],
  [
    ['integration.create', 'integration.update'],
    {
      'config.allowed_origins': api(
        'openapi-calls',
        'are called at their own server, with the credential, once allowed, and left out before',
      ),
      type: integration('of an unknown type returns a 422 that lists the known types'),
      name: integration(
        'can change its name and enabled tools; tool names stay, and an update without changes leaves no trace',
      ),
      config: integration(
        'can change its name and enabled tools; tool names stay, and an update without changes leaves no trace',
      ),
      'config.enabled_tools': integration(
        'can change its name and enabled tools; tool names stay, and an update without changes leaves no trace',
      ),
      'config.document': integration('has a disabled tool for each operation, and never shows its key'),
      ...each(
        ['config.document_url', 'config.base_url', 'config.credential.username', 'config.credential.password'],
        () => integration('can be loaded from one address and called at another, with a username and password'),
      ),
      ...each(
        ['config.credential', 'config.credential.kind', 'config.credential.name', 'config.credential.value'],
        () => integration('has no OAuth to start; disconnecting deletes its key, and another key authorizes it again'),
      ),
    },
  ],
  [
    ['integration.list', 'integration.read'],
    {
      include_disabled_tools: integration(
        'is created for a service, needs authorization, and is listed newest first with its enabled tools',
      ),
    },
  ],
  [
    ['integration.authorize'],
    {
      redirect_to: integration('redirects the browser to redirect_to, only to a path of this server, with the result'),
    },
  ],
  [
    ['integration.callback'],
    {
      ...each(['code', 'state'], () =>
        integration('is limited to the person who started it, once; without a state or a code it returns 422'),
      ),
      error: integration('redirects the browser to redirect_to, only to a path of this server, with the result'),
      iss: integration('rejects a response of another service'),
    },
  ],
  [
    ['task_mcp_server.create', 'task_mcp_server.update', 'task_mcp_server.discover'],
    {
      ...each(['name', 'server_url', 'description', 'enabled', 'transport'], () =>
        mcp('is stored as given, with a tool prefix that is unique in the project'),
      ),
      ...each(['api_key', 'api_key_strategy', 'api_key_header_name'], () =>
        mcp('is sent to the server as %s (%s), and never shown'),
      ),
      enable_tools: mcp('are shown before its creation and start enabled as shown; later ones must be allowed'),
      auth_session_id: mcpAuth('can be reauthorized after creation; an update also accepts an earlier authorization'),
      ...each(['client_id', 'client_secret'], () =>
        mcpAuth('is authorized with a client that an editor entered if it supports no registration'),
      ),
    },
  ],
  [
    ['task_forwarder.create', 'task_forwarder.update'],
    {
      ...each(['type', 'name', 'config'], () => forwarder('can change its name and settings, but not its type')),
      status: forwarder(
        'to a receiver that returns 410 fails at once and pauses its forwarder; later runs wait for it',
      ),
    },
  ],
  [
    ['task_forwarder.rotate_secret'],
    { overlap_hours: forwarder('that is rotated signs together with the new one until the overlap ends') },
  ],
  [
    ['forward_delivery.list'],
    each(['status', 'task_id', 'task_run_id'], () =>
      forwarder('has deliveries that are listed by status, task and run'),
    ),
  ],
  [
    ['task_mcp_server.authorize', 'task_mcp_server.reauthorize'],
    {
      server_url: mcpAuth('is authorized in the browser, which returns to the page that it started from'),
      redirect_to: mcpAuth('is authorized in the browser, which returns to the page that it started from'),
    },
  ],
  [
    ['task_mcp_server.callback'],
    {
      ...each(['code', 'state'], () => mcpAuth('works once, and only for the person who started the authorization')),
      iss: mcpAuth('accepts only the issuer that the authorization started at, if the response names one'),
      ...each(['error', 'error_description'], () =>
        mcpAuth('reports an authorization failure to the browser on the page that it returns to'),
      ),
    },
  ],
  [['task_mcp_tool.update'], { task_mcp_server_id: { refused: NO_ID }, tool_name: { refused: 'other' } }],
  [
    ['task_mcp_tool.create', 'task_mcp_tool.update'],
    {
      ...each(['name', 'task_mcp_server_id', 'tool_name', 'description', 'enabled', 'read_only'], () =>
        mcp('that discovery did not list is created as unavailable, and edited and deleted like any other'),
      ),
      exposed_to_agents: api('mcp-gateway', 'is callable once an editor exposes it, by those who may use its server'),
    },
  ],
  [
    ['task_mcp_tool.list'],
    {
      task_mcp_server_id: mcp(
        'that discovery did not list is created as unavailable, and edited and deleted like any other',
      ),
    },
  ],
  [['*model_exclusion.exclude_by_id'], exclusion('model_id')],
  [['*model_exclusion.exclude_by_provider'], exclusion('provider')],
  [['*model_exclusion.exclude_by_vendor'], exclusion('vendor')],
  [
    ['model.list'],
    {
      include_retired: api('models', 'omits retired models unless they are requested'),
      ...each(['vision', 'output'], () => api('models', 'filters by vision, repeated or not, and by output')),
    },
  ],
  [['*.iam.list'], { type: api('iam', 'are listed by subject type, with the number of users that each stands for') }],
  [
    ['*.iam.change'],
    {
      add: IAM,
      remove: api('iam', 'removes roles before it adds roles, so that one request replaces a role'),
      remove_all: IAM,
    },
  ],
  [
    ['*.iam.test'],
    {
      permissions: api('iam', 'returns which of them the caller holds, on every securable resource'),
      member: api('iam', 'returns those of others to users who can see members, with inherited ones'),
      explain: api('iam', 'returns the roles and group behind each permission, limited to what the caller may see'),
    },
  ],
  [
    ['*.audit_event.list', '*.audit_event.export'],
    each(['event_type', 'actor_user_id', 'resource_type', 'resource_id', 'start_date', 'end_date'], () => AUDITED),
  ],
  [
    ['openai_chat.create', 'openai_response.create'],
    {
      ...each(['model', 'stream'], () => api('openai', 'streams its events in order')),
      ...each(['temperature', 'top_p'], () => OPENAI_SETTINGS),
      user: openAi('with an end user separate conversations, and are the reference of a task run'),
      tools: OPENAI_NEUTRAL,
    },
  ],
  [
    ['openai_chat.create'],
    {
      ...each(
        ['', '[].role', '[].content', '[].name', '[].refusal', '[].annotations', '[].tool_calls', '[].tool_call_id'],
        () => OPENAI_HISTORY,
        (name) => `messages${name}`,
      ),
      ...each(
        ['id', 'type', 'function', 'function.name', 'function.arguments'],
        () => OPENAI_HISTORY,
        (name) => `messages[].tool_calls[].${name}`,
      ),
      ...each(
        ['type', 'text', 'refusal'],
        () => OPENAI_HISTORY,
        (name) => `messages[].content[].${name}`,
      ),
      ...each(
        ['image_url', 'image_url.url', 'image_url.detail', 'file', 'file.filename', 'file.file_data'],
        () => openAi('with files are files of a task run'),
        (name) => `messages[].content[].${name}`,
      ),
      'messages[].content[].role': OPENAI_REPEATED,
      ...each(['stream_options', 'stream_options.include_usage'], () => api('openai', 'streams text and usage')),
      ...each(['stream_options.include_obfuscation', 'n', 'logprobs'], () => OPENAI_NEUTRAL),
      ...each(
        ['max_tokens', 'max_completion_tokens', 'presence_penalty', 'frequency_penalty', 'seed', 'stop'],
        () => OPENAI_SETTINGS,
      ),
      ...each(['reasoning_effort', 'verbosity'], () => OPENAI_SETTINGS),
      store: OPENAI_NEUTRAL,
      ...each(
        ['', '.type', '.json_schema', ...OPENAI_FORMAT.map((name) => `.json_schema${name}`)],
        () => OPENAI_FORMATS,
        (name) => `response_format${name}`,
      ),
    },
  ],
  [
    ['openai_response.read'],
    {
      ...each(['stream', 'starting_after'], () =>
        api('openai', 'streams again what a stored response sent, from any event'),
      ),
      ...each(['include_obfuscation', 'include'], () => OPENAI_STORED),
    },
  ],
  [['openai_response.list_input_items'], each(['limit', 'order', 'after', 'include'], () => OPENAI_STORED)],
  [
    ['openai_response.create'],
    {
      ...each(
        [
          '',
          '[].type',
          '[].id',
          '[].status',
          '[].role',
          '[].content',
          '[].call_id',
          '[].name',
          '[].arguments',
          '[].output',
        ],
        () => OPENAI_HISTORY,
        (name) => `input${name}`,
      ),
      ...each(
        ['type', 'text', 'refusal', 'annotations', 'logprobs'],
        () => OPENAI_HISTORY,
        (name) => `input[].content[].${name}`,
      ),
      ...each(
        ['image_url', 'detail', 'file_data', 'filename'],
        () => openAi('with files are files of a task run'),
        (name) => `input[].content[].${name}`,
      ),
      ...each(
        ['server_label', 'approval_request_id', 'approve', 'reason'],
        () => api('openai', 'asks for approvals, which the next input decides by the right of the caller'),
        (name) => `input[].${name}`,
      ),
      'input[].phase': OPENAI_REPEATED,
      ...each(
        ['type', 'server_label', 'server_url', 'require_approval'],
        () => api('openai-items', 'is that of approval requests, and adds no tools'),
        (name) => `tools[].${name}`,
      ),
      ...each(['instructions', 'include'], () => OPENAI_HISTORY),
      ...each(['previous_response_id', 'metadata', 'store'], () =>
        api('openai', 'continues by previous_response_id, and can be read'),
      ),
      background: api('openai', 'runs in the background, and is cancelled'),
      ...each(['max_output_tokens', 'reasoning', 'reasoning.effort', 'text', 'text.verbosity'], () => OPENAI_SETTINGS),
      ...each(
        ['', '.type', ...OPENAI_FORMAT],
        () => OPENAI_FORMATS,
        (name) => `text.format${name}`,
      ),
    },
  ],
];

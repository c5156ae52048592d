import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How each field of a body or a query shows: by a test that would fail without it, or by being refused. */
export type Row =
  /** `file › name` of a test, whose text names the field, or else the word that stands for it. */
  | string
  | { readonly test: string; readonly word: string }
  /** A value that asks for what is not there: a 422 names the field. It covers the fields inside. */
  | { readonly refused: unknown };

type Fields = Readonly<Record<string, Row>>;

/** Rows by operation, or by several with the same fields; `*` stands for any part of an id. */
type Table = readonly (readonly [operations: readonly string[], fields: Fields])[];

const ROOT = new URL('../..', import.meta.url).pathname;

/** Path of a test file, in whichever tier it is. */
function fileIn(folder: string, name: string): string {
  const tiers = ['test', 'test/long'].map((tier) => `${tier}/${folder}/${name}.test.ts`);
  return tiers.find((path) => existsSync(join(ROOT, path))) ?? `no ${folder}/${name}.test.ts`;
}

const api = (file: string, name: string) => `${fileIn('api', file)} › ${name}`;
const config = (name: string) => api('project-config', name);
/** An id that nothing has. */
const NO_ID = '01920000-0000-7000-8000-000000000000';
const promise = (file: string, name: string) => `${fileIn('promises', file)} › ${name}`;
const each = (names: readonly string[], row: (name: string) => Row): Fields =>
  Object.fromEntries(names.map((name) => [name, row(name)]));

const PAGES = each(['cursor', 'page_limit'], (name) => ({
  test: api('pagination', 'come newest first, in pages that follow each other without gap or repeat'),
  word: name === 'cursor' ? 'next_cursor' : name,
}));

const guarded = (name: string) => api('guardrails', name);
const GUARDED: Fields = {
  guardrails: guarded('stand in a revision with what they do, and stay where an edit leaves them out'),
  'guardrails.input': guarded('is blocked before any model is asked, and told of the rule but not of the secret'),
  'guardrails.output': guarded('answers text masked, or not at all'),
  ...each(
    ['input', 'output'].flatMap((direction) =>
      ['guardrail', 'action', 'config'].map((name) => `guardrails.${direction}[].${name}`),
    ),
    () => guarded('stand in a revision with what they do, and stay where an edit leaves them out'),
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
/** Those that no model of the tests takes: what they make of a request is asked of the adapters of other providers. */
const ELSEWHERE = [
  'reasoning_summary',
  'thinking_budget',
  'include_thoughts',
  'prompt_caching',
  'prompt_cache_ttl',
  'inference_geo',
  'safety_threshold',
  'media_resolution',
];
/** Those of pictures and speech, by the test that shows them. */
const MEDIA: Readonly<Record<string, string>> = {
  size: 'has it made by its model, charges its price and keeps it as a file of the run',
  quality: 'has it made by its model, charges its price and keeps it as a file of the run',
  voice: 'has its text spoken, charges by its characters and keeps the recording',
  speed: 'has its text spoken, charges by its characters and keeps the recording',
  audio_format: 'has its text spoken, charges by its characters and keeps the recording',
};
const SENT = 'test/guards/fields.test.ts › reach the provider, those of the fallback model too';
const modelSettings = (name: string) => `test/unit/model-settings.test.ts › ${name}`;
const settings = (field: string): Fields => ({
  [field]: SENT,
  ...each(
    SETTINGS.map((name) => `${field}.${name}`),
    () => SENT,
  ),
  ...each(
    ELSEWHERE.map((name) => `${field}.${name}`),
    () => modelSettings('of %s reach %s under its own names'),
  ),
  ...each(
    Object.keys(MEDIA).map((name) => `${field}.${name}`),
    (name) => api('task-media', MEDIA[name.split('.').at(-1) ?? ''] ?? ''),
  ),
  [`${field}.aspect_ratio`]: 'test/unit/models-media.test.ts › are sent under the names of each provider',
  [`${field}.parallel_tool_calls`]: modelSettings('that need tools are refused where a call offers none'),
  [`${field}.top_k`]: modelSettings('that %s would leave out are refused by name, and only those'),
});

const STARTED_BY = api(
  'filters',
  'are found by the trigger that started them and by its type, and say which it was where asked',
);
const scheduled = (name: string) => api('schedules', name);
const RESTS = scheduled('rests while it is paused, counts from now when it goes on, and by another line from its edit');
const PREVIEW = scheduled('says when one would come before it is made, and names the field that is none');
const MISFITS = scheduled('refuses what can not be kept and names the field and the rule');
const OF_AGENT = scheduled('runs its agent on the message, with the revision that it names');
const ALL_EVENTS = scheduled('are listed by status, type and target');
const hook = (name: string) => api('webhooks', name);
const task = (name: string) => api('tasks', name);
const EXCLUDED = (field: string): Fields => ({
  [field]: api(
    'model-exclusions',
    'names a model by id, name or alias, a provider or a vendor, and is listed and dropped',
  ),
  reason: api('model-exclusions', 'stands once: a repeat answers it, and changes only a reason that is given'),
});
const taskRun = (name: string) => api('task-runs', name);
const revised = (name: string) => api('task-revisions', name);
const grouped = (name: string) => api('reporting-groups', name);
const reported = (name: string) => api('reports', name);
const shared = (name: string) => api('shares', name);
const gate = (name: string) => api('release-gate', name);
const GATE = gate('keeps a revision back until the newest eval of the set has passed, and says what is missing');
const judged = (name: string) => api('feedback', name);
const credits = (name: string) => api('credits', name);
const evaluated = (name: string) => api('evals', name);
const EVALUATED = evaluated(
  'holds a candidate to past runs: each case with its verdict and both runs, and what they come to together',
);
const EVAL_SET = evaluated('is made, read, listed, changed field by field and deleted, and takes no other runs');
const GIVEN_CASES = evaluated('holds cases that are given to what they expect, and says what is no comparison');
const ADDED_CASE = evaluated('takes a case by itself, in the place of another where it names one');
const STUBBED = evaluated('skips a case whose call has no answer, unless a stub gives one');
const REPLAYED = evaluated('answers calls that leave traces from the past run, and makes none');
/** Its test goes through the names of the fields by kind of run. */
const FEEDBACK_OF = {
  test: judged('is found over the project by run, score, giver and time, and finds the runs that carry it'),
  word: 'Object.entries(ids)',
};
const FOUND_FEEDBACK = judged(
  'is found over the project by run, score, giver and time, and finds the runs that carry it',
);
const SHARED_PAGE = shared(
  'is a link that anybody opens as a page, JSON or YAML, as Accept asks, without ids and secrets',
);
const SHARES = shared('are listed by activity, by what they are of and by its name');
const able = (name: string) => api('task-abilities', name);
const agentRun = (name: string) => api('agent-runs', name);
const withSkills = (name: string) => api('agent-skills', name);
const agentTool = (name: string) => api('agent-tools', name);
const integration = (name: string) => api('integrations', name);
const called = (name: string) => api('integration-calls', name);
const forwarder = (name: string) => api('forwarders', name);
const policy = (name: string) => api('approvals', name);

const TAGS = (name: string) => api('tags', name);
const FOUND = TAGS(
  'are put on many at once and taken off, the same once more changing nothing, and find what carries them',
);
const TAGGED = TAGS(
  'are given with the resource by name or id: new names become tags, the list replaces what was there',
);

const looking = (name: string) => api('task-rag', name);
const LOOKED_UP = {
  test: looking('gives its model the passages behind the variable, marked as data, and says so on the run'),
  word: 'asking(collection, {',
};
const EXTRACTED = {
  test: api('task-processors', 'gives the model the text of the file in place of the variable, and not the file'),
  word: 'extractor({ filename',
};

const TASK: Fields = {
  name: task('filters by part of the name, by creator, and leaves tests out'),
  enabled: taskRun('of a disabled task is a 409 and makes no run'),
  description: task('keeps every field that it was given'),
  annotation: task('keeps every field that it was given'),
  tags: TAGGED,
  test: task('filters by part of the name, by creator, and leaves tests out'),
  task_run_visibility: api(
    'run-visibility',
    'stays hidden as a task run with its files, lists and its stop; who started it has them all',
  ),
  system_prompt: taskRun('sends the model its prompts and settings under the key of its provider'),
  user_prompt: taskRun('without all variables of the prompt is a 422 that names each missing one, and makes no run'),
  llm_model_id: able('is run only with files that its model takes, whatever they are said to be'),
  fallback_llm_model_id: taskRun('hands over to the fallback model, with its own settings, where there is one'),
  ...settings('llm_config'),
  ...settings('fallback_llm_config'),
  max_wait: promise('waiting-for', 'fails the runs that have waited for as long as their model or revision says'),
  output_format: api('revisions', 'belongs to the revision: an edit touches neither what serves nor what runs'),
  output_modality: able('that answers CSV asks for it, sends prose back, and fails where none comes'),
  file_input_mode: taskRun('%s (%s) are a 422 and make no run'),
  image_required: taskRun('of one name twice, in a wrong form field, or missing where an image is needed are a 422'),
  optimise_images: able('shows its model text as text, and large images scaled down unless told otherwise'),
  revision_tags: taskRun('is the one that was asked for by id or by tag, active or not'),
  public: api(
    'public-tasks',
    'is seen and run by every user, who sees their own runs of it and nothing else of its project',
  ),
  exposed_to_agents: api(
    'public-tasks',
    'tells whoever knows the key of its project what it does and how it is called, and no prompt',
  ),
  access_token: { refused: 'token' },
  rotate_access_token: api(
    'public-tasks',
    'can’t be chosen, nor asked for of a task that is not public; a record sent back changes nothing',
  ),
  tool_choice: api(
    'task-tools',
    'calls none where the choice is none, and what is disabled since it was saved is not offered',
  ),
  integration_tool_ids: api('task-tools', 'may be tools of integrations, by their ids'),
  task_mcp_tool_ids: api('task-tools', 'must be a tool of this project, enabled and of a connection that may be used'),
  ...each(['input_processors', 'input_processors[].param_name', 'input_processors[].input_processor'], () => EXTRACTED),
  'input_processors[].config': EXTRACTED,
  ...GUARDED,
  rag: LOOKED_UP,
  ...each(['rag.collection_id', 'rag.rag_param', 'rag.rag_config'], () => LOOKED_UP),
  'rag.rag_config.final_k': looking(
    'final_k says how many passages are kept, max_context_chunks how many of them the model is given',
  ),
  'rag.rag_config.max_context_chunks': looking(
    'final_k says how many passages are kept, max_context_chunks how many of them the model is given',
  ),
  'rag.rag_config.candidate_k': looking('candidate_k says how many passages each way of searching puts forward'),
  'rag.rag_config.max_context_tokens': looking(
    'max_context_tokens says how much the model is given: what is too long makes way, or is cut where nothing else is',
  ),
  'rag.rag_config.include_sources': looking(
    'include_sources shows the passages on the run, and nothing does without it',
  ),
  'rag.rag_config.context_instruction': looking(
    'context_instruction stands before the passages in place of our own words',
  ),
  'rag.rag_config.rewrite_mode': looking(
    'rewrite_mode query has the model write the query, which is looked up and shown on the run; none does not',
  ),
  task_forwarder_id: forwarder('names only a forwarder of its project that its author sees'),
};

const SERVING = taskRun('is chosen among the active ones by weight');
const WEIGHTS = each(
  ['active_revisions', 'active_revisions[].task_revision_id', 'active_revisions[].weight'],
  () => SERVING,
);

const AGENT: Fields = {
  tags: TAGGED,
  name: api('revisions', 'loses nothing of what others edit in the same moment'),
  description: api('agents', 'keeps every field, and finds its models by name or alias whatever their case'),
  ...GUARDED,
  instruction: agentRun('gives the model its instruction, the message and the tools of its revision'),
  task_agent_run_visibility: agentRun(
    'keep runs, their events and their requests from those whom the agent hides them from',
  ),
  llm_model_id: able('has no tools with a model that takes none, and is refused where it is given some'),
  fallback_llm_model_id: agentRun('is stood in for by the fallback model, at that model’s price'),
  ...settings('llm_config'),
  max_wait: promise('waiting-for', 'fails the runs that have waited for as long as their model or revision says'),
  mode: api('revisions', 'belongs to the revision: an edit touches neither what serves nor what runs'),
  tool_choice: agentRun('are used as the tool_choice of the agent says: %s'),
  max_turns: agentRun('end with the run at the limit of its turns'),
  max_credits: {
    test: promise('budget', 'parks before the next model call and asks a person, who sees what was spent'),
    word: 'budget',
  },
  memory_strategy: { refused: 'compaction' },
  memory_config: agentRun('remembers no more messages than its agent says, and never parts a call from its result'),
  'memory_config.max_events': agentRun(
    'remembers no more messages than its agent says, and never parts a call from its result',
  ),
  task_tools: agentRun('runs its tasks in order, each on what the one before it answered, without a model of its own'),
  'task_tools[].task_id': agentRun(
    'runs its tasks in order, each on what the one before it answered, without a model of its own',
  ),
  'task_tools[].is_output_formatter': agentRun('puts the last words into its task’s form, beside the output'),
  agent_tools: agentTool('are kept as they are given, belong to the revision, and are told of in the audit'),
  'agent_tools[].task_agent_id': agentTool('must be of the project, with a revision that is theirs'),
  'agent_tools[].task_agent_revision_id': agentTool(
    'is by the revision that is active when it is called, or by the pinned one, and a run keeps what it began with',
  ),
  skills: withSkills('are listed for the model, which loads one by its name and is told its files'),
  'skills[].skill_id': withSkills('are listed for the model, which loads one by its name and is told its files'),
  'skills[].skill_revision_id': withSkills(
    'are by the pinned revision, or by the one that was active when the run began, whatever becomes of them meanwhile',
  ),
  integrations: called('is attached by those who may use it, with tools that it has'),
  ...each(['integrations[].project_integration_id', 'integrations[].allowed_tool_ids'], () =>
    called('is attached by those who may use it, with tools that it has'),
  ),
  ...each(['mcp_servers', 'mcp_servers[].task_mcp_server_id', 'mcp_servers[].allowed_tool_ids'], () =>
    api('mcp-servers', 'is given servers of the project, whole or tool by tool, once each'),
  ),
  ...each(['collections', 'collections[].collection_id'], () => ({
    test: api(
      'agent-collections',
      'are offered as a search each, named and described by title and summary, and one tool to read on',
    ),
    word: 'collections: given(',
  })),
  builtin_tools: agentRun('gives the model its instruction, the message and the tools of its revision'),
  approval_policy: { test: policy('asks before every call where its default is always'), word: 'default' },
  'approval_policy.default': policy('asks before every call where its default is always'),
  'approval_policy.rules': policy('lets the first rule that fits a name or a glob win over its default'),
  'approval_policy.rules[].tool': policy('lets the first rule that fits a name or a glob win over its default'),
  'approval_policy.rules[].mode': policy('lets the first rule that fits a name or a glob win over its default'),
  'approval_policy.rules[].tool_type': policy('lets a rule speak of one type of tools'),
  'approval_policy.rules[].on_reject': policy('ends the run at a rejection where the rule says fail'),
  'approval_policy.rules[].expires_in': {
    test: policy('comes by itself when nobody decides, tells the model, and leaves no room for a late decision'),
    word: 'expired',
  },
  'approval_policy.rules[].approvers': policy('is decided by owners and editors only, unless the rule names others'),
  'approval_policy.rules[].approvals_needed': policy('waits for as many different people as its rule asks'),
  'approval_policy.idempotent': promise(
    'unclear-effects',
    'is sent again under the same key where its tool is marked idempotent, and asks nobody',
  ),
};

/** What a floor is made of; it holds beside the policies of agents, whose fields it has. */
const FLOOR: Fields = each(
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
    test: api('approval-gates', 'holds for revisions that were there before, and each request says whose it is'),
    word: 'FLOOR',
  }),
);

const ORGANIZATION: Fields = {
  ...FLOOR,
  name: api('organizations', 'is changed by editors in every field that is chosen, and keeps what is left out'),
  contact_email: api(
    'account',
    'an organization that asked for it gets one mail when its credits run low, and another after they were filled up',
  ),
  low_credit_alerts: api(
    'account',
    'an organization that asked for it gets one mail when its credits run low, and another after they were filled up',
  ),
  approval_floor: api('approval-gates', 'of an organization holds in all of its projects, beside theirs'),
  public_metadata: api('organizations', 'show no account to those outside'),
  usage_based_pricing_enabled: api(
    'account',
    'an organization with usage-based pricing may owe as much as the settings say, and no more',
  ),
  publishing_enabled: api('public-tasks', 'serves its members alone while its organization lets no task be public'),
  sharing_enabled: api('shares', 'shows nothing while its organization lets no link be made, and what it did after'),
  ...each(
    ['auto_topup_config', 'auto_topup_config.enabled', 'auto_topup_config.threshold', 'auto_topup_config.amount'],
    () =>
      api(
        'account',
        'an organization asks for credits once each time that it falls below its threshold, and gets them once',
      ),
  ),
  ...each(['plan', 'plan_status', 'plan_interval', 'trial_ends_at'], () =>
    api(
      'account',
      'an organization is put on a plan by administrators alone, after which its trial is over for nobody',
    ),
  ),
};

const CLIENT: Fields = {
  name: api('oauth-clients', 'is changed field by field'),
  grant_types: api(
    'oauth-grants',
    'that is withdrawn by a new address leaves the tokens that the client asked for itself',
  ),
  redirect_uris: api('oauth-clients', 'with redirect addresses is for the code flow'),
  scopes: api('oauth-server', 'of a client that was itself cut down never give more, also when no scope is asked for'),
  pkce_required: api(
    'oauth-server',
    'needs PKCE, also of a client with a secret, and takes none but the right verifier',
  ),
  pkce_challenge_method: { refused: 'plain' },
  token_endpoint_auth_method: api('oauth-clients', 'without a secret has none'),
  access_token_type: { refused: 'jwt' },
  profile: api('oauth-grants', 'is asked for on a page that shows the profile which the client has of itself'),
};

const document = (name: string) => api('documents', name);
const source = (name: string) => api('knowledge-sources', name);
const WRONG_SOURCE = source('says what is wrong with it before it is made');
const SCHEDULED = source('is synced by its schedule, once for all the times that were missed, unless it rests');
const CRAWLED = source(
  'is crawled within the paths and the number of pages that are asked for, into the collections that are named',
);
const CRAWL: Fields = {
  ...each(['max_pages', 'include_paths', 'exclude_paths', 'collection_ids', 'strategy'], () => CRAWLED),
  max_crawl_depth: source('takes what is linked and what the sitemap lists, each page once, as the site allows'),
};
const REPOSITORY = source('is read at its branch, file by file, and read again where a commit has changed them');
const BUCKET = source('is listed page by page, and read where its tags say that something has changed');
const collection = (name: string) => api('collections', name);
const query = (name: string) => api('queries', name);
const mcp = (name: string) => api('mcp-servers', name);
const mcpAuth = (name: string) => api('mcp-authorization', name);
const signIn = (name: string) => api('sign-in', name);
const MADE = signIn('makes an account once the mailed link was followed, with the password that is chosen there');
const RESET = signIn('is replaced with the mailed link, once, and ends all sessions');
const PASSWORD = api('sessions', 'is changed by whoever has it, and signs every other browser out');
const PICTURE = { test: api('users', 'has a picture that is served from a new address each time'), word: 'avatar' };
const PROFILE = api('users', 'changes what is given and leaves the rest; the address and rights stay');
const IAM = api('iam', 'of every securable resource are added, listed, read, changed and removed alike');
const KNOWN_FILTERS = agentRun('know every filter, per agent and project-wide');
const FAILED = api('filters', 'are found by the type of tool that failed');
const QUEUE = policy('list the requests of a project and of an agent, newest first, by every filter');
const AUDITED = api('audit', 'keeps what its filters let through, any of several types');
const TRIED = api('filters', 'show revisions of one tag, and those that were made for a test only where asked for');
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
      error_event: api(
        'task-streams',
        'has an error of another name than the one of EventSource, where a reader asks for it',
      ),
    },
  ],
  [
    ['task_run.create', 'task_agent_run.create'],
    { revision: { test: taskRun('is the one that was asked for by id or by tag, active or not'), word: '?revision=' } },
  ],
  [
    ['task_agent_run.list', 'task_agent_run.list_project'],
    { chaos_enabled: agentRun('know every filter, per agent and project-wide') },
  ],
  [
    ['approval_request.approve'],
    {
      expires_at: policy(
        'lapses when its time is over and the call has not left: the model is told, and the ledger lets nothing out',
      ),
    },
  ],
  [
    ['task_forwarder.create', 'task_forwarder.update'],
    each(['config_sensitive', 'config_sensitive.signing_key'], () =>
      forwarder('takes the names that other clients have for its address and its secret'),
    ),
  ],
  [
    ['task_mcp_server.discover'],
    { url: mcp('is shown before it is made, and begins enabled as it was shown; all else waits to be allowed') },
  ],
  [['user.update'], { subscribed_to_newsletter: { refused: true } }],
  [['*'], PAGES],
  [
    ['*.tag.create', '*.tag.update'],
    {
      ...each(['name', 'description'], () =>
        TAGS('are made with a name alone, read as they were made, and changed field by field'),
      ),
      parent_id: TAGS('never stand below themselves, also when two are moved at once'),
    },
  ],
  [
    ['*.tag.add', '*.tag.remove'],
    each(['entities'], () => TAGS('go on nothing that is not there: another kind, deleted, of another tenant')),
  ],
  [['task.create', 'task.update'], TASK],
  [['task.update'], WEIGHTS],
  [
    ['task.list'],
    {
      ...each(['name', 'created_by_me', 'include_tests'], () =>
        task('filters by part of the name, by creator, and leaves tests out'),
      ),
      tag_id: FOUND,
    },
  ],
  [
    ['reporting_group.create', 'reporting_group.update'],
    {
      name: grouped('is there once per project by its name, whatever the case'),
      description: grouped('is made, read, listed, changed field by field, and deleted'),
    },
  ],
  [
    ['*.eval_set.create', '*.eval_set.update'],
    {
      ...each(['name', 'description', 'cases', 'scorers', 'scorers[].scorer'], () => EVAL_SET),
      'scorers[].config': evaluated(
        'is refused where it names nothing, too much, or what there is nothing to compare with',
      ),
      'cases[].reference_run_id': GIVEN_CASES,
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
  [['*.eval_case.create'], each(['reference_run_id', 'expected', 'replaces'], () => ADDED_CASE)],
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
    each(['format', 'file'], () =>
      evaluated('takes the cases of a file, all or none, and names the line that is none'),
    ),
  ],
  [
    ['task_agent.eval_case.from_approvals'],
    { approval_request_ids: evaluated('asks nobody: a decision of the past answers, and becomes a case') },
  ],
  [
    ['*.eval_run.create'],
    {
      ...each(['candidate_revision_id', 'eval_set_id', 'parallelism'], () => EVALUATED),
      last_n: evaluated('takes the newest runs of other revisions, none of an eval, where nothing else is named'),
      ...each(['judge_model_id', 'scorers[].config'], () =>
        evaluated('is refused where it names nothing, too much, or what there is nothing to compare with'),
      ),
      ...each(['scorers', 'scorers[].scorer'], () => GIVEN_CASES),
      max_credits: evaluated('begins no case once its credits are used up, and says so'),
    },
  ],
  [['task.eval_run.create'], { task_run_ids: evaluated('begins no case once its credits are used up, and says so') }],
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
      custom_short_id: shared(
        'has a word of its own where one is chosen: once for all, of a form, and none of the house',
      ),
      ...each(['title', 'description', 'indexed'], () => SHARED_PAGE),
      expires_at: shared('is refused for what is not of the task, has not ended, or lies in the past'),
    },
  ],
  [
    ['task.share.create'],
    {
      task_revision_id: shared('shows what serves, or the revision that it is pinned to'),
      task_run_id: shared('shows a run with its files, and only to those who have the link'),
    },
  ],
  [
    ['task_agent.share.create'],
    { task_agent_revision_id: shared('shows what it is told and the names of what it uses, pinned or active') },
  ],
  [['task_share.file'], { inline: shared('shows a run with its files, and only to those who have the link') }],
  [['*.share.list_project'], each(['active'], () => SHARES)],
  [['task.share.list_project'], each(['task_id', 'task_name'], () => SHARES)],
  [['task_agent.share.list_project'], each(['task_agent_id', 'task_agent_name'], () => SHARES)],
  [['task.read'], each(['revision_tag_id', 'include_tests'], () => TRIED)],
  [
    ['task_revision.tag'],
    {
      revision_tags: revised(
        'is given to a revision that is there without making a new one, and moves from the one that had it',
      ),
    },
  ],
  [
    ['task_revision.compare'],
    {
      base_revision_id: revised('is refused with itself and with a revision of another task'),
      pairs: revised(
        'tells the fields that differ and what both made of the same inputs, as far as the asker sees the runs',
      ),
    },
  ],
  [['task.rollback'], { serving_id: revised('serves again from any entry, and a repeat of that changes nothing') }],
  [
    ['task_run.create'],
    {
      revision_id: taskRun('is the one that was asked for by id or by tag, active or not'),
      revision_tag: taskRun('is the one that was asked for by id or by tag, active or not'),
      reporting_group: grouped('are put into a group by its id or name, and the list keeps those of one'),
      use_fallback_model: taskRun('is passed over where the fallback model was asked for'),
      task_input: taskRun('sends the model its prompts and settings under the key of its provider'),
      task_files: FILES,
      task_file: taskRun('come as multipart beside the input'),
      'task_files[].name': FILES,
      'task_files[].content': FILES,
      'task_files[].media_type': FILES,
      task_reference: taskRun('answers the whole record, and reading it gives the same'),
      stream: api('task-streams', 'is told while the model speaks, whole and in order, and ends with done'),
    },
  ],
  [
    ['task_run.events'],
    {
      after: api(
        'task-streams',
        'is taken up with Last-Event-ID where it broke off, at another process, without loss or repeats',
      ),
      follow: api('task-tools', 'streams what it waits for, ends there, and goes on after it once that is decided'),
    },
  ],
  [['task_run.file'], { inline: FILES }],
  [
    ['task_agent_run.file'],
    { inline: api('files', 'is never shown in place where a browser could run it, whatever it is called') },
  ],
  [
    ['*_report'],
    {
      ...each(['start_date', 'end_date'], () =>
        reported('goes back three months at most, whatever start_date says, and has to hold something'),
      ),
      aggregation: reported(
        'is whole quarters of an hour, ends now, and reaches as far back as is said without a start_date',
      ),
      timezone: reported(
        'is cut into the days, weeks and hours of a timezone, also where its midnight is at a quarter of an hour',
      ),
    },
  ],
  [
    ['task.credit_report', 'task.token_report'],
    {
      show_reporting_group: reported(
        'are told in all, by revision, by bucket, and with show_reporting_group by group, of deleted ones too',
      ),
    },
  ],
  [
    ['*.usage_report'],
    {
      status: reported('counts runs by day or week, those of a status, or with errors_only those with an error'),
    },
  ],
  [
    ['task.usage_report', 'task_agent.usage_report'],
    {
      errors_only: reported('counts runs by day or week, those of a status, or with errors_only those with an error'),
    },
  ],
  [
    ['task_run.timing_report', 'task_run.usage_report'],
    {
      task_id: reported('of a project can be that of one task or one agent, and another project shows nothing of it'),
    },
  ],
  [
    ['task_agent_run.timing_report', 'task_agent_run.usage_report'],
    {
      task_agent_id: reported(
        'of a project can be that of one task or one agent, and another project shows nothing of it',
      ),
    },
  ],
  [
    ['project.credit_report'],
    { top: reported('is told by bucket, tasks and agents apart, with the top of them by what they cost') },
  ],
  [
    ['task_run.list_project'],
    {
      ...each(['task_id', 'task_revision_id', 'status', 'start_date', 'end_date'], () => RUNS),
      ...each(['include_event_trigger_id', 'trigger_id', 'trigger_type'], () => STARTED_BY),
      reporting_group_id: grouped('are put into a group by its id or name, and the list keeps those of one'),
    },
  ],
  [
    ['credit_entry.list'],
    each(['kind', 'project_id', 'cause_id', 'created_after', 'created_before'], () =>
      credits('is read by owners, by kind, cause, project and time, page by page'),
    ),
  ],
  [
    ['credit_entry.book'],
    each(['kind', 'amount', 'cause_id', 'reference', 'note'], () =>
      credits('takes grants, adjustments and refunds of administrators, each reference once'),
    ),
  ],
  [
    ['credit_budget.set', 'credit_budget.list'],
    each(['period', 'amount', 'task_id', 'task_agent_id', 'target_id'], () =>
      credits('is set, set anew, listed with what is used of it, read and taken away'),
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
        'is overridden by an owner with a note, which stands in the audit, and loosened by nobody else',
      ),
    },
  ],
  [
    ['*.feedback.create', '*.feedback.update'],
    each(['name', 'value', 'note'], () =>
      judged('is given, listed, read, changed field by field and taken back, and counted on the run'),
    ),
  ],
  [
    ['*.feedback.list', '*.feedback.list_project'],
    each(
      ['name', 'value', 'min_value', 'max_value', 'source', 'created_by_me', 'start_date', 'end_date'],
      () => FOUND_FEEDBACK,
    ),
  ],
  [['task_run.feedback.list_project'], each(['task_run_id', 'task_id', 'task_revision_id'], () => FEEDBACK_OF)],
  [
    ['task_agent_run.feedback.list_project'],
    each(['task_agent_run_id', 'task_agent_id', 'task_agent_revision_id'], () => FEEDBACK_OF),
  ],
  [
    ['task_run.list_project', 'task_agent_run.list', 'task_agent_run.list_project'],
    each(['feedback_name', 'feedback_value'], () => FOUND_FEEDBACK),
  ],
  [
    ['trigger.schedule.create', 'trigger.schedule.update'],
    {
      name: RESTS,
      description: RESTS,
      status: RESTS,
      cron_expression: MISFITS,
      timezone: MISFITS,
      task_input: OF_AGENT,
      expires_at: scheduled('starts nothing after its expiry, and says so'),
      overlap: scheduled('starts nothing while a run of it has not ended, where it may not overlap'),
      catch_up: scheduled(
        'begins each of the times that were missed where it catches up with all, in their order and once',
      ),
      task_agent_revision_id: OF_AGENT,
    },
  ],
  [['trigger.schedule.preview'], each(['cron_expression', 'timezone', 'count'], () => PREVIEW)],
  [['trigger.schedule.create'], each(['target_type', 'target_id'], () => OF_AGENT)],
  [['trigger.schedule.update'], { target_type: { refused: 'task_agent' }, target_id: { refused: NO_ID } }],
  [['trigger.schedule.events'], each(['limit', 'status'], () => ALL_EVENTS)],
  [['trigger.schedule.list_events'], each(['status', 'trigger_type', 'target_type', 'target_id'], () => ALL_EVENTS)],
  [
    ['trigger.webhook.create', 'trigger.webhook.update'],
    {
      ...each(['name', 'target_type', 'target_id', 'description', 'status', 'auth_method'], () =>
        hook(
          'changes its name, description and status by an edit, and never its target_type, target_id or auth_method',
        ),
      ),
      ...each(['auth_config', 'auth_config.username', 'auth_config.header_name', 'auth_secret'], (name) => ({
        test: hook(
          'shows an auth_secret as %s, with what auth_config says (username, header_name), and is let in with nothing else',
        ),
        word: name.split('.').at(-1) ?? name,
      })),
      'auth_config.tolerance_seconds': hook('signs as the library of Standard Webhooks does'),
      idempotency_key_path: hook('at idempotency_key_path %s starts one run, also of several at once'),
      idempotency_ttl_seconds: hook('starts another run once idempotency_ttl_seconds are over'),
      include_raw_payload: hook(
        'runs its task on what payload_mapping takes from a delivery, which the run, its events and the trigger tell',
      ),
      payload_mapping: hook(
        'runs its task on what payload_mapping takes from a delivery, which the run, its events and the trigger tell',
      ),
      task_agent_revision_id: hook(
        'runs its agent on a message, in a session of its own each time, with task_agent_revision_id where that is said',
      ),
    },
  ],
  [
    ['trigger.webhook.events'],
    each(['status', 'limit'], () => hook('has its events in a bare list, newest first, page by page and by status')),
  ],
  [['trigger.list'], { ...each(['trigger_type', 'target_type', 'target_id'], () => STARTED_BY), limit: STARTED_BY }],
  [['task_agent.create', 'task_agent.update', 'task_agent.policy_dry_run'], AGENT],
  [
    ['task_agent.policy_dry_run'],
    each(['calls', 'calls[].tool_name', 'calls[].arguments'], () =>
      api('policy-dry-run', 'says of each tool and of each call what the policy would ask, and what a run then asks'),
    ),
  ],
  [
    ['task_agent.update'],
    { active_revision_id: api('agents', 'is sent alone and makes it the one that new sessions run on') },
  ],
  [
    ['task_agent.list'],
    {
      name: api('filters', 'are found by part of their name'),
      tag_id: FOUND,
      uses: api('filters', 'are found by what their active revision attaches'),
      seven_day_summary: api(
        'filters',
        'are listed with what they did in the last seven days, of the runs that one sees',
      ),
    },
  ],
  [
    ['task_agent_run.create'],
    {
      message: agentRun('gives the model its instruction, the message and the tools of its revision'),
      session_id: agentRun('carries the conversation from run to run'),
      revision_id: agentRun('stays on the revision it began with, whatever is active, and refuses another'),
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
        ],
        () => KNOWN_FILTERS,
      ),
      trigger_id: api('filters', 'are found by the trigger that started them'),
      ...each(['parent_run_id', 'top_level'], () =>
        agentTool('is found among runs by its caller, and left out where only runs of their own are asked for'),
      ),
      had_task_tool_fail: KNOWN_FILTERS,
      had_mcp_tool_fail: { test: FAILED, word: 'had_' },
      had_integration_tool_fail: { test: FAILED, word: 'had_' },
    },
  ],
  [
    ['task_agent_run.resume'],
    { message: agentRun('lets a run that was held before anything else be resumed by its own id') },
  ],
  [
    ['project.changes'],
    {
      after: api(
        'changes',
        'is told the same where it says by the address from where on, as a page does that follows after it has read',
      ),
    },
  ],
  [
    ['task_agent_run.events'],
    {
      after: api('stream', 'can be taken up after any event, by header or by query, and the header counts'),
      deltas: api('stream', 'without deltas gets each turn’s words whole, once the turn is over'),
      follow: api('stream', 'with follow=true stays through every wait to the end'),
      include_history: agentRun('tell the conversation in order: whole, in pages, and with the session’s earlier runs'),
    },
  ],
  [
    ['approval_request.list', 'approval_request.list_project'],
    each(
      ['status', 'run_id', 'session_id', 'tool_type', 'tool_name', 'created_after', 'created_before', 'task_agent_id'],
      () => QUEUE,
    ),
  ],
  [['run.locate'], { id: policy('and its run are found by nothing but their ids, by those who may learn of them') }],
  [
    ['approval_request.approve', 'approval_request.reject'],
    {
      decision_note: policy('tells the model of a rejection, with the note, and runs nothing'),
      arguments: policy('runs a reviewer’s edited arguments, keeps both versions and tells the model'),
      arguments_digest: policy('refuses an approval that echoes the digest of other arguments'),
      message: policy('may carry a message for the next turn'),
    },
  ],
  [
    ['approval_request.resume'],
    {
      message: policy('carries a message into the next turn, and refuses one that comes too late'),
      session_id: policy('refuses ids of another run or session'),
      task_agent_run_id: policy('refuses ids of another run or session'),
    },
  ],
  [['organization.create', 'organization.update'], ORGANIZATION],
  [['organization.list'], { membership: api('organizations', 'are listed to those who belong to them, newest first') }],
  [
    ['organization.join'],
    {
      code: api(
        'organizations',
        'by a code gives the roles of the invite, once, also to another address than the invited one',
      ),
    },
  ],
  [
    ['organization_invite.create'],
    each(['email_address', 'roles', 'project_roles'], () =>
      api('invites', 'is mailed, and grants its roles on the organization and on projects to who brings the code'),
    ),
  ],
  [
    ['organization_invite.list'],
    { show: api('invites', 'shows those that are open, were accepted, or all, newest first, page by page') },
  ],
  [['organization_domain.create'], { domain: api('domains', 'answers it unverified, with the record to publish') }],
  [
    ['model_key.set'],
    {
      key: api('model-keys', 'adds the models of its provider in every process, and is used by runs that begin there'),
    },
  ],
  [
    ['partner.create', 'partner.update'],
    each(['name', 'description'], () =>
      api('partners', 'are created, read, changed and listed by platform administrators'),
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
        'is set and tightened by editors, loosened by owners, and stands in the audit log',
      ),
      ...FLOOR,
      chat_guardrails: config('put chat_guardrails before every task and agent, besides their own'),
      'chat_guardrails.input': config('put chat_guardrails before every task and agent, besides their own'),
      'chat_guardrails.output': config('put chat_guardrails before every task and agent, besides their own'),
      ...each(['chat_system_commands', 'llm', 'temperature'], () =>
        config('give answers of queries their llm, temperature and chat_system_commands, agents the commands too'),
      ),
      knn: config('say by knn how many passages queries, tasks and agents take that do not say'),
      query_expansion: config('have a search ask in other words where query_expansion is on, and charge for it'),
    },
  ],
  [['user.avatar', 'organization.avatar', 'project.avatar'], { file: PICTURE }],
  [
    ['user.update', 'organization.update', 'project.update'],
    { avatar_url: api('avatars', 'of %s is taken away by an edit to null, with its bytes, and an edit sets no other') },
  ],
  [
    ['user.update'],
    {
      ...each(['name', 'email', 'job_role', 'bio'], () => PROFILE),
      muted_mails: api('chosen-mails', 'is not sent to whoever switched it off, and comes again once it is wanted'),
      language: api('chosen-mails', 'comes in the language of whoever gets it'),
    },
  ],
  [['identity.sign_up'], { email: MADE, name: MADE }],
  [['identity.verify_address'], { token: MADE, password: MADE, name: { test: MADE, word: 'name' } }],
  [
    ['identity.resend_verification', 'identity.request_password_reset'],
    { email: signIn('is asked for with the same answer whether there is an account or not') },
  ],
  [
    ['identity.sign_in'],
    {
      email: signIn('answers a wrong password and an unknown address alike'),
      password: signIn('answers a wrong password and an unknown address alike'),
      remember: signIn('sets a cookie that ends with the browser where one is not to be remembered'),
    },
  ],
  [['identity.sign_in_by_link'], { link: signIn('signs the owner in once, and only who opens it on this machine') }],
  [['user.password.change'], { current_password: PASSWORD, password: PASSWORD }],
  [['identity.sign_out_everywhere'], { keep_this: signIn('is signed out here, or everywhere') }],
  [
    ['identity.reset_password'],
    {
      token: RESET,
      password: RESET,
      withdraw_grants: api('oauth-grants', 'when they choose a new password and say %j to taking it back leaves %j'),
      revoke_api_keys: signIn('keeps API keys unless the person asks to revoke them'),
    },
  ],
  [
    ['identity.api_key.create'],
    {
      name: api('api-keys', 'shows its value once, and speaks for who made it'),
      scopes: api('api-keys', 'holds only the scopes that it was given'),
    },
  ],
  [['oauth_client.create', 'oauth_client.update', 'oauth_client.rotate_secret'], CLIENT],
  [['knowledge_source.update'], { kind: { refused: 'git' } }],
  [
    ['knowledge_source.create', 'knowledge_source.update'],
    {
      name: source('is edited by whoever may, and tells its version'),
      config: WRONG_SOURCE,
      'config.urls': { test: WRONG_SOURCE, word: 'urls' },
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
      ...each(['config.folder', 'config.paths'], (name) => ({
        test: source('is followed as its files come, change and go, without ever leaving it'),
        word: name.slice('config.'.length),
      })),
      secret: REPOSITORY,
      collection_ids: source('is edited by whoever may, and tells its version'),
      strategy: source('is edited by whoever may, and tells its version'),
      schedule: SCHEDULED,
      paused: SCHEDULED,
    },
  ],
  [['knowledge_source.create'], { kind: WRONG_SOURCE }],
  [['knowledge_source.list'], { kind: WRONG_SOURCE }],
  [
    ['knowledge_source.delete'],
    {
      documents: source(
        'is deleted with its secret; its documents stay or go, as is asked for, and a run under way stops',
      ),
    },
  ],
  [
    ['source_run.items'],
    {
      outcome: source(
        'reads again only what has changed, and deletes what is gone but nothing that can not be reached',
      ),
    },
  ],
  [['scrape.start'], { urls: CRAWLED, ...CRAWL }],
  [
    ['collection.create'],
    {
      ...each(['title', 'document_embedding_instance_ids', 'tags'], () =>
        collection('is created with documents, whose passages it counts'),
      ),
      embedding_model: collection('is searched by the embedding model that its creation names'),
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
      ...each(['title', 'tags'], () => collection('is given another title, and no version where nothing changes')),
      embedding_model: {
        test: 'test/long/workflows/reembedding.test.ts › goes on alone with the one before where that is named again, and nothing is left of the other',
        word: 'choose',
      },
    },
  ],
  [
    ['collection.add', 'collection.remove'],
    { embedding_instance_ids: collection('are added once and taken out, and nothing is told where nothing changes') },
  ],
  [
    ['collection.query'],
    {
      ...each(['query', 'limit'], () => query('finds passages, the best first, with what is known of them')),
      results_only: query('finds passages, the best first, with what is known of them'),
      llm_model_id: query('is answered by the model that it names'),
      rerank_model: query('puts the passages of a query into its own order, whatever they scored, and is paid for'),
      ...each(['filters', 'filters.tags', 'filters.sources', 'filters.document_ids'], (name) => ({
        test: query('keeps to the filters, with as many passages as pass them'),
        word: name.split('.').at(-1) ?? name,
      })),
    },
  ],
  [
    ['document.query'],
    {
      ...each(['limit', 'results_only'], () => query('answers from that document alone')),
      query: query('is refused before the document is ready, and where what it asks breaks a rule'),
      llm_model_id: query('is refused before the document is ready, and where what it asks breaks a rule'),
      rerank_model: query('puts the passages of a query into its own order, whatever they scored, and is paid for'),
    },
  ],
  [
    ['document.list'],
    {
      ...each(['title', 'collection_id', 'connection_id', 'source', 'strategy', 'status'], () =>
        document('are found by each filter, which takes all that is there into account'),
      ),
      tag_id: FOUND,
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
        () => document('answers at once with a group that tells how far each is, until all are ready'),
      ),
      ...each(['title', 'data', 'files'], () =>
        document('takes files in a form whose parts come in any order, and downloads give back their bytes'),
      ),
    },
  ],
  [
    ['document.download'],
    { inline: document('takes files in a form whose parts come in any order, and downloads give back their bytes') },
  ],
  [
    ['document.update'],
    {
      ...each(['title', 'description', 'strategy'], () => document('is edited by whoever may, and tells its version')),
      collections: document('is held by the collections that an edit names, of those that the editor may edit'),
      tags: TAGGED,
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
      slug: api(
        'skills',
        'has a slug of its own: one that is made gets a number, one that is given is refused when taken',
      ),
      'capabilities.dependencies': api(
        'provisioning',
        'is shown with the revision, and required unless it says otherwise',
      ),
    },
  ],
  [
    ['skill.create', 'skill.update'],
    { tags: api('skills', 'is created with tags by themselves, which an edit leaves as they are or is refused') },
  ],
  [
    ['skill.update'],
    each(['display_name', 'description', 'license', 'compatibility', 'slug'], () =>
      api(
        'skills',
        'is edited field by field; null clears what can be empty, and what changes nothing leaves no trace',
      ),
    ),
  ],
  [
    ['skill_revision.create'],
    {
      ...each(['instructions', 'activate', 'annotation', 'assets', 'reference_docs'], () =>
        api('skills', 'is immutable, active at once unless told otherwise, and one is active at a time'),
      ),
      ...each(['skill_metadata', 'capabilities', 'capabilities.schema_version'], () =>
        api('skills', 'keeps what it says beside its instructions'),
      ),
      'capabilities.dependencies': api(
        'provisioning',
        'is shown with the revision, and required unless it says otherwise',
      ),
    },
  ],
  [
    ['skill.activate'],
    { revision_id: api('skills', 'is immutable, active at once unless told otherwise, and one is active at a time') },
  ],
  [
    ['skill.list'],
    { search: api('skills', 'show what the project owns, page by page, newest first, and what a search fits') },
  ],
  [['skill.list_available'], { search: api('skills', 'of what is available have the catalogue too') }],
  [
    ['skill.import'],
    {
      file: api('skills', 'is imported from an archive, and exported byte by byte as it came'),
      replace: api('skills', 'of a name that is there is a 409, or a revision where it is to replace'),
    },
  ],
  [
    ['catalog_skill.list'],
    {
      ...each(['source', 'tag', 'tags'], () => api('skills', 'is filtered by source, by every tag, and by words')),
      search: api('skills', 'has the skills of the product, for everybody who is signed in'),
    },
  ],
  [
    ['integration.update'],
    {
      type: { refused: 'openapi' },
      ...each(['config.document', 'config.document_url', 'config.base_url'], () =>
        integration('may be read from an address and be called elsewhere, with a user and a password'),
      ),
    },
  ],
  [
    ['integration.create', 'integration.update'],
    {
      'config.allowed_origins': api(
        'openapi-calls',
        'are called at their own server, with the credential, once somebody allowed that, and are left out before',
      ),
      type: integration('of an unknown type is a 422 that names those there are'),
      name: integration(
        'is edited: its name, which tools are offered; names of tools stay, and what changes nothing leaves no trace',
      ),
      config: integration(
        'is edited: its name, which tools are offered; names of tools stay, and what changes nothing leaves no trace',
      ),
      'config.enabled_tools': integration(
        'is edited: its name, which tools are offered; names of tools stay, and what changes nothing leaves no trace',
      ),
      'config.document': integration(
        'has a tool for each operation, none of them offered before it is enabled, and its key is never shown',
      ),
      ...each(
        ['config.document_url', 'config.base_url', 'config.credential.username', 'config.credential.password'],
        () => integration('may be read from an address and be called elsewhere, with a user and a password'),
      ),
      ...each(
        ['config.credential', 'config.credential.kind', 'config.credential.name', 'config.credential.value'],
        () =>
          integration('has no OAuth to begin; disconnected it forgets its key, and another one authorises it again'),
      ),
    },
  ],
  [
    ['integration.list', 'integration.read'],
    {
      include_disabled_tools: integration(
        'is made of a service, needs authorization, and is listed newest first with the tools that are enabled',
      ),
    },
  ],
  [
    ['integration.authorize'],
    {
      redirect_to: integration(
        'sends the browser on to redirect_to, a place of this server alone, with what came of it',
      ),
    },
  ],
  [
    ['integration.callback'],
    {
      ...each(['code', 'state'], () =>
        integration('is for the person who began, once, and for nobody else; without a state or a code it is a 422'),
      ),
      error: integration('sends the browser on to redirect_to, a place of this server alone, with what came of it'),
      iss: integration('takes no answer that another service gave'),
    },
  ],
  [
    ['task_mcp_server.create', 'task_mcp_server.update', 'task_mcp_server.discover'],
    {
      ...each(['name', 'server_url', 'description', 'enabled', 'transport'], () =>
        mcp('is kept as it was given, with a name for its tools that no other of the project has'),
      ),
      ...each(['api_key', 'api_key_strategy', 'api_key_header_name'], () =>
        mcp('goes to the server as %s (%s), and is shown to nobody'),
      ),
      enable_tools: mcp('is shown before it is made, and begins enabled as it was shown; all else waits to be allowed'),
      auth_session_id: mcpAuth('is authorized anew once it is there; an edit takes an earlier authorization too'),
      ...each(['client_id', 'client_secret'], () =>
        mcpAuth('is authorized as a client that an editor gave, where nobody is registered'),
      ),
    },
  ],
  [
    ['task_forwarder.create', 'task_forwarder.update'],
    {
      ...each(['type', 'name', 'config'], () => forwarder('is edited in name and settings, not in its type')),
      status: forwarder(
        'to a receiver that is gone is given up at once, and its forwarder paused; what ends then waits for it',
      ),
    },
  ],
  [
    ['task_forwarder.rotate_secret'],
    { overlap_hours: forwarder('that is exchanged signs beside the new one until the overlap ends') },
  ],
  [
    ['forward_delivery.list'],
    each(['status', 'task_id', 'task_run_id'], () => forwarder('is listed by status, task and run')),
  ],
  [
    ['task_mcp_server.authorize', 'task_mcp_server.reauthorize'],
    {
      server_url: mcpAuth('begins in the browser, which comes back to the page that it was on'),
      redirect_to: mcpAuth('begins in the browser, which comes back to the page that it was on'),
    },
  ],
  [
    ['task_mcp_server.callback'],
    {
      ...each(['code', 'state'], () => mcpAuth('is for whoever began, once, and for nobody else')),
      iss: mcpAuth('is of the authorization server that it began at, where that says which it is'),
      ...each(['error', 'error_description'], () =>
        mcpAuth('tells the browser what went wrong on the page that it comes back to'),
      ),
    },
  ],
  [['task_mcp_tool.update'], { task_mcp_server_id: { refused: NO_ID }, tool_name: { refused: 'other' } }],
  [
    ['task_mcp_tool.create', 'task_mcp_tool.update'],
    each(['name', 'task_mcp_server_id', 'tool_name', 'description', 'enabled', 'read_only'], () =>
      mcp('that the server was not seen to have waits for it, edited and deleted like any other'),
    ),
  ],
  [
    ['task_mcp_tool.list'],
    {
      task_mcp_server_id: mcp('that the server was not seen to have waits for it, edited and deleted like any other'),
    },
  ],
  [['*model_exclusion.exclude_by_id'], EXCLUDED('model_id')],
  [['*model_exclusion.exclude_by_provider'], EXCLUDED('provider')],
  [['*model_exclusion.exclude_by_vendor'], EXCLUDED('vendor')],
  [
    ['model.list'],
    {
      include_retired: api('models', 'leaves retired models out unless they are asked for'),
      ...each(['vision', 'output'], () => api('models', 'filters by vision, repeated or not, and by output')),
    },
  ],
  [['*.iam.list'], { type: api('iam', 'are listed by the type of subject, with how many users each stands for') }],
  [
    ['*.iam.change'],
    {
      add: IAM,
      remove: api('iam', 'takes away first and adds then, so that one request replaces a role'),
      remove_all: IAM,
    },
  ],
  [
    ['*.iam.test'],
    {
      permissions: api('iam', 'answers which of them the caller holds, on every securable resource'),
      member: api('iam', "answers another's for those who may see members, and inherits downward as access does"),
      explain: api(
        'iam',
        'says which roles permissions come from, through which group, and no more than the caller may see',
      ),
    },
  ],
  [
    ['*.audit_event.list', '*.audit_event.export'],
    each(['event_type', 'actor_user_id', 'resource_type', 'resource_id', 'start_date', 'end_date'], () => AUDITED),
  ],
];

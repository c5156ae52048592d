import Type from 'typebox';
import type { Finding, GuardrailConfig, GuardrailKind } from './kind.ts';
import { definePatternSettings, filterFindings, findAll, type Pattern } from './settings.ts';

/** Maximum length of a private key in characters. */
const MAX_PRIVATE_KEY_LENGTH = 10_000;

/** Keys that the library does not detect. */
const OWN_PATTERNS: readonly Pattern[] = [
  {
    rule: 'jwt',
    pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,2000}\.[\w-]{16,1000}/g,
  },
  { rule: 'google_api_key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { rule: 'google_oauth_secret', pattern: /(?<![\w-])GOCSPX-[\w-]{28}(?![\w-])/g },
  { rule: 'azure_account_key', pattern: /\b(?:AccountKey|SharedAccessKey)=(?<it>[A-Za-z0-9+/]{43,86}={1,2})/g },
  { rule: 'azure_client_secret', pattern: /(?<![\w.~-])[\w.~-]{3}[78]Q~[\w.~-]{31,34}(?![\w.~-])/g },
  { rule: 'holdfast_key', pattern: /(?<![\w-])hf_[\w-]{32,200}(?![\w-])/g },
  {
    rule: 'private_key',
    pattern: new RegExp(
      `-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----END )[A-Za-z0-9+/=\\s:,.\\\\-]){20,${MAX_PRIVATE_KEY_LENGTH}}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?`,
      'g',
    ),
  },
];

/** Rules of the library under our names. */
const LIBRARY_RULES: Readonly<Record<string, string>> = {
  '1password': 'one_password_token',
  anthropic: 'anthropic_key',
  aws: 'aws_key',
  basicauth: 'password_in_url',
  cloudflare: 'cloudflare_token',
  'database-connection-string': 'password_in_url',
  databricks: 'databricks_token',
  docker: 'docker_token',
  figma: 'figma_token',
  gcp: 'google_service_account',
  github: 'github_token',
  gitlab: 'gitlab_token',
  grafana: 'grafana_token',
  groq: 'groq_key',
  'hashicorp-vault': 'vault_token',
  huggingface: 'hugging_face_token',
  linear: 'linear_key',
  notion: 'notion_token',
  npm: 'npm_token',
  openai: 'openai_key',
  privatekey: 'private_key',
  sendgrid: 'sendgrid_key',
  shopify: 'shopify_key',
  slack: 'slack_token',
  stripe: 'stripe_key',
  tailscale: 'tailscale_key',
  vercel: 'vercel_token',
};
/** Rule of secrets that later versions of the library detect. */
const OTHER_SECRET = 'other_secret';
const RULES = [
  ...new Set([...OWN_PATTERNS.map(({ rule }) => rule), ...Object.values(LIBRARY_RULES), OTHER_SECRET]),
].sort();

export const secrets: GuardrailKind<'secrets'> = {
  name: 'secrets',
  description: 'Detects keys, tokens and passwords of known services, private keys, and passwords in URLs.',
  directions: ['input', 'output'],
  actions: ['block', 'mask', 'flag'],
  defaultAction: 'flag',
  config: Type.Object(definePatternSettings(RULES)),
  detector: { for: 'places', find: findSecrets },
};

async function findSecrets(text: string, config: GuardrailConfig): Promise<readonly Finding[]> {
  return filterFindings(text, [...findAll(text, OWN_PATTERNS), ...(await findWithLibrary(text))], config);
}

/** Comments that would disable the library. */
const LINT_DIRECTIVE = /secretlint-(?=disable|enable)/gi;

async function findWithLibrary(text: string): Promise<Finding[]> {
  library ??= loadLibrary();
  const lint = await library;
  const content = text.replace(LINT_DIRECTIVE, (word) => '.'.repeat(word.length));
  const messages = await lint(content);
  return messages.map(({ ruleId, range: [start, end] }) => {
    const id = ruleId.split('secretlint-rule-').at(-1) ?? '';
    return { rule: LIBRARY_RULES[id] ?? OTHER_SECRET, start, end };
  });
}

type Lint = (
  content: string,
) => Promise<readonly { readonly ruleId: string; readonly range: readonly [number, number] }[]>;
let library: Promise<Lint> | undefined;

/** Loaded on first use because of its size. */
async function loadLibrary(): Promise<Lint> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const rules = [{ id: '@secretlint/secretlint-rule-aws', options: { enableIDScanRule: true } }];
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, rules }] };
  return async (content) => {
    const source = { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' as const };
    const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
    return messages;
  };
}

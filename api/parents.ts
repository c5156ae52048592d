import Type, { type TObject } from 'typebox';
import { Id } from '../src/platform/schemas.ts';
import { AGENT_PARENTS } from './agents/parents.ts';
import { AUDIT_PARENTS } from './audit/parents.ts';
import { INTEGRATION_PARENTS } from './connections/integrations/parents.ts';
import { MCP_SERVER_PARENTS } from './connections/mcp-servers/parents.ts';
import { EVAL_PARENTS } from './evals/parents.ts';
import { IDENTITY_PARENTS } from './identity/parents.ts';
import { KNOWLEDGE_PARENTS } from './knowledge/parents.ts';
import { ORGANIZATION_PARENTS } from './organizations/parents.ts';
import { PARTNER_PARENTS } from './organizations/partners/parents.ts';
import { isIdentifier, listParameters, type Parent, type PathParameter } from './path.ts';
import { FEEDBACK_PARENTS } from './runs/feedback/parents.ts';
import { SHARE_PARENTS } from './shares/parents.ts';
import { SKILL_PARENTS } from './skills/parents.ts';
import { TAG_PARENTS } from './tags/parents.ts';
import { FORWARDER_PARENTS } from './tasks/forwarders/parents.ts';
import { TASK_PARENTS } from './tasks/parents.ts';
import { TRIGGER_PARENTS } from './triggers/parents.ts';
import { USAGE_PARENTS } from './usage/parents.ts';

/** Every path parameter by name. Modules contribute those that name rows. */
export const PATH_PARAMETERS = {
  org_id: { description: 'Organization.' },
  project_id: { description: 'Project of the organization.' },
  member: { description: 'Member as `<subject_type>:<subject_id>`.' },
  model_id_or_name: { description: 'ID, name or alias of a model.' },
  variable: { description: 'Environment variable of a provider key.' },
  rule_type: { description: 'Type of the rule: `model_id`, `provider` or `vendor`.' },
  value: { description: 'Value of the rule; for a model its ID, name or alias.' },
  project_key: { description: 'Key of a project.' },
  short_id: { description: 'Last path segment of a share link.' },
  slug: { description: 'Slug of a catalog entry.' },
  file_name: { description: 'Name of a file.' },
  endpoint: { description: 'Last path segment of a webhook URL.' },
  avatar: { description: 'Last path segment of an avatar URL.' },
  response: { description: 'ID of a response.' },
  model: { description: 'Model: `agent/` or `task/` with the name or ID of an agent or task, percent-encoded.' },
  ...ORGANIZATION_PARENTS,
  ...PARTNER_PARENTS,
  ...IDENTITY_PARENTS,
  ...TASK_PARENTS,
  ...AGENT_PARENTS,
  ...EVAL_PARENTS,
  ...SKILL_PARENTS,
  ...MCP_SERVER_PARENTS,
  ...INTEGRATION_PARENTS,
  ...KNOWLEDGE_PARENTS,
  ...FORWARDER_PARENTS,
  ...AUDIT_PARENTS,
  ...TAG_PARENTS,
  ...TRIGGER_PARENTS,
  ...USAGE_PARENTS,
  ...SHARE_PARENTS,
  ...FEEDBACK_PARENTS,
};

/** Parameters that authentication verifies. */
export const SCOPE = ['org_id', 'project_id'];

function findParameter(name: string): PathParameter | undefined {
  return Object.hasOwn(PATH_PARAMETERS, name) ? PATH_PARAMETERS[name as keyof typeof PATH_PARAMETERS] : undefined;
}

const isParent = (entry: PathParameter): entry is Parent => 'load' in entry;

/** Path parameters without an entry in the table. */
export function listUnknownParameters(path: string): string[] {
  return listParameters(path).filter((name) => findParameter(name) === undefined);
}

/** Schema of the path parameters. Authentication checks the format of identifiers and responds 400. */
export function toParamsSchema(path: string): TObject {
  const schema = (name: string) => {
    const description = findParameter(name)?.description;
    return isIdentifier(name) ? Type.String({ ...Id, description }) : Type.String({ description });
  };
  return Type.Object(Object.fromEntries(listParameters(path).map((name) => [name, schema(name)])));
}

/** Row to load: its parameter and its parent's. */
interface Link {
  readonly name: string;
  readonly above: string | undefined;
  readonly parent: Parent;
}

/** Rows that an operation's path names, in path order. */
export function listParents(op: {
  readonly path: string;
  readonly request: { readonly parents: Readonly<Record<string, PathParameter>> };
}): Link[] {
  const names = listParameters(op.path);
  const links = names.flatMap((name, at) => {
    const entry = op.request.parents[name] ?? findParameter(name);
    return entry && isParent(entry) ? [{ name, above: names[at - 1], parent: entry }] : [];
  });
  const proved = new Set(links.flatMap(({ parent }) => parent.proves ?? []));
  return links.filter(({ name }) => !proved.has(name));
}

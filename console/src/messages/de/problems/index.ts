import {
  agentFailures,
  agents,
  agentWaits,
  approvalQuestions,
  callArguments,
  decisions,
  effectMessages,
  evidenceMessages,
} from './agents.ts';
import { common } from './common.ts';
import { connections, connectionWaits, mcpServerFailures } from './connections.ts';
import { caseFiles, evalReasons, evals, scorers } from './evals.ts';
import { files } from './files.ts';
import { forwarderFailures, forwarders } from './forwarders.ts';
import { guardrails } from './guardrails.ts';
import { identity } from './identity.ts';
import { documentFailures, knowledge, knowledgeWaits, sourceFailures } from './knowledge.ts';
import { models } from './models.ts';
import { domainFailures, organizations } from './organizations.ts';
import { notifications, outbound } from './outbound.ts';
import { requests } from './requests.ts';
import { runFailures, runs, runWaits } from './runs.ts';
import { patterns, schema } from './schema.ts';
import { shares } from './shares.ts';
import { dependencies, nextSteps, skillFailures, skills } from './skills.ts';
import { failures, formats, tasks } from './tasks.ts';
import { tools } from './tools.ts';
import { deliveries, schedules, triggerFailures, triggers, webhooks } from './triggers.ts';

/** Problems by code: every one that the server declares. */
export const problems = {
  ...agents,
  ...decisions,
  ...callArguments,
  ...approvalQuestions,
  ...effectMessages,
  ...evidenceMessages,
  ...agentFailures,
  ...agentWaits,
  ...common,
  ...connections,
  ...mcpServerFailures,
  ...connectionWaits,
  ...evals,
  ...scorers,
  ...caseFiles,
  ...evalReasons,
  ...files,
  ...forwarders,
  ...forwarderFailures,
  ...guardrails,
  ...identity,
  ...knowledge,
  ...documentFailures,
  ...sourceFailures,
  ...knowledgeWaits,
  ...models,
  ...organizations,
  ...domainFailures,
  ...outbound,
  ...notifications,
  ...requests,
  ...runs,
  ...runFailures,
  ...runWaits,
  ...schema,
  ...patterns,
  ...shares,
  ...skills,
  ...dependencies,
  ...nextSteps,
  ...skillFailures,
  ...tasks,
  ...formats,
  ...failures,
  ...tools,
  ...triggers,
  ...schedules,
  ...webhooks,
  ...deliveries,
  ...triggerFailures,
};

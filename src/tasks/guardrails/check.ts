import { describeExclusion, type Exclusion, findExclusion } from '../../models/exclusions.ts';
import { modelProblems } from '../../models/problems.ts';
import { checkEach, errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import { listSettingsProblems, omitNullSettings } from '../../platform/kind-settings.ts';
import type { Problem } from '../../platform/messages.ts';
import type { ModelCatalog } from '../../platform/models/catalog.ts';
import { commonProblems } from '../../platform/problems.ts';
import { GUARDRAIL_KINDS } from './kinds/index.ts';
import {
  ACTIONS,
  type Action,
  DIRECTIONS,
  type Direction,
  type GuardrailItem,
  type GuardrailKind,
  type Guardrails,
} from './kinds/kind.ts';
import { guardrailProblems } from './problems.ts';

/** Guardrails in a request. */
interface SentGuardrails {
  readonly input?: readonly SentItem[];
  readonly output?: readonly SentItem[];
}
interface SentItem {
  readonly guardrail: string;
  readonly action?: Action;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Fills in default actions and resolves models to IDs. Undefined if the request has no guardrails. */
export function completeGuardrails(models: ModelCatalog, sent: SentGuardrails | undefined): Guardrails | undefined {
  if (sent === undefined) return undefined;
  const completeItem = ({ guardrail, action, config: settings = {} }: SentItem): GuardrailItem => {
    const kind = GUARDRAIL_KINDS.find(({ name }) => name === guardrail);
    const defaultAction = kind?.defaultAction ?? 'flag';
    const config = omitNullSettings(kind, settings);
    const model = typeof config.llm_model_id === 'string' ? models.find(config.llm_model_id) : undefined;
    return {
      guardrail,
      action: action ?? defaultAction,
      config: model ? { ...config, llm_model_id: model.id } : config,
    };
  };
  return { input: (sent.input ?? []).map(completeItem), output: (sent.output ?? []).map(completeItem) };
}

/** Validates guardrails when they are saved. Throws a 422 with all problems. */
export function assertGuardrailsValid(
  models: ModelCatalog,
  exclusions: readonly Exclusion[],
  guardrails: Guardrails,
): void {
  checkEach(DIRECTIONS, (direction) =>
    checkEach(guardrails[direction], (item, index) =>
      checkItem({ models, exclusions }, item, direction, (at, problem) =>
        errors.invalid(['guardrails', direction, index, ...at], problem),
      ),
    ),
  );
}

/** Available models and exclusions. */
interface ModelContext {
  readonly models: ModelCatalog;
  readonly exclusions: readonly Exclusion[];
}

type ToError = (at: readonly (string | number)[], problem: Problem) => ValidationError;

function checkItem(context: ModelContext, item: GuardrailItem, direction: Direction, toError: ToError): void {
  const kind = GUARDRAIL_KINDS.find(({ name }) => name === item.guardrail);
  if (!kind) {
    throw toError(['guardrail'], createUnknownGuardrailProblem());
  }
  if (!kind.directions.includes(direction))
    throw toError(['guardrail'], guardrailProblems.direction_not_supported({ guardrail: kind.name, direction }));
  if (!kind.actions.includes(item.action))
    throw toError(
      ['action'],
      guardrailProblems.action_not_supported({ guardrail: kind.name, supported: kind.actions }),
    );
  const problems = listSettingsProblems(kind, item.config);
  throwProblems(problems.map(({ path: at, problem }) => toError(['config', ...at], problem)));
  const rule = kind.findConfigProblem?.(item.config);
  if (rule) throw toError(['config', ...rule.path], rule.problem);
  const { llm_model_id: model } = item.config;
  if (typeof model === 'string') checkJudge(context, model, (problem) => toError(['config', 'llm_model_id'], problem));
}

function checkJudge({ models, exclusions }: ModelContext, id: string, toError: (problem: Problem) => Error): void {
  const model = models.find(id);
  if (!model) throw toError(guardrailProblems.unknown_judge);
  const writes = model.output_modalities.some((modality) => modality === 'text' || modality === 'json');
  if (model.retired || !writes) throw toError(guardrailProblems.unusable_judge({ model: model.name }));
  const rule = findExclusion(exclusions, model);
  if (!rule) return;
  const problem = modelProblems.excluded_model({ cause: describeExclusion(rule, model) });
  throw toError({ ...problem, type: guardrailProblems.unknown_judge.type });
}

function createUnknownGuardrailProblem(): Problem {
  return commonProblems.unknown_kind({ known: GUARDRAIL_KINDS.map(({ name }) => name) });
}

/** Returns whether a kind requires settings. A project, which only names guardrails, cannot enable it. */
export function requiresConfig(kind: GuardrailKind): boolean {
  return listSettingsProblems(kind, {}).length > 0 || kind.findConfigProblem?.({}) !== undefined;
}

/** Parses a guardrail of a project's configuration: `name` or `name:action`. Throws the error that `refuse` creates. */
export function parseGuardrailName(
  text: string,
  direction: Direction,
  toError: (problem: Problem) => Error,
): GuardrailItem {
  const [name = '', action, ...extraParts] = text.split(':');
  const kind = GUARDRAIL_KINDS.find((candidate) => candidate.name === name);
  if (!kind) throw toError(createUnknownGuardrailProblem());
  if (!kind.directions.includes(direction))
    throw toError(guardrailProblems.direction_not_supported({ guardrail: name, direction }));
  const actionName = action ?? kind.defaultAction;
  if (extraParts.length > 0 || !kind.actions.some((supported) => supported === actionName))
    throw toError(
      guardrailProblems.invalid_action_suffix({ supported: kind.actions.map((supported) => `:${supported}`) }),
    );
  if (requiresConfig(kind)) throw toError(guardrailProblems.guardrail_without_config({ guardrail: name }));
  return {
    guardrail: name,
    action: ACTIONS.find((supported) => supported === actionName) ?? kind.defaultAction,
    config: {},
  };
}

import { type Exclusion, exclusionOf, whyExcluded } from '../models/exclusions.ts';
import { checkEach, errors, refuseAll, type ValidationError } from '../platform/errors.ts';
import { listSettingsProblems, omitNullSettings } from '../platform/kind-settings.ts';
import type { ModelCatalogue } from '../platform/models/catalogue.ts';
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

/** Guardrails as a body has them. */
interface Sent {
  readonly input?: readonly SentItem[];
  readonly output?: readonly SentItem[];
}
interface SentItem {
  readonly guardrail: string;
  readonly action?: Action;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Guardrails with what they do where nothing was said, and with models by their ids. Undefined where none were sent. */
export function wholeGuardrails(models: ModelCatalogue, sent: Sent | undefined): Guardrails | undefined {
  if (sent === undefined) return undefined;
  const whole = ({ guardrail, action, config: settings = {} }: SentItem): GuardrailItem => {
    const kind = GUARDRAIL_KINDS.find(({ name }) => name === guardrail);
    const usual = kind?.usualAction ?? 'flag';
    const config = omitNullSettings(kind, settings);
    const model = typeof config.llm_model_id === 'string' ? models.find(config.llm_model_id) : undefined;
    return { guardrail, action: action ?? usual, config: model ? { ...config, llm_model_id: model.id } : config };
  };
  return { input: (sent.input ?? []).map(whole), output: (sent.output ?? []).map(whole) };
}

/** Checks guardrails when they are saved. Throws a 422 with everything that does not work. */
export function checkGuardrails(
  models: ModelCatalogue,
  exclusions: readonly Exclusion[],
  guardrails: Guardrails,
): void {
  checkEach(DIRECTIONS, (direction) =>
    checkEach(guardrails[direction], (item, index) =>
      checkItem({ models, exclusions }, item, direction, (at, msg, type) =>
        errors.invalid(['guardrails', direction, index, ...at], msg, type),
      ),
    ),
  );
}

/** The models there are, and the rules on them. */
interface Known {
  readonly models: ModelCatalogue;
  readonly exclusions: readonly Exclusion[];
}

type Refuse = (at: readonly (string | number)[], msg: string, type?: string) => ValidationError;

function checkItem(known: Known, item: GuardrailItem, direction: Direction, refuse: Refuse): void {
  const kind = GUARDRAIL_KINDS.find(({ name }) => name === item.guardrail);
  if (!kind) {
    const known = GUARDRAIL_KINDS.map(({ name }) => name).join(', ');
    throw refuse(['guardrail'], `no guardrail has this name; known is ${known}`, 'unknown_resource');
  }
  if (!kind.directions.includes(direction))
    throw refuse(['guardrail'], `${kind.name} looks at ${kind.directions.join(' and ')} only`);
  if (!kind.actions.includes(item.action))
    throw refuse(['action'], `${kind.name} can't ${item.action}; it can ${kind.actions.join(' or ')}`);
  const found = listSettingsProblems(kind, item.config);
  refuseAll(found.map(({ path: at, message, type }) => refuse(['config', ...at], message, type)));
  const rule = kind.problem?.(item.config);
  if (rule) throw refuse(['config', ...rule.at], rule.msg);
  const { llm_model_id: model } = item.config;
  if (typeof model === 'string')
    checkModel(known, model, (msg) => refuse(['config', 'llm_model_id'], msg, 'unknown_model'));
}

function checkModel({ models, exclusions }: Known, id: string, refuse: (msg: string) => Error): void {
  const model = models.find(id);
  if (!model) throw refuse('is no configured model');
  const writes = model.output_modalities.some((modality) => modality === 'text' || modality === 'json');
  if (model.retired || !writes) throw refuse(`${model.name} is retired, or writes no text`);
  const rule = exclusionOf(exclusions, model);
  if (rule) throw refuse(whyExcluded(rule, model));
}

/** Whether a kind works only with settings, so that a project, which names it alone, can't switch it on. */
export function needsConfig(kind: GuardrailKind): boolean {
  return listSettingsProblems(kind, {}).length > 0 || kind.problem?.({}) !== undefined;
}

/** The guardrail that a project's config names: `name`, or `name:action`. Throws what `refuse` makes of a reason. */
export function namedGuardrail(
  named: string,
  direction: Direction,
  refuse: (msg: string, type?: string) => Error,
): GuardrailItem {
  const [name = '', action, ...more] = named.split(':');
  const kind = GUARDRAIL_KINDS.find((candidate) => candidate.name === name);
  if (!kind) {
    const known = GUARDRAIL_KINDS.map((candidate) => candidate.name).join(', ');
    throw refuse(`no guardrail has this name; known is ${known}`, 'unknown_resource');
  }
  if (!kind.directions.includes(direction)) throw refuse(`${name} looks at ${kind.directions.join(' and ')} only`);
  const does = action ?? kind.usualAction;
  if (more.length > 0 || !kind.actions.some((one) => one === does))
    throw refuse(`may be followed by one of ${kind.actions.map((one) => `:${one}`).join(', ')}`);
  if (needsConfig(kind)) throw refuse(`${name} needs settings; switch it on in tasks and agents`);
  return { guardrail: name, action: ACTIONS.find((one) => one === does) ?? kind.usualAction, config: {} };
}

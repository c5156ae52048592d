import type { TProperties } from 'typebox';
import type { Executor } from '../../platform/db/client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { RunError } from '../../runs/contract.ts';
import type { Target, TargetType, TriggerStatus } from '../contract.ts';
import type { TriggerOutcome } from '../fire.ts';
import type { TriggerRow } from '../queries.ts';
import type { TargetInput } from '../targets.ts';

/** Field of a schema of request bodies. */
type Body = Readonly<Record<string, unknown>>;

/** Requested settings. Fields that the schema rejected are absent. */
interface SettingsCheck<Config> {
  readonly body: Body;
  /** Current settings; undefined for a new trigger. */
  readonly before: Config | undefined;
  readonly targetType: TargetType | undefined;
  /** Time of the database. */
  readonly now: Date;
}

/** State of a trigger and of its settings before and after a change. */
interface StartState<Config> {
  readonly status: TriggerStatus;
  readonly config: Config;
  /** Time of the database. */
  readonly now: Date;
  /** Next due time so far. Null for none. */
  readonly nextRun: Date | null;
  /** Names of changed fields; undefined for a new trigger. */
  readonly changed: readonly string[] | undefined;
}

/** A due trigger. */
export interface DueTrigger {
  readonly trigger: TriggerRow;
  readonly due: Date;
  /** Time of the database. */
  readonly now: Date;
  /** Starts a run for a due time. Undefined if the trigger has an event with that time. */
  fire(input: TargetInput, due: Date): Promise<TriggerOutcome | undefined>;
  /** Stores an event that starts no run. */
  reject(due: Date, error: RunError): Promise<TriggerOutcome | undefined>;
}

/**
 * Kind of triggers. Its operations, records, checks and events follow from this declaration. Types of settings and
 * bodies are those of `fields`.
 */
export interface TriggerKind<Type extends string = string, Config = unknown> {
  /** `type` of its triggers, and last part of their path. */
  readonly type: Type;
  /** Title of the record's schema. */
  readonly title: string;
  /** Descriptions of the operations. */
  readonly descriptions: { readonly create: string; readonly update: string };
  /** Example of a body, without the target. */
  readonly example: Body & { readonly name: string };
  /** Fields of a create body besides those of every trigger. All are optional in an update. */
  readonly fields: TProperties;
  /** Record fields besides those of every trigger. */
  readonly record: TProperties;
  /** Whether the API lists the events of all its triggers together. */
  readonly listsEvents: boolean;
  /**
   * Whether the input comes from outside with each event. Invalid input then does not count for the trigger's health.
   */
  readonly inputFromOutside: boolean;
  /** Fields whose values audit events of changes contain. */
  readonly auditedFields: readonly string[];
  /** Settings that audit events of new triggers contain. */
  readonly auditedOnCreate: readonly string[];
  /** Settings that never change. */
  readonly immutableFields: readonly string[];
  /** Write-only field with a secret. */
  readonly secretField?: string;
  /** Merges a valid body into settings; undefined for a new trigger. Throws a 422. */
  toConfig(before: Config | undefined, body: Body): Config;
  /** Throws a 422 with all problems of settings that the schema does not find. */
  assertSettings(check: SettingsCheck<Config>): Promise<void>;
  /** Throws a 422 if the target cannot run with requested settings. `changed` is undefined for a new trigger. */
  assertTarget?(
    db: Executor,
    projectId: string,
    target: Target,
    body: Body,
    changed: readonly string[] | undefined,
  ): Promise<void>;
  /** Fields of the record of `record`. */
  toRecord(db: Executor, trigger: TriggerRow): object | Promise<object>;
  /** Whether the endpoint alone starts runs, so that only people who may edit the trigger see it. */
  isEndpointSecret?(trigger: TriggerRow): boolean;
  /** Stores what is not in the settings, such as a secret. Returns record fields that only this response shows. */
  store?(
    trx: Executor,
    ring: KeyRing | undefined,
    id: string,
    config: Config,
    body: Body,
    isNew: boolean,
  ): Promise<object>;
  /** Next due time; undefined to leave it. Kinds without it have no due times. */
  findNextRun?(state: StartState<Config>): Promise<Date | null | undefined>;
  /** Starts what is due. Returns the next due time, and what to do after the commit. */
  start?(trx: Executor, due: DueTrigger): Promise<{ readonly next: Date | null; readonly after?: () => Promise<void> }>;
}

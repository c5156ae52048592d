import type { TObject } from 'typebox';
import { validateAgainstSchema } from './json-schema.ts';
import type { Problem } from './messages.ts';
import { omitNulls } from './nulls.ts';
import { commonProblems } from './problems.ts';
import { schemaProblems, toSchemaProblem } from './schema-problems.ts';
import { filterUnionErrors } from './union-errors.ts';

/** Problem in the settings of a kind. */
export interface SettingsProblem {
  readonly path: readonly (string | number)[];
  readonly problem: Problem;
}

/** Returns settings for storage, without the nulls that stand for omitted values. */
export function omitNullSettings<C extends Readonly<Record<string, unknown>>>(
  kind: { readonly config: TObject } | undefined,
  sent: C,
): C {
  return kind === undefined ? sent : omitNulls(kind.config, sent);
}

/** Lists all problems of settings by the schema of their kind. Unknown settings are problems. */
export function listSettingsProblems(
  kind: { readonly name: string; readonly config: TObject },
  config: Readonly<Record<string, unknown>>,
): SettingsProblem[] {
  const knownNames = Object.keys(kind.config.properties);
  const problem = commonProblems.unknown_setting({ owner: kind.name, known: knownNames });
  const unknown = Object.keys(config)
    .filter((key) => !knownNames.includes(key))
    .map((key) => ({ path: [key], problem }));
  const validation = validateAgainstSchema(kind.config as unknown as Record<string, unknown>, config);
  if ('schemaError' in validation) return [...unknown, { path: [], problem: schemaProblems.schema_mismatch }];
  if (validation.valid) return unknown;
  return [...unknown, ...filterUnionErrors(validation.errors).map(toSettingsProblem)];
}

type SchemaErrors = Extract<ReturnType<typeof validateAgainstSchema>, { readonly valid: false }>['errors'];

function toSettingsProblem(error: SchemaErrors[number]): SettingsProblem {
  const segments = error.instancePath.split('/').slice(1);
  const path = segments.map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  return { path, problem: { ...toSchemaProblem(error), type: 'value_error' } };
}

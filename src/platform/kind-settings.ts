import type { TObject } from 'typebox';
import { validateAgainstSchema } from './json-schema.ts';
import { omitNulls } from './nulls.ts';
import { filterUnionErrors } from './union-errors.ts';

/** Problem in the settings of a kind. */
export interface SettingsProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly type?: string;
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
  const message = `is no setting of ${kind.name}; known is ${knownNames.join(', ')}`;
  const unknown = Object.keys(config)
    .filter((key) => !knownNames.includes(key))
    .map((key) => ({ path: [key], message, type: 'unknown_setting' }));
  const validation = validateAgainstSchema(kind.config as unknown as Record<string, unknown>, config);
  if ('schemaError' in validation) return [...unknown, { path: [], message: validation.schemaError }];
  if (validation.valid) return unknown;
  return [...unknown, ...filterUnionErrors(validation.errors).map(toSettingsProblem)];
}

type SchemaErrors = Extract<ReturnType<typeof validateAgainstSchema>, { readonly valid: false }>['errors'];

function toSettingsProblem({ instancePath, message, params }: SchemaErrors[number]): SettingsProblem {
  const segments = instancePath.split('/').slice(1);
  const path = segments.map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  const allowedValues = (params as { readonly allowedValues?: readonly string[] }).allowedValues;
  return { path, message: `${message ?? 'does not fit'}${allowedValues ? `: ${allowedValues.join(', ')}` : ''}` };
}

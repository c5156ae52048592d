import type { TObject } from 'typebox';
import { checkAgainst } from './json-schema.ts';
import type { Problem } from './messages.ts';
import { withoutNulls } from './nulls.ts';
import { commonProblems } from './problems.ts';
import { schemaProblem, schemaProblems } from './schema-problems.ts';
import { withoutOtherAlternatives } from './union-errors.ts';

/** What is wrong with the settings of a kind of something. */
export interface SettingsProblem {
  readonly at: readonly (string | number)[];
  readonly problem: Problem;
}

/** Settings as they are kept: without the nulls that stand for what is left out. */
export function settingsGiven<C extends Readonly<Record<string, unknown>>>(
  kind: { readonly config: TObject } | undefined,
  sent: C,
): C {
  return kind === undefined ? sent : withoutNulls(kind.config, sent);
}

/** Everything that is wrong with settings by their kind's schema, which takes no others than it names. */
export function problemsInSettings(
  kind: { readonly name: string; readonly config: TObject },
  config: Readonly<Record<string, unknown>>,
): SettingsProblem[] {
  const known = Object.keys(kind.config.properties);
  const problem = commonProblems.unknown_setting({ owner: kind.name, known });
  const unknown = Object.keys(config)
    .filter((key) => !known.includes(key))
    .map((key) => ({ at: [key], problem }));
  const verdict = checkAgainst(kind.config as unknown as Record<string, unknown>, config);
  if ('unusable' in verdict) return [...unknown, { at: [], problem: schemaProblems.schema_mismatch }];
  if (verdict.fits) return unknown;
  return [...unknown, ...withoutOtherAlternatives(verdict.errors).map(problemOf)];
}

type SchemaErrors = Extract<ReturnType<typeof checkAgainst>, { readonly fits: false }>['errors'];

function problemOf(error: SchemaErrors[number]): SettingsProblem {
  const path = error.instancePath.split('/').slice(1);
  const at = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return { at, problem: { ...schemaProblem(error), type: 'value_error' } };
}

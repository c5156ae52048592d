import type { TObject } from 'typebox';
import { checkAgainst } from './json-schema.ts';
import { withoutNulls } from './nulls.ts';
import { withoutOtherAlternatives } from './union-errors.ts';

/** What is wrong with the settings of a kind of something. */
export interface SettingsProblem {
  readonly at: readonly (string | number)[];
  readonly message: string;
  readonly type?: string;
}

/** Settings as they are kept: without the nulls that stand for what is left out. */
export function settingsGiven<C extends Readonly<Record<string, unknown>>>(
  kind: { readonly config: TObject } | undefined,
  sent: C,
): C {
  return kind === undefined ? sent : withoutNulls(kind.config, sent);
}

/** Holds settings against their kind's schema, which takes no others than it names; undefined where nothing is wrong. */
export function problemInSettings(
  kind: { readonly name: string; readonly config: TObject },
  config: Readonly<Record<string, unknown>>,
): SettingsProblem | undefined {
  const known = Object.keys(kind.config.properties);
  const other = Object.keys(config).find((key) => !known.includes(key));
  if (other !== undefined)
    return {
      at: [other],
      message: `is no setting of ${kind.name}; known is ${known.join(', ')}`,
      type: 'unknown_setting',
    };
  const verdict = checkAgainst(kind.config as unknown as Record<string, unknown>, config);
  if ('unusable' in verdict) return { at: [], message: verdict.unusable };
  if (verdict.fits) return undefined;
  const [error] = withoutOtherAlternatives(verdict.errors);
  const path = (error?.instancePath ?? '').split('/').slice(1);
  const at = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const words = (error?.params as { allowedValues?: readonly string[] } | undefined)?.allowedValues;
  return { at, message: `${error?.message ?? 'does not fit'}${words ? `: ${words.join(', ')}` : ''}` };
}

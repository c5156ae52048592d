import { TextareaField, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import type { Skill } from './queries.ts';

/** What is said of a skill besides its folder, as it is typed. */
export interface AboutDraft {
  readonly display_name: string;
  readonly description: string;
  readonly slug: string;
  readonly license: string;
  readonly compatibility: string;
}

export const NO_ABOUT: AboutDraft = { display_name: '', description: '', slug: '', license: '', compatibility: '' };

export function aboutOf({ display_name, description, slug, license, compatibility }: Skill): AboutDraft {
  return { display_name, description, slug, license: license ?? '', compatibility: compatibility ?? '' };
}

/** The same as a body has it. */
export function sayAbout({ license, compatibility, ...rest }: AboutDraft) {
  return { ...rest, license: license || null, compatibility: compatibility || null };
}

const ABOUT = ['display_name', 'description', 'slug', 'license', 'compatibility'];
const OF_FOLDER = ['instructions', 'reference_docs', 'assets', 'capabilities', 'skill_metadata', 'annotation'];

/** What went wrong and no field says. */
export function RefusedSkill({ error }: { readonly error: unknown }) {
  return <FormError error={error} fieldPaths={[...ABOUT, ...OF_FOLDER]} />;
}

interface Props {
  readonly draft: AboutDraft;
  readonly error: unknown;
  readonly onChange: (draft: AboutDraft) => void;
}

export function AboutFields({ draft, error, onChange }: Props) {
  const field = (path: keyof AboutDraft) => ({ path, error, value: draft[path] });
  const set = (at: keyof AboutDraft) => (event: { readonly target: { readonly value: string } }) =>
    onChange({ ...draft, [at]: event.target.value });
  return (
    <>
      <TextField
        label={w.skills.name}
        required
        maxLength={200}
        {...field('display_name')}
        onChange={set('display_name')}
      />
      <TextareaField
        label={w.skills.description}
        hint={w.skills.descriptionHint}
        rows={2}
        {...field('description')}
        onChange={set('description')}
      />
      <details className="rounded-md border px-3 py-2">
        <summary>{w.skills.more}</summary>
        <div className="flex flex-col gap-4 pt-3">
          <TextField
            label={w.skills.slug}
            hint={w.skills.slugHint}
            spellCheck={false}
            {...field('slug')}
            onChange={set('slug')}
          />
          <TextField label={w.skills.license} {...field('license')} onChange={set('license')} />
          <TextField label={w.skills.compatibility} {...field('compatibility')} onChange={set('compatibility')} />
        </div>
      </details>
    </>
  );
}

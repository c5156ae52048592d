import { TextareaField, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import type { Skill } from './queries.ts';

/** Form state of a skill's details. */
interface SkillDetailsDraft {
  readonly display_name: string;
  readonly description: string;
  readonly slug: string;
  readonly license: string;
  readonly compatibility: string;
}

export const EMPTY_DETAILS: SkillDetailsDraft = {
  display_name: '',
  description: '',
  slug: '',
  license: '',
  compatibility: '',
};

export function toDetailsDraft({ display_name, description, slug, license, compatibility }: Skill): SkillDetailsDraft {
  return { display_name, description, slug, license: license ?? '', compatibility: compatibility ?? '' };
}

/** Returns the details for a request body. */
export function toDetailsBody({ license, compatibility, ...rest }: SkillDetailsDraft) {
  return { ...rest, license: license || null, compatibility: compatibility || null };
}

const DETAIL_FIELDS = ['display_name', 'description', 'slug', 'license', 'compatibility'];
const FOLDER_FIELDS = ['instructions', 'reference_docs', 'assets', 'capabilities', 'skill_metadata', 'annotation'];

/** Shows an error that no field of the form shows. */
export function SkillFormError({ error }: { readonly error: unknown }) {
  return <FormError error={error} fieldPaths={[...DETAIL_FIELDS, ...FOLDER_FIELDS]} />;
}

interface Props {
  readonly draft: SkillDetailsDraft;
  readonly error: unknown;
  readonly onChange: (draft: SkillDetailsDraft) => void;
}

export function SkillDetailsFields({ draft, error, onChange }: Props) {
  const getFieldProps = (name: keyof SkillDetailsDraft) => ({ path: name, error, value: draft[name] });
  const handleChange = (name: keyof SkillDetailsDraft) => (event: { readonly target: { readonly value: string } }) =>
    onChange({ ...draft, [name]: event.target.value });
  return (
    <>
      <TextField
        label={w.skills.name}
        required
        maxLength={200}
        {...getFieldProps('display_name')}
        onChange={handleChange('display_name')}
      />
      <TextareaField
        label={w.skills.description}
        hint={w.skills.descriptionHint}
        rows={2}
        {...getFieldProps('description')}
        onChange={handleChange('description')}
      />
      <details className="rounded-md border px-3 py-2">
        <summary>{w.skills.more}</summary>
        <div className="flex flex-col gap-4 pt-3">
          <TextField
            label={w.skills.slug}
            hint={w.skills.slugHint}
            spellCheck={false}
            {...getFieldProps('slug')}
            onChange={handleChange('slug')}
          />
          <TextField label={w.skills.license} {...getFieldProps('license')} onChange={handleChange('license')} />
          <TextField
            label={w.skills.compatibility}
            {...getFieldProps('compatibility')}
            onChange={handleChange('compatibility')}
          />
        </div>
      </details>
    </>
  );
}

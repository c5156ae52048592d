import { CheckboxField, SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type Draft, FILE_MODES } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

/** Which files a run may bring, and what becomes of pictures. */
export function FileFields({ draft, error, onChange }: Props) {
  return (
    <>
      <SelectField
        label={w.tasks.fileMode}
        path="file_input_mode"
        error={error}
        value={draft.file_input_mode}
        onChange={({ target }) => onChange({ ...draft, file_input_mode: target.value as Draft['file_input_mode'] })}
      >
        {FILE_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {w.tasks.fileModes[mode]}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        label={w.tasks.imageRequired}
        hint={w.tasks.imageRequiredHint}
        path="image_required"
        error={error}
        checked={draft.image_required}
        onChange={(on) => onChange({ ...draft, image_required: on })}
      />
      <CheckboxField
        label={w.tasks.optimise}
        path="optimise_images"
        error={error}
        checked={draft.optimise_images}
        onChange={(on) => onChange({ ...draft, optimise_images: on })}
      />
    </>
  );
}

import { CheckboxField, SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { FILE_MODES, type TaskDraft } from './draft.ts';

interface Props {
  readonly draft: TaskDraft;
  readonly error: unknown;
  readonly onChange: (draft: TaskDraft) => void;
}

/** Fields for the accepted input files and the optimization of images. */
export function FileFields({ draft, error, onChange }: Props) {
  return (
    <>
      <SelectField
        label={w.tasks.fileMode}
        path="file_input_mode"
        error={error}
        value={draft.file_input_mode}
        onChange={({ target }) => onChange({ ...draft, file_input_mode: target.value as TaskDraft['file_input_mode'] })}
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
        onChange={(isChecked) => onChange({ ...draft, image_required: isChecked })}
      />
      <CheckboxField
        label={w.tasks.optimise}
        path="optimise_images"
        error={error}
        checked={draft.optimise_images}
        onChange={(isChecked) => onChange({ ...draft, optimise_images: isChecked })}
      />
    </>
  );
}

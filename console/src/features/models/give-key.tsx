import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { keyedName, modelKeys, readKeysAgain, storeKey } from './queries.ts';

interface Props {
  /** Whose key; the person chooses where it is left out. */
  readonly variable?: string;
  readonly onClose: () => void;
}

/** Takes the key of a model provider. It is tried before it is stored, and never shown again. */
export function GiveKey({ variable: given, onClose }: Props) {
  const takers = (useQuery(modelKeys).data ?? []).filter(({ source }) => source !== 'environment');
  const [chosen, setChosen] = useState(given);
  const [key, setKey] = useState('');
  const variable = chosen ?? takers[0]?.variable ?? 'OPENAI_API_KEY';
  const store = useMutation({
    mutationFn: () => storeKey(variable, key),
    onSuccess: (stored) => {
      showToast(w.project.keyStored(keyedName(stored)));
      readKeysAgain();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.project.giveKey}
      mutation={store}
      submitLabel={w.project.giveKey}
      fieldPaths={['key']}
      onClose={onClose}
    >
      {given === undefined ? (
        <SelectField
          label={w.project.keyOf}
          value={variable}
          onChange={(event) => {
            setChosen(event.target.value);
            store.reset();
          }}
        >
          {takers.map((taker) => (
            <option key={taker.variable} value={taker.variable}>
              {keyedName(taker)}
            </option>
          ))}
        </SelectField>
      ) : (
        <p className="break-words">{keyedName({ variable: given })}</p>
      )}
      <TextField
        label={w.project.key}
        hint={w.project.keyHint}
        path="key"
        error={store.error}
        type="password"
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
    </MutationDialog>
  );
}

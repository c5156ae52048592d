import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { DEFAULT_KEY_VARIABLE } from './providers.ts';
import { getProviderName, invalidateModelKeys, modelKeysQuery, recognizeKey, storeModelKey } from './queries.ts';

interface Props {
  /** Environment variable of the provider's key. The user chooses one if undefined. */
  readonly variable?: string;
  readonly onClose: () => void;
}

/** Stores the key of a model provider. The API checks it first and never returns it. */
export function StoreKeyDialog({ variable: fixedVariable, onClose }: Props) {
  const storableKeys = (useQuery(modelKeysQuery).data ?? []).filter(({ source }) => source !== 'environment');
  const [selectedVariable, setSelectedVariable] = useState(fixedVariable);
  const [key, setKey] = useState('');
  const variable = selectedVariable ?? storableKeys[0]?.variable ?? DEFAULT_KEY_VARIABLE;
  const store = useMutation({
    mutationFn: () => storeModelKey(variable, key),
    onSuccess: (stored) => {
      showToast(w.project.keyStored({ name: getProviderName(stored) }));
      invalidateModelKeys();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.project.addKey}
      mutation={store}
      submitLabel={w.project.addKey}
      fieldPaths={['key']}
      onClose={onClose}
    >
      {fixedVariable === undefined ? (
        <SelectField
          label={w.project.keyOf}
          value={variable}
          onChange={(event) => {
            setSelectedVariable(event.target.value);
            store.reset();
          }}
        >
          {storableKeys.map((option) => (
            <option key={option.variable} value={option.variable}>
              {getProviderName(option)}
            </option>
          ))}
        </SelectField>
      ) : (
        <p className="break-words">{getProviderName({ variable: fixedVariable })}</p>
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
        onChange={(event) => {
          const text = event.target.value;
          const recognized = recognizeKey(text.trim());
          setKey(text);
          if (fixedVariable === undefined && storableKeys.some((option) => option.variable === recognized))
            setSelectedVariable(recognized);
        }}
      />
    </MutationDialog>
  );
}

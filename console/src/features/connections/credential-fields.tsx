import { SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { SecretField } from './api-key-fields.tsx';

/** Fields that each kind of credential requires. */
const REQUIRED_FIELDS = {
  none: [],
  bearer: ['value'],
  header: ['name', 'value'],
  query: ['name', 'value'],
  basic: ['username', 'password'],
} as const;
type CredentialKind = keyof typeof REQUIRED_FIELDS;
const CREDENTIAL_KINDS = Object.keys(REQUIRED_FIELDS) as readonly CredentialKind[];

/** Credential of an API in the form. */
interface CredentialDraft {
  readonly kind: CredentialKind;
  readonly name: string;
  readonly value: string;
  readonly username: string;
  readonly password: string;
}

export const EMPTY_CREDENTIAL: CredentialDraft = { kind: 'none', name: '', value: '', username: '', password: '' };

/** Returns the credential for a request body, with only the fields of its kind. */
export function toCredentialBody(draft: CredentialDraft) {
  return { kind: draft.kind, ...Object.fromEntries(REQUIRED_FIELDS[draft.kind].map((field) => [field, draft[field]])) };
}

/** Returns the form's kind of credential for a wire name. Unknown names count as none. */
export function toCredentialKind(name: string | undefined): CredentialKind {
  return CREDENTIAL_KINDS.find((kind) => kind === name) ?? (name === 'oauth' ? 'bearer' : 'none');
}

interface Props {
  readonly draft: CredentialDraft;
  readonly error: unknown;
  readonly onChange: (draft: CredentialDraft) => void;
}

export function CredentialFields({ draft, error, onChange }: Props) {
  const getFieldProps = (field: 'name' | 'value' | 'username' | 'password') => ({
    label: field === 'name' && draft.kind === 'query' ? w.connections.member.queryName : w.connections.member[field],
    path: `config.credential.${field}`,
    error,
    // Some APIs take the key as username and no password.
    required: field !== 'password',
    value: draft[field],
  });
  return (
    <>
      <SelectField
        label={w.connections.authentication}
        path="config.credential.kind"
        error={error}
        value={draft.kind}
        onChange={(event) => onChange({ ...EMPTY_CREDENTIAL, kind: toCredentialKind(event.target.value) })}
      >
        {CREDENTIAL_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {w.connections.credentials[kind]}
          </option>
        ))}
      </SelectField>
      {REQUIRED_FIELDS[draft.kind].map((field) =>
        field === 'value' || field === 'password' ? (
          <SecretField
            key={field}
            {...getFieldProps(field)}
            hint={w.connections.secretHint}
            onChange={(value) => onChange({ ...draft, [field]: value })}
          />
        ) : (
          <TextField
            key={field}
            {...getFieldProps(field)}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
          />
        ),
      )}
    </>
  );
}

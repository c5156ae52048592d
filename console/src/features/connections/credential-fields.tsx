import { SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { SecretField } from './key-fields.tsx';

/** What each kind of credential asks for. */
const NEEDS = {
  none: [],
  bearer: ['value'],
  header: ['name', 'value'],
  query: ['name', 'value'],
  basic: ['username', 'password'],
} as const;
type Kind = keyof typeof NEEDS;
const KINDS = Object.keys(NEEDS) as readonly Kind[];

/** How calls of an API are signed, as it is typed. */
export interface CredentialDraft {
  readonly kind: Kind;
  readonly name: string;
  readonly value: string;
  readonly username: string;
  readonly password: string;
}

export const NO_CREDENTIAL: CredentialDraft = { kind: 'none', name: '', value: '', username: '', password: '' };

/** A credential as a body has it: what its kind asks for, and nothing else. */
export function credentialBody(draft: CredentialDraft) {
  return { kind: draft.kind, ...Object.fromEntries(NEEDS[draft.kind].map((member) => [member, draft[member]])) };
}

/** A kind as the API names it; what a page does not know is none. */
export function kindFrom(name: string | undefined): Kind {
  return KINDS.find((kind) => kind === name) ?? (name === 'oauth' ? 'bearer' : 'none');
}

interface Props {
  readonly draft: CredentialDraft;
  readonly error: unknown;
  readonly onChange: (draft: CredentialDraft) => void;
}

export function CredentialFields({ draft, error, onChange }: Props) {
  const shared = (member: 'name' | 'value' | 'username' | 'password') => ({
    label: member === 'name' && draft.kind === 'query' ? w.connections.member.queryName : w.connections.member[member],
    path: `config.credential.${member}`,
    error,
    // Some APIs take a key as the user's name, and no password.
    required: member !== 'password',
    value: draft[member],
  });
  return (
    <>
      <SelectField
        label={w.connections.signing}
        path="config.credential.kind"
        error={error}
        value={draft.kind}
        onChange={(event) => onChange({ ...NO_CREDENTIAL, kind: kindFrom(event.target.value) })}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {w.connections.credentials[kind]}
          </option>
        ))}
      </SelectField>
      {NEEDS[draft.kind].map((member) =>
        member === 'value' || member === 'password' ? (
          <SecretField
            key={member}
            {...shared(member)}
            hint={w.connections.secretHint}
            onChange={(value) => onChange({ ...draft, [member]: value })}
          />
        ) : (
          <TextField
            key={member}
            {...shared(member)}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...draft, [member]: event.target.value })}
          />
        ),
      )}
    </>
  );
}

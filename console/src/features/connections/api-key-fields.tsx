import { SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import type { McpServer } from './queries.ts';

const KEY_STRATEGIES = ['bearer', 'header', 'query'] as const;

/** API key of a server and how requests send it. */
export interface KeyDraft {
  readonly apiKey: string;
  readonly strategy: McpServer['api_key_strategy'];
  readonly headerName: string;
}

export const EMPTY_KEY: KeyDraft = { apiKey: '', strategy: 'bearer', headerName: '' };

/** Returns the API key for a request body. Returns no fields without a key. */
export function toKeyBody({ apiKey, strategy, headerName }: KeyDraft) {
  if (apiKey === '') return {};
  return { api_key: apiKey, api_key_strategy: strategy, api_key_header_name: headerName || null };
}

interface Props {
  readonly draft: KeyDraft;
  readonly error: unknown;
  readonly hint: string;
  readonly onChange: (draft: KeyDraft) => void;
}

/** Fields for an API key and how requests send it. The key is never shown. */
export function ApiKeyFields({ draft, error, hint, onChange }: Props) {
  return (
    <>
      <SecretField
        label={w.connections.apiKey}
        hint={hint}
        path="api_key"
        error={error}
        value={draft.apiKey}
        onChange={(apiKey) => onChange({ ...draft, apiKey })}
      />
      {draft.apiKey !== '' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={w.connections.strategy}
            path="api_key_strategy"
            error={error}
            value={draft.strategy}
            onChange={(event) => onChange({ ...draft, strategy: event.target.value as KeyDraft['strategy'] })}
          >
            {KEY_STRATEGIES.map((strategy) => (
              <option key={strategy} value={strategy}>
                {w.connections.strategies[strategy]}
              </option>
            ))}
          </SelectField>
          {draft.strategy !== 'bearer' && (
            <TextField
              label={w.connections.keyName}
              path="api_key_header_name"
              error={error}
              spellCheck={false}
              placeholder={draft.strategy === 'header' ? 'X-API-Key' : 'api_key'}
              value={draft.headerName}
              onChange={(event) => onChange({ ...draft, headerName: event.target.value })}
            />
          )}
        </div>
      )}
    </>
  );
}

interface SecretFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly path: string;
  readonly error: unknown;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Input for a secret that is never shown again. */
export function SecretField({ hint, onChange, ...rest }: SecretFieldProps) {
  return (
    <TextField
      {...rest}
      {...(hint === undefined ? {} : { hint })}
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

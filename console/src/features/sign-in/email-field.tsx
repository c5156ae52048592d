import { TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';

interface Props {
  readonly hint?: string;
  readonly error: unknown;
  readonly value: string;
  readonly onChange: (email: string) => void;
}

/** Email address that identifies the user. Password managers fill it in. */
export function EmailField({ onChange, ...props }: Props) {
  return (
    <TextField
      label={w.signIn.email}
      path="email"
      type="email"
      autoComplete="username"
      required
      onChange={(event) => onChange(event.target.value)}
      {...props}
    />
  );
}

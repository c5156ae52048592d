import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { isSignedOut } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { EmailField } from './email-field.tsx';

/** Signs in with email and password. */
export function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => post('/identity/sign-in', { body: { email, password } }),
    onSuccess: onDone,
  });
  const isWrongPassword = isSignedOut(signIn.error);
  return (
    <Form onSubmit={() => signIn.mutate()}>
      <EmailField error={signIn.error} value={email} onChange={setEmail} />
      <TextField
        label={w.signIn.password}
        path="password"
        error={signIn.error}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {isWrongPassword ? (
        <p role="alert" className="text-danger">
          {w.signIn.wrong}
        </p>
      ) : (
        signIn.error && <ErrorAlert error={signIn.error} />
      )}
      <Button type="submit" variant="primary" isPending={signIn.isPending}>
        {w.signIn.submit}
      </Button>
    </Form>
  );
}

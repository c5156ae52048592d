import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { NameField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Frame } from '../../ui/frame.tsx';
import { w } from '../../words/index.ts';

/** Asks for an account: the mail that comes proves the address, and the password is chosen there. */
export default function SignUp() {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const signUp = useMutation({
    mutationFn: () => post('/identity/sign-up', { body: { email, name } }),
  });
  const closed = signUp.error instanceof Failure && signUp.error.reason === 'SIGN_UP_CLOSED';
  return (
    <Frame title={w.signIn.signUpTitle}>
      {signUp.isSuccess ? (
        <p role="status">{w.signIn.signUpSent(email)}</p>
      ) : (
        <Form onSubmit={() => signUp.mutate()}>
          <NameField label={w.signIn.name} error={signUp.error} autoComplete="name" value={name} onChange={setName} />
          <TextField
            label={w.signIn.email}
            hint={w.signIn.signUpHint}
            at="email"
            error={signUp.error}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {closed ? (
            <p role="alert" className="text-bad">
              {w.signIn.closed}
            </p>
          ) : (
            signUp.error && <Failed error={signUp.error} />
          )}
          <Button type="submit" look="primary" busy={signUp.isPending}>
            {w.signIn.signUp}
          </Button>
        </Form>
      )}
      <Link to="/sign-in" className="text-sm text-accent underline">
        {w.signIn.back}
      </Link>
    </Frame>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NameField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { w } from '../../words/index.ts';
import { EmailField } from './email-field.tsx';

/** Signs up. The mail verifies the address and leads to the choice of a password. */
export default function SignUpScreen() {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const signUp = useMutation({
    mutationFn: () => post('/identity/sign-up', { body: { email, name } }),
  });
  const isClosed = signUp.error instanceof ApiError && signUp.error.reason === 'SIGN_UP_CLOSED';
  return (
    <StandalonePage title={w.signIn.signUpTitle}>
      {signUp.isSuccess ? (
        <p role="status">{w.signIn.signUpSent({ email })}</p>
      ) : (
        <Form onSubmit={() => signUp.mutate()}>
          <NameField label={w.signIn.name} error={signUp.error} autoComplete="name" value={name} onChange={setName} />
          <EmailField hint={w.signIn.signUpHint} error={signUp.error} value={email} onChange={setEmail} />
          {isClosed ? (
            <p role="alert" className="text-danger">
              {w.signIn.closed}
            </p>
          ) : (
            signUp.error && <ErrorAlert error={signUp.error} />
          )}
          <Button type="submit" variant="primary" isPending={signUp.isPending}>
            {w.signIn.signUp}
          </Button>
        </Form>
      )}
      <Link to="/sign-in" className="text-sm link">
        {w.signIn.back}
      </Link>
    </StandalonePage>
  );
}

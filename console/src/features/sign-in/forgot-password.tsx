import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { w } from '../../words/index.ts';

/** Requests a password reset mail. The response is the same for every address. */
export default function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const requestReset = useMutation({
    mutationFn: () => post('/identity/request-password-reset', { body: { email } }),
  });
  return (
    <StandalonePage title={w.signIn.forgotTitle}>
      {requestReset.isSuccess ? (
        <p role="status">{w.signIn.resetSent({ email })}</p>
      ) : (
        <Form onSubmit={() => requestReset.mutate()}>
          <TextField
            label={w.signIn.email}
            path="email"
            error={requestReset.error}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {requestReset.error && <ErrorAlert error={requestReset.error} />}
          <Button type="submit" variant="primary" isPending={requestReset.isPending}>
            {w.signIn.sendLink}
          </Button>
        </Form>
      )}
      <Link to="/sign-in" className="text-sm link">
        {w.signIn.back}
      </Link>
    </StandalonePage>
  );
}

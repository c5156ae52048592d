import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Form } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { w } from '../../words/index.ts';
import { EmailField } from './email-field.tsx';

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
          <EmailField error={requestReset.error} value={email} onChange={setEmail} />
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

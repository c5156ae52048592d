import { useMutation } from '@tanstack/react-query';
import { del, post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { translateOrKeep } from '../../../lib/translate-sentence.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showErrorToast } from '../../../ui/error-alert.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { Domain } from './queries.ts';

const DOMAIN = '/api/v1/org/{org_id}/domains/{domain_id}';

const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['organization_domain', 'list'] });

/** Has the DNS asked for the record now, and says what it answered. */
export function CheckDomain({ of: { id, domain } }: { readonly of: Domain }) {
  const { org_id } = useScope();
  const check = useMutation({
    mutationFn: () => post(`${DOMAIN}/verify`, { params: { path: { org_id, domain_id: id } } }),
    onSuccess: ({ status, check_error }) => {
      if (status === 'verified') showToast(w.organization.isVerified(domain));
      else showToast(w.organization.notYet(translateOrKeep(check_error ?? '')), 'bad');
      readAgain();
    },
    onError: showErrorToast,
  });
  return (
    <Button
      isSmall
      isPending={check.isPending}
      aria-label={w.organization.checkNamed(domain)}
      onClick={() => check.mutate()}
    >
      {w.organization.check}
    </Button>
  );
}

export function RemoveDomain({ of: { id, domain }, onClose }: { readonly of: Domain; readonly onClose: () => void }) {
  const { org_id } = useScope();
  const remove = useMutation({
    mutationFn: () => del(DOMAIN, { params: { path: { org_id, domain_id: id } } }),
    onSuccess: () => {
      showToast(w.organization.removed(domain));
      readAgain();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.organization.removeNamed(domain)}
      confirmLabel={w.organization.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.organization.removeHint}
    </ConfirmDialog>
  );
}

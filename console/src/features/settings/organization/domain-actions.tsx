import { useMutation } from '@tanstack/react-query';
import { del, post } from '../../../lib/api.ts';
import { getMessageText } from '../../../lib/messages.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showErrorToast } from '../../../ui/error-alert.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { Domain } from './queries.ts';

const DOMAIN_PATH = '/api/v1/org/{org_id}/domains/{domain_id}';

const invalidateDomains = () => void queryClient.invalidateQueries({ queryKey: ['organization_domain', 'list'] });

/** Checks the DNS record of a domain now and shows the result. */
export function CheckDomainButton({ organizationDomain: { id, domain } }: { readonly organizationDomain: Domain }) {
  const { org_id } = useScope();
  const check = useMutation({
    mutationFn: () => post(`${DOMAIN_PATH}/verify`, { params: { path: { org_id, domain_id: id } } }),
    onSuccess: ({ status, check_error, check_error_code: code, check_error_params: params }) => {
      if (status === 'verified') showToast(w.organization.isVerified({ domain }));
      else
        showToast(
          w.organization.notVerified({ problem: getMessageText({ msg: check_error ?? '', code, params }) }),
          'bad',
        );
      invalidateDomains();
    },
    onError: showErrorToast,
  });
  return (
    <Button
      isSmall
      isPending={check.isPending}
      aria-label={w.organization.checkNamed({ domain })}
      onClick={() => check.mutate()}
    >
      {w.organization.check}
    </Button>
  );
}

export function DeleteDomainDialog({
  organizationDomain: { id, domain },
  onClose,
}: {
  readonly organizationDomain: Domain;
  readonly onClose: () => void;
}) {
  const { org_id } = useScope();
  const remove = useMutation({
    mutationFn: () => del(DOMAIN_PATH, { params: { path: { org_id, domain_id: id } } }),
    onSuccess: () => {
      showToast(w.organization.removed({ domain }));
      invalidateDomains();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.organization.removeNamed({ domain })}
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

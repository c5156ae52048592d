import { useMutation } from '@tanstack/react-query';
import { del, post } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { translated } from '../../../lib/sentences.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { tellFailure } from '../../../ui/failed.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import type { Domain } from './queries.ts';

const DOMAIN = '/api/v1/org/{org_id}/domains/{domain_id}';

const readAgain = () => void queries.invalidateQueries({ queryKey: ['organization_domain', 'list'] });

/** Has the DNS asked for the record now, and says what it answered. */
export function CheckDomain({ of: { id, domain } }: { readonly of: Domain }) {
  const { org_id } = useScope();
  const check = useMutation({
    mutationFn: () => post(`${DOMAIN}/verify`, { params: { path: { org_id, domain_id: id } } }),
    onSuccess: ({ status, check_error }) => {
      if (status === 'verified') toast(w.organization.isVerified(domain));
      else toast(w.organization.notYet(translated(check_error ?? '')), 'bad');
      readAgain();
    },
    onError: tellFailure,
  });
  return (
    <Button small busy={check.isPending} aria-label={w.organization.checkNamed(domain)} onClick={() => check.mutate()}>
      {w.organization.check}
    </Button>
  );
}

export function RemoveDomain({ of: { id, domain }, onClose }: { readonly of: Domain; readonly onClose: () => void }) {
  const { org_id } = useScope();
  const remove = useMutation({
    mutationFn: () => del(DOMAIN, { params: { path: { org_id, domain_id: id } } }),
    onSuccess: () => {
      toast(w.organization.removed(domain));
      readAgain();
      onClose();
    },
  });
  return (
    <Confirm
      title={w.organization.removeNamed(domain)}
      act={w.organization.remove}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {w.organization.removeHint}
    </Confirm>
  );
}

import { formatRole } from '../../lib/roles.ts';
import type { SecurableType } from '../../lib/securable.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { getGrantableRoles, isPrivileged, type Role } from './permissions.ts';

interface Props {
  readonly label: string;
  /** Type of the resource that grants the role. */
  readonly resourceType: SecurableType;
  readonly value: Role | '';
  readonly onChange: (role: Role | '') => void;
  /** Roles that are not offered. */
  readonly excludedRoles?: readonly Role[];
  /** Label of the option for no role. Without it, a role is required. */
  readonly noneLabel?: string;
}

/** Selects one role and describes it. */
export function RoleField({ label, resourceType, value, onChange, excludedRoles = [], noneLabel }: Props) {
  return (
    <SelectField
      label={label}
      hint={value === '' ? undefined : w.people.roleHint[value]}
      value={value}
      onChange={(event) => onChange(event.target.value as Role | '')}
    >
      {noneLabel !== undefined && <option value="">{noneLabel}</option>}
      {getGrantableRoles(resourceType)
        .filter((role) => !excludedRoles.includes(role))
        .map((role) => (
          <option key={role} value={role}>
            {formatRole(role)}
          </option>
        ))}
    </SelectField>
  );
}

/** Returns the privileged roles that the user cannot grant. A role that is already held stays selectable. */
export function getExcludedRoles(
  permissions: { readonly canEditPrivileged: boolean },
  heldRoles: readonly string[] = [],
): readonly Role[] {
  if (permissions.canEditPrivileged) return [];
  return (['owner', 'editor'] as const).filter((role) => isPrivileged([role]) && !heldRoles.includes(role));
}

/** Returns the label of a role field for a resource type. */
export function getRoleLabel(resourceType: SecurableType): string {
  if (resourceType === 'organization') return w.people.orgRole;
  return resourceType === 'project' ? w.people.projectRole : w.people.roleHere;
}

import { formatRole } from '../../lib/roles.ts';
import type { SecurableType } from '../../lib/securable.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { isPrivileged, type Role, rolesAt } from './rights.ts';

interface Props {
  readonly label: string;
  /** Type of what the role is given on. */
  readonly on: SecurableType;
  readonly value: Role | '';
  readonly onChange: (role: Role | '') => void;
  /** Roles that are not offered. */
  readonly without?: readonly Role[];
  /** Said for no role; without it there must be one. */
  readonly none?: string;
}

/** One role, with what it carries. */
export function RoleField({ label, on, value, onChange, without = [], none }: Props) {
  return (
    <SelectField
      label={label}
      hint={value === '' ? undefined : w.people.roleHint[value]}
      value={value}
      onChange={(event) => onChange(event.target.value as Role | '')}
    >
      {none !== undefined && <option value="">{none}</option>}
      {rolesAt(on)
        .filter((role) => !without.includes(role))
        .map((role) => (
          <option key={role} value={role}>
            {formatRole(role)}
          </option>
        ))}
    </SelectField>
  );
}

/** Roles that are not offered to somebody whom the API would refuse them; what is held already stays to be chosen. */
export function withoutPrivileged(
  may: { readonly privileged: boolean },
  held: readonly string[] = [],
): readonly Role[] {
  if (may.privileged) return [];
  return (['owner', 'editor'] as const).filter((role) => isPrivileged([role]) && !held.includes(role));
}

/** What a field is called that asks for a role on something of a type. */
export function roleLabel(on: SecurableType): string {
  if (on === 'organization') return w.people.orgRole;
  return on === 'project' ? w.people.projectRole : w.people.roleHere;
}

import { sayRole } from '../../lib/role-words.ts';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type Place, ROLES_AT, type Role } from './rights.ts';

interface Props {
  readonly label: string;
  readonly at: Place;
  readonly value: Role | '';
  readonly onChange: (role: Role | '') => void;
  /** Roles that are not offered. */
  readonly without?: readonly Role[];
  /** Said for no role; without it there must be one. */
  readonly none?: string;
}

/** One role of a place, with what it carries. */
export function RoleField({ label, at, value, onChange, without = [], none }: Props) {
  return (
    <SelectField
      label={label}
      hint={value === '' ? undefined : w.people.roleHint[value]}
      value={value}
      onChange={(event) => onChange(event.target.value as Role | '')}
    >
      {none !== undefined && <option value="">{none}</option>}
      {ROLES_AT[at]
        .filter((role) => !without.includes(role))
        .map((role) => (
          <option key={role} value={role}>
            {sayRole(role)}
          </option>
        ))}
    </SelectField>
  );
}

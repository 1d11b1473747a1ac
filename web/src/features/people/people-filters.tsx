import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Plan, Role } from '../../../../lambdas/contract/shared.ts';
import { roleNames } from '../../core/auth/role-names.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import type { PeopleFilter } from './api.ts';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';

const texts = peopleTexts.filters;
const roles = Object.entries(roleNames) as [Role, string][];
const plans = Object.entries(planFacts).map(([plan, { name }]) => [plan as Plan, name] as const);

/** The value of an address that is one of the options; null for any other. */
const known = <Value extends string>(options: readonly (readonly [Value, string])[], text: string | null) =>
  options.find(([value]) => value === text)?.[0] ?? null;

/** The filters that an address contains. */
export const filtersOf = (address: URLSearchParams): Pick<PeopleFilter, 'role' | 'plan'> => ({
  role: known(roles, address.get('role')),
  plan: known(plans, address.get('plan')),
});

export interface PeopleFiltersProps extends Pick<PeopleFilter, 'role' | 'plan'> {
  readonly onChange: (name: 'role' | 'plan', value: string | null) => void;
}

/** Shows only the users of a role or plan. A choice takes effect immediately. */
export const PeopleFilters = ({ role, plan, onChange }: PeopleFiltersProps) => (
  <div className={styles['filters']}>
    <SelectField
      label={texts.role}
      value={role ?? ''}
      onChange={({ target }) => onChange('role', target.value || null)}
    >
      <option value="">{texts.anyRole}</option>
      {roles.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
    <SelectField
      label={texts.plan}
      value={plan ?? ''}
      onChange={({ target }) => onChange('plan', target.value || null)}
    >
      <option value="">{texts.anyPlan}</option>
      {plans.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  </div>
);

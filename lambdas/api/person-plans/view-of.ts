import type { PersonPlan } from '../../contract/admin/billing.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { personPlanOf } from '../../domain/billing/person-plan.ts';
import type { BillingRecord } from '../../domain/billing/record.ts';
import type { PersonPlansDeps } from './deps.ts';

/** A user's plan with the name of the administrator who gave a complimentary one. */
export const viewOf = async (
  { names }: Pick<PersonPlansDeps, 'names'>,
  profile: Profile,
  record: BillingRecord,
): Promise<PersonPlan> => {
  const found = record.complimentary ? await names.namesOf([record.complimentary.given_by]) : undefined;
  return personPlanOf(profile, record, (id) => found?.get(id) ?? null);
};

import type { NewPersonRole } from '../../contract/people.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import type { Rights } from '../accounts/actor.ts';

/** Role and plan that a new account gets. `premium` and `business` are plans, which only the tool for test users gives. */
export const rightsOfNew = (role: NewPersonRole): { readonly role: Role; readonly plan: Plan } =>
  role === 'premium' || role === 'business' ? { role: 'user', plan: role } : { role, plan: 'free' };

/** Whether only test users are made as this. */
export const isTestRole = (role: NewPersonRole): boolean => role === 'premium' || role === 'business';

/** Whether a person counts among the administrators: a disabled one cannot act, so does not. */
const isActingAdmin = ({ role, disabled }: Pick<Rights, 'role' | 'disabled'>): boolean => role === 'admin' && !disabled;

/** By how much a change of rights changes the number of administrators: -1, 0 or 1. */
export const adminsGained = (before: Pick<Rights, 'role' | 'disabled'> | undefined, after: Pick<Rights, 'role' | 'disabled'>): number =>
  Number(isActingAdmin(after)) - Number(before !== undefined && isActingAdmin(before));

import type { NewPersonRole, AccessRights } from '../../contract/people/people.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import { AppError } from '../app-error.ts';

/**
 * Role and plan of a new account. `premium` and `business` are plans of test users.
 */
export const rightsOfNew = (role: NewPersonRole): { readonly role: Role; readonly plan: Plan } =>
  role === 'premium' || role === 'business' ? { role: 'user', plan: role } : { role, plan: 'free' };

/** Whether the role is for test users only. */
export const isTestRole = (role: NewPersonRole): boolean => role === 'premium' || role === 'business';

/** Whether a user counts as an administrator. A disabled one does not, because they cannot act. */
const isActingAdmin = ({ role, disabled }: AccessRights): boolean => role === 'admin' && !disabled;

/** Change in the number of administrators: -1, 0 or 1. */
export const adminsGained = (before: AccessRights | undefined, after: AccessRights): number =>
  Number(isActingAdmin(after)) - Number(before !== undefined && isActingAdmin(before));

/**
 * Returns the rights that change, or undefined when nothing changes. Throws AppError when the change is not allowed.
 */
export type ChangeRights = (rights: AccessRights) => Partial<AccessRights> | undefined;

const areSame = (one: AccessRights, other: AccessRights): boolean =>
  one.role === other.role && one.disabled === other.disabled;

/**
 * A change that gives a user these rights. `was` are the rights that the caller saw. Throws `version_conflict` when the
 * rights have changed since, unless they already are as requested, so that a retry succeeds.
 */
export const giveRights =
  (fields: Partial<AccessRights>, was?: AccessRights): ChangeRights =>
  (rights) => {
    if (was && !areSame(rights, was) && !areSame(rights, { ...was, ...fields })) throw new AppError('version_conflict');
    return areSame(rights, { ...rights, ...fields }) ? undefined : fields;
  };

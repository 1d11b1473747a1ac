import type { NewPersonRole, ShownRights } from '../../contract/people/people.ts';
import type { Plan, Role } from '../../contract/shared.ts';
import { AppError } from '../app-error.ts';

/**
 * Role and plan that a new account gets. `premium` and `business` are plans, which only the tool for test users gives.
 */
export const rightsOfNew = (role: NewPersonRole): { readonly role: Role; readonly plan: Plan } =>
  role === 'premium' || role === 'business' ? { role: 'user', plan: role } : { role, plan: 'free' };

/** Whether only test users are made as this. */
export const isTestRole = (role: NewPersonRole): boolean => role === 'premium' || role === 'business';

/** Whether a person counts among the administrators: a disabled one cannot act, so does not. */
const isActingAdmin = ({ role, disabled }: ShownRights): boolean => role === 'admin' && !disabled;

/** By how much a change of rights changes the number of administrators: -1, 0 or 1. */
export const adminsGained = (before: ShownRights | undefined, after: ShownRights): number =>
  Number(isActingAdmin(after)) - Number(before !== undefined && isActingAdmin(before));

/**
 * What a change makes of a person's rights; undefined when it leaves them as they are. Throws AppError when it may not
 * be.
 */
export type ChangeRights = (rights: ShownRights) => Partial<ShownRights> | undefined;

const areSame = (one: ShownRights, other: ShownRights): boolean =>
  one.role === other.role && one.disabled === other.disabled;

/**
 * The change that gives a person these rights, made from what was shown when `was` is given. Throws `version_conflict`
 * when somebody else made something else of them meanwhile; whoever asks again for what they have made is not in
 * conflict with it.
 */
export const giveRights =
  (fields: Partial<ShownRights>, was?: ShownRights): ChangeRights =>
  (rights) => {
    if (was && !areSame(rights, was) && !areSame(rights, { ...was, ...fields })) throw new AppError('version_conflict');
    return areSame(rights, { ...rights, ...fields }) ? undefined : fields;
  };

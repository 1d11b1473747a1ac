import { newSecurityEvent, type NewSecurityEvent } from '../security/event.ts';
import { eventId } from '../security/event-id.ts';

/** What a change of a user's rights means for security. */
export interface AccountChange {
  readonly userId: string;
  readonly kind: 'role_change' | 'account_disabled' | 'account_enabled';
  /** The roles before and after. */
  readonly from?: string;
  readonly to?: string;
}

type Image = Readonly<Record<string, unknown>> | undefined;

/** The rights of an account that has none stored yet. */
const UNSTORED = { role: 'user', disabled: false };

/**
 * The changes of a user's role and state, by the stored rights before and after. Empty for other items, and when the
 * rights were deleted with their account.
 */
export const accountChanges = (before: Image, after: Image): readonly AccountChange[] => {
  const { type, user_id: userId, role, disabled = false } = after ?? {};
  if (type !== 'RIGHTS' || typeof userId !== 'string') return [];
  const earlier = { ...UNSTORED, ...before };
  const changes: AccountChange[] = [];
  if (earlier.role !== role) changes.push({ userId, kind: 'role_change', from: earlier.role, to: String(role) });
  if (earlier.disabled !== disabled)
    changes.push({ userId, kind: disabled === true ? 'account_disabled' : 'account_enabled' });
  return changes;
};

/**
 * The security event of a change. `change`: the same id whenever the table's stream delivers it, and its time in
 * milliseconds, so that it is recorded once.
 */
export const accountEvent = (
  { userId, kind, from, to }: AccountChange,
  change: { readonly id: string; readonly at: number },
): NewSecurityEvent =>
  newSecurityEvent({
    kind,
    subject: { user: userId },
    id: eventId(change.at, `${kind} ${change.id}`),
    at: change.at,
    ...(from === undefined || to === undefined ? {} : { metadata: { from, to } }),
  });

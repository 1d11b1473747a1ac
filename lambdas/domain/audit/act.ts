import type { AuditTarget } from '../../contract/admin/audit.ts';
import type { Role } from '../../contract/shared.ts';

/** An action for the audit log: what an actor did to a target. */
export interface AuditAct {
  readonly actor: { readonly userId: string; readonly role: Role };
  /** `<target>.<action>`, such as `user.role-assigned`. */
  readonly action: `${AuditTarget}.${string}`;
  readonly targetId: string;
  /** The target before the action; null when it is new. It can be passed whole: only differences are stored. */
  readonly before: object | null;
  /** The target after the action; null when it was removed. */
  readonly after: object | null;
  readonly reason?: string | undefined;
  readonly requestId: string;
}

/** The actor of operator commands, who is not a user of the platform. */
export const OPERATOR: AuditAct['actor'] = { userId: '00000000-0000-0000-0000-000000000000', role: 'admin' };

/** The actor of what a rule of security alerts does automatically, because an administrator switched it on. */
export const SECURITY_RULE: AuditAct['actor'] = { userId: '00000000-0000-0000-0000-000000000001', role: 'admin' };

/** The actor and request of an action. */
export type ActBy = Pick<AuditAct, 'actor' | 'requestId'>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The fields that differ between two states of a target, from both sides. When one state is null, the other is returned
 * whole.
 */
export const differences = (
  before: object | null,
  after: object | null,
): { readonly before: Record<string, unknown> | null; readonly after: Record<string, unknown> | null } => {
  if (before === null || after === null) return { before: before && { ...before }, after: after && { ...after } };
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !same(old[name], now[name]));
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
  return { before: pick(old), after: pick(now) };
};

import type { AuditTarget } from '../../contract/admin/audit.ts';
import type { Role } from '../../contract/shared.ts';

/** Something that a person with rights did to something. */
export interface AuditAct {
  readonly actor: { readonly userId: string; readonly role: Role };
  /** `<target>.<what was done>`. */
  readonly action: `${AuditTarget}.${string}`;
  readonly targetId: string;
  /** The thing before; null when it is new. Whole things may be given: only what differs is kept. */
  readonly before: object | null;
  /** The thing afterwards; null when it is gone. */
  readonly after: object | null;
  readonly reason?: string | undefined;
  readonly requestId: string;
}

/** Who runs the operator's commands: no person of the platform. */
export const OPERATOR: AuditAct['actor'] = { userId: '00000000-0000-0000-0000-000000000000', role: 'admin' };

/** Who did something, in which request. */
export type ActBy = Pick<AuditAct, 'actor' | 'requestId'>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What differs between two states of a thing, on both sides. Without a state there is nothing to compare: the other is
 * kept whole.
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

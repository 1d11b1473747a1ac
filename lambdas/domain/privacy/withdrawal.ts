import { decodeTime } from 'ulid';
import { TRACE_KINDS, type TraceKind } from '../../contract/people/sign-in-events.ts';
import { PURPOSES, type Purpose } from '../../contract/people/consent.ts';
import { isConsented } from './consented.ts';

type Image = Readonly<Record<string, unknown>> | undefined;

/** What a user no longer allows, and when they decided so. */
export interface Withdrawal {
  readonly userId: string;
  readonly kinds: TraceKind[];
  /** ISO 8601. */
  readonly at: string;
}

const purposesOf = (rights: Image): readonly Purpose[] => {
  const consent = rights?.['consent'];
  return Array.isArray(consent) ? PURPOSES.filter((purpose) => consent.includes(purpose)) : [];
};

/** The kinds of data that someone who allowed these purposes did not consent to. */
export const notConsented = (consent: readonly Purpose[]): TraceKind[] =>
  TRACE_KINDS.filter((kind) => !isConsented(consent, kind));

/**
 * What a change of a user's rights withdraws. Undefined for most changes, and when an erasure removes the decision:
 * what then happens to the data is the rule of the erasure.
 */
export const withdrawalOf = (before: Image, after: Image): Withdrawal | undefined => {
  const { type, user_id: userId, consent_id: id } = after ?? {};
  if (type !== 'RIGHTS' || typeof userId !== 'string' || typeof id !== 'string') return undefined;
  const kinds = notConsented(purposesOf(after)).filter((kind) => isConsented(purposesOf(before), kind));
  return kinds.length === 0 ? undefined : { userId, kinds, at: new Date(decodeTime(id)).toISOString() };
};

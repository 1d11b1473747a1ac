import type { TrustPart } from '../../../contract/security/smart-tokens.ts';
import {
  LEVEL_2_TRUST,
  LEVEL_3_TRUST,
  TRUST_WEIGHTS,
  type TokenLevel,
} from '../../../contract/security/token-rules.ts';

/**
 * What is known of a user when a token is issued. Only the time is the server's own: the user's browsers report the
 * other facts and can forge them, so the trust must decide nothing.
 */
export interface TrustFacts {
  /** Risk scores of the newest analyzed patterns, computed from what browsers counted. Empty without consent. */
  readonly risks: readonly number[];
  /** Whether a browser has reported a place for the session, which needs consent. The server cannot check it. */
  readonly locationKnown: boolean;
  /** When the token is issued. Milliseconds since 1970. */
  readonly at: number;
}

/** The trust of a token. */
export interface Trust {
  /** 0 to 100: the sum of the parts. */
  readonly score: number;
  /** In the order of the table of weights. */
  readonly parts: readonly TrustPart[];
  readonly level: TokenLevel;
}

/** A part that needs consent. */
export type ConsentedPart = Extract<TrustPart['part'], 'history' | 'location'>;

/** Whether the parts contain a place of the session. */
export const hasPlace = (parts: readonly TrustPart[]): boolean => parts.some(({ part }) => part === 'location');

/** The first and the last of the hours that count as office hours, in UTC. */
const OFFICE = { first: 9, last: 17 } as const;

const rounded = (points: number): number => Math.round(points * 10) / 10;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What analyzed behavior changes: its weight is added to the start, and the sum is averaged with 100 minus the mean
 * risk. So behavior of a high risk lowers the trust.
 */
const historyPoints = (risks: readonly number[]): number => {
  const { start, history } = TRUST_WEIGHTS;
  return rounded((start + history + (100 - mean(risks))) / 2 - start);
};

const isOfficeHour = (at: number): boolean => {
  const hour = new Date(at).getUTCHours();
  return hour >= OFFICE.first && hour <= OFFICE.last;
};

/** The security level of a trust. */
export const levelOf = (score: number, locationKnown: boolean): TokenLevel => {
  if (score > LEVEL_3_TRUST && locationKnown) return 3;
  return score > LEVEL_2_TRUST ? 2 : 1;
};

/** The trust of these parts. */
const trustOfParts = (parts: readonly TrustPart[]): Trust => {
  const sum = parts.reduce((total, { points }) => total + points, 0);
  const score = Math.min(100, Math.max(0, rounded(sum)));
  return { score, parts, level: levelOf(score, hasPlace(parts)) };
};

/** The trust of a token without a part, which its user no longer consents to; undefined when it has no such part. */
export const withoutPart = (parts: readonly TrustPart[], removed: ConsentedPart): Trust | undefined => {
  const kept = parts.filter(({ part }) => part !== removed);
  return kept.length === parts.length ? undefined : trustOfParts(kept);
};

/** The trust of a token that is issued now, with where it comes from. */
export const trustOf = ({ risks, locationKnown, at }: TrustFacts): Trust => {
  const { start, office_hours: office, location } = TRUST_WEIGHTS;
  const parts: readonly TrustPart[] = [
    { part: 'start', points: start },
    ...(risks.length > 0 ? [{ part: 'history', points: historyPoints(risks) } as const] : []),
    ...(isOfficeHour(at) ? [{ part: 'office_hours', points: office } as const] : []),
    ...(locationKnown ? [{ part: 'location', points: location } as const] : []),
  ];
  return trustOfParts(parts);
};

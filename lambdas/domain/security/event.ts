import * as z from 'zod/mini';
import {
  EVENT_CATEGORIES,
  EVENT_KINDS,
  EVENT_NAMES,
  EVENT_SOURCES,
  SEVERITIES,
  severityOf,
  type EventKind,
  type EventSource,
} from '../../contract/admin/security-kinds.ts';
import { PAGE_VIEW, type PageName } from '../../contract/people/sign-in-events.ts';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { ConsentedBy } from '../privacy/consented.ts';

/**
 * A security event (specification, section 3). The server sets user, time, severity and risk. A network address is
 * stored only by consent, and shortened; loads of the site and anomalies of behavior are stored only by consent.
 */
export const SecurityEvent = z.object({
  /** ULID; events sort by it. */
  id: z.string(),
  created_at: Timestamp,
  /** Who observed it. What a browser reports can be forged by its user. */
  source: z.enum(EVENT_SOURCES),
  /** Whom it is about: `subjectOf`. */
  subject: z.string(),
  /** Missing when no signed-in user is known. */
  user_id: z.optional(UserId),
  /** The sign-in that the event is about. */
  session_id: z.optional(z.string()),
  event_type: z.enum(EVENT_NAMES),
  event_category: z.enum(EVENT_CATEGORIES),
  severity: z.enum(SEVERITIES),
  resource_type: z.string(),
  /** The page of a `page_view`, or the endpoint of a denied call. */
  resource_id: z.optional(z.string()),
  action_taken: z.string(),
  success: z.boolean(),
  error_message: z.nullable(z.string()),
  /** Numbers and names, never user input. */
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  /** 0 to 100. */
  risk_score: z.number(),
  ip_address: z.optional(z.string()),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** What an event contains only if its user consented. */
export interface EventTraces {
  readonly ip_address?: ConsentedBy<'address', string> | undefined;
  /** The page that was loaded. Without it, no `page_view` can be stored. */
  readonly page?: ConsentedBy<'behavior', PageName> | undefined;
  /** What the analysis of behavior found. Without it, no `behavior_anomaly` can be stored. */
  readonly scored?: ConsentedBy<'behavior', Readonly<Record<string, string | number>>> | undefined;
}

/** The events that are stored only by consent to behavioral analysis: all of each is removed with the consent. */
const BEHAVIOR_EVENTS: ReadonlySet<unknown> = new Set<EventKind>([PAGE_VIEW, 'behavior_anomaly']);

/** Whether events of a type are stored only by consent to behavioral analysis. */
export const isBehavior = (type: unknown): boolean => BEHAVIOR_EVENTS.has(type);

/** An event before it is stored, without what needs consent. */
export type NewSecurityEvent = Omit<SecurityEvent, 'ip_address'>;

/**
 * Whom an event is about: a user, a visitor by the keyed hash of the network address of one day, or an account that
 * does not exist by the keyed hash of its name.
 */
export type Subject = { readonly user: string } | { readonly visitor: string } | { readonly account: string };

/** The subject as it is stored and shown: `user:<id>`, `visitor:<name>` or `account:<name>`. */
export const subjectOf = (subject: Subject): string => {
  if ('user' in subject) return `user:${subject.user}`;
  return 'visitor' in subject ? `visitor:${subject.visitor}` : `account:${subject.account}`;
};

/** The subject that `subjectOf` wrote. */
export const subjectIn = (text: string): Subject => {
  const [kind = '', name = ''] = text.split(':');
  return { [kind]: name } as unknown as Subject;
};

/** What happened. All else follows from its kind. */
export interface Happening {
  readonly kind: EventKind;
  readonly subject: Subject;
  /** ULID. The same id is recorded once. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** @default server */
  readonly source?: EventSource;
  readonly sessionId?: string | null | undefined;
  readonly resourceId?: string | undefined;
  /** Other than what the table of kinds states. */
  readonly resourceType?: string | undefined;
  readonly error?: string | undefined;
  /** Names and numbers. */
  readonly metadata?: Readonly<Record<string, string | number>>;
  /** Above what the table of kinds states. */
  readonly risk?: number | undefined;
}

/** The security event of what happened, by the table of kinds. */
export const newSecurityEvent = (what: Happening): NewSecurityEvent => {
  const { category, risk: least, resource, action, success } = EVENT_KINDS[what.kind];
  const risk = what.risk ?? least;
  return {
    id: what.id,
    created_at: new Date(what.at).toISOString(),
    source: what.source ?? 'server',
    subject: subjectOf(what.subject),
    ...('user' in what.subject ? { user_id: what.subject.user } : {}),
    ...(what.sessionId ? { session_id: what.sessionId } : {}),
    event_type: what.kind,
    event_category: category,
    severity: severityOf(risk),
    resource_type: what.resourceType ?? resource,
    ...(what.resourceId === undefined ? {} : { resource_id: what.resourceId }),
    action_taken: action,
    success,
    error_message: what.error ?? null,
    metadata: { ...what.metadata },
    risk_score: risk,
  };
};

import * as z from 'zod/mini';
import { AlertId } from '../contract/admin/security-alerts.ts';
import { ContentAspect } from '../contract/content/content-aspects.ts';
import { CodePurpose } from '../contract/people/credential-fields.ts';
import { TRACE_KINDS } from '../contract/people/sign-in-events.ts';
import { StepName } from '../contract/media/steps.ts';
import { RequestType } from '../contract/people/data-requests.ts';
import {
  CategoryId,
  ContentId,
  CreatorId,
  JobId,
  PlaylistId,
  RequestId,
  Timestamp,
  UserId,
} from '../contract/shared.ts';

/** `source` of every event that our own functions publish. */
export const EVENT_SOURCE = 'soundstage';

/**
 * The details of our events: past tense with a version. An event is declared here alone: its type, its messages and the
 * patterns of rules follow from its declaration.
 */
export const appEvents = {
  /** A bulk job must be run or continued. */
  'BulkJobStarted.v1': z.object({ jobId: JobId }),
  /**
   * A category or creator was renamed, or a category's items move to another category. The content items must follow.
   */
  'CatalogNamesChanged.v1': z.union([z.object({ categoryId: CategoryId }), z.object({ creatorId: CreatorId })]),
  /** A content item was deleted. Its objects and index entries must be removed. */
  'ContentDeleted.v1': z.object({ contentId: ContentId }),
  /** A content item was created, changed or deleted in a way that affects these aspects. */
  'ContentChanged.v1': z.object({ contentId: ContentId, aspects: z.array(ContentAspect) }),
  /** An account was created or deleted. */
  'PersonChanged.v1': z.object({ userId: UserId }),
  /** An account was disabled or enabled, which hides or shows what its user shares. */
  'AccountSwitched.v1': z.object({ ownerId: UserId }),
  /**
   * A user no longer allows kinds of data that they allowed before. What of them was stored up to `at` must be removed.
   */
  'ConsentWithdrawn.v1': z.object({ userId: UserId, kinds: z.array(z.enum(TRACE_KINDS)), at: Timestamp }),
  /** A user asked for an export or the erasure of their data. */
  'DataRequested.v1': z.object({ userId: UserId, requestId: RequestId, requestType: RequestType }),
  /** A user cleared their watch history. Its entries and playback positions must be removed. */
  'HistoryCleared.v1': z.object({ userId: UserId }),
  /** A legal hold was set or released. Whether the user's data expires must follow. */
  'LegalHoldChanged.v1': z.object({ userId: UserId }),
  /** A playlist was deleted. Its entries must be removed. */
  'PlaylistDeleted.v1': z.object({ playlistId: PlaylistId }),
  /** Stripe sent an event about an object. What changed is read from Stripe. `at` is when it happened. */
  'StripeEventReceived.v1': z.object({
    eventId: z.string(),
    type: z.string(),
    at: Timestamp,
    objectId: z.string(),
    customerId: z.nullable(z.string()),
  }),
  /** A run of a processing step was requested: its needs are done, or a user repeats it. */
  'StepRequested.v1': z.object({
    contentId: ContentId,
    versionId: z.string(),
    attempt: z.number(),
    step: StepName,
    run: z.number(),
  }),
  /** A rule raised a security alert. Its rule may respond to it automatically. */
  'SecurityAlertRaised.v1': z.object({ alertId: AlertId }),
  /** An administrator requested the checks of tokens, protection and response times. */
  'SecurityChecksRequested.v1': z.object({ at: Timestamp }),
  /** A user edited a transcript or chose another one, or a machine replaced it. Its captions must follow. */
  'TranscriptChanged.v1': z.object({ contentId: ContentId }),
  /** The safety policy changed. This page of the catalog must be evaluated by it. */
  'SafetyPolicyChanged.v1': z.object({ policyVersion: z.number(), page: z.number() }),
  /**
   * Someone requested an email with a code. `subject` is the hash of an address or the id of a user. The request itself
   * is stored in the table.
   */
  'CodeRequested.v1': z.object({
    purpose: CodePurpose,
    subject: z.string().check(z.regex(/^[0-9a-f-]{36,64}$/)),
    requestId: z.string(),
  }),
  /** A conversion attempt was requested: a restart, or a record whose source arrived without one. */
  'ConversionRequested.v1': z.object({ contentId: ContentId, versionId: z.string(), attempt: z.number() }),
} as const;

export type AppEventType = keyof typeof appEvents;
/** The detail of an event. */
export type AppEvent<T extends AppEventType> = z.infer<(typeof appEvents)[T]>;

/** One of our events with its detail, before it is published. */
export type NewEvent = { [T in AppEventType]: { readonly type: T; readonly detail: AppEvent<T> } }[AppEventType];

/** The schema of an event as the event bus delivers it. Consumers parse each message before they use it. */
export const messageOf = <T extends AppEventType>(type: T) =>
  z.object({ source: z.literal(EVENT_SOURCE), 'detail-type': z.literal(type), detail: appEvents[type] });

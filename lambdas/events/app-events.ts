import * as z from 'zod/mini';
import { ContentAspect } from '../contract/content/content-aspects.ts';
import { CategoryId, ContentId, CreatorId, JobId, PlaylistId, UserId } from '../contract/shared.ts';

/** `source` of every event that our own functions publish. */
export const EVENT_SOURCE = 'soundstage';

/** Our events: past tense with a version; `detail` is parsed by the consumer before use. */
export const appEvents = {
  /** A job over many contents is to be worked, or worked on. */
  'BulkJobStarted.v1': z.object({ jobId: JobId }),
  /**
   * A category or creator has another name, or a category gives its contents to another: its contents are to follow.
   */
  'CatalogNamesChanged.v1': z.union([z.object({ categoryId: CategoryId }), z.object({ creatorId: CreatorId })]),
  /** A content was deleted; its objects and index entries are to be removed. */
  'ContentDeleted.v1': z.object({ contentId: ContentId }),
  /** A content item was created, changed or deleted in a way that affects these aspects. */
  'ContentChanged.v1': z.object({ contentId: ContentId, aspects: z.array(ContentAspect) }),
  /** An account was created or deleted. */
  'PersonChanged.v1': z.object({ userId: UserId }),
  /** A person cleared the own history; its entries and places are to be removed. */
  'HistoryCleared.v1': z.object({ userId: UserId }),
  /** A person's playlist was deleted; its entries are to be removed. */
  'PlaylistDeleted.v1': z.object({ playlistId: PlaylistId }),
  /** The playlists of a finished attempt are to be written again, without a conversion. */
  'PlaylistsRequested.v1': z.object({ contentId: ContentId, versionId: z.string(), attempt: z.number() }),
  /** Somebody wants the user name of the address with this hash; the request itself lies in the table. */
  'UsernameRequested.v1': z.object({ addressHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), requestId: z.string() }),
  /** An attempt is wanted: a restart, or a record whose source arrived without one. */
  'ConversionRequested.v1': z.object({ contentId: ContentId, versionId: z.string(), attempt: z.number() }),
} as const;

export type AppEventType = keyof typeof appEvents;
export type AppEvent<T extends AppEventType> = z.infer<(typeof appEvents)[T]>;

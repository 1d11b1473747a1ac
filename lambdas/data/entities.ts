import { auditEntity } from './admin/audit-entity.ts';
import { auditSealEntity, auditMonthEntity } from './admin/audit-seal-repository.ts';
import { jobEntity, jobItemEntity } from './admin/bulk-entities.ts';
import { countedEntity, countsEntity } from './admin/counts-repository.ts';
import { securityEventEntity } from './admin/security-event-repository.ts';
import { settingsEntity, settingsVersionEntity } from './admin/settings-entity.ts';
import { categoryEntity, categorySlugEntity } from './content/category-repository.ts';
import { contentEntity } from './content/content-entity.ts';
import { creatorEntity } from './content/creator-repository.ts';
import { scheduleEntity } from './content/schedule-repository.ts';
import { attemptEntity } from './conversion/attempt-repository.ts';
import { leftoversEntity } from './conversion/leftover-repository.ts';
import { uploadEntity } from './conversion/upload-entity.ts';
import { historyEntity } from './history/history-repository.ts';
import { historyStateEntity } from './history/history-state-repository.ts';
import { playEntity, viewEntity } from './history/play-repository.ts';
import { positionEntity } from './history/position-repository.ts';
import { queueEntity } from './history/queue-repository.ts';
import { likeEntity, likedIdsEntity } from './library/like-repository.ts';
import { playlistEntity, entryEntity, libraryEntity } from './library/playlist-entity.ts';
import { playlistReportEntity, reportedPlaylistEntity } from './library/report-entities.ts';
import { connectionEntity, personConnectionEntity } from './live/live-connection-repository.ts';
import { liveTicketEntity } from './live/live-ticket-repository.ts';
import { subscriberEntity, topicStateEntity } from './live/live-topic-repository.ts';
import { profileEntity } from './people/profile-repository.ts';
import { rateCounterEntity } from './people/rate-counter-repository.ts';
import { rightsEntity, adminsEntity } from './people/rights-repository.ts';
import { usernameRequestEntity } from './people/username-request-repository.ts';
import { stepEntity } from './pipeline/step-repository.ts';
import type { StoredKind } from './table/entity.ts';

/**
 * All kinds of items in the table. Write permissions of functions, retention, erasure and export are derived from this
 * list. A test fails for an entity that is missing here.
 */
export const entities = {
  admins: adminsEntity,
  attempt: attemptEntity,
  audit: auditEntity,
  auditMonth: auditMonthEntity,
  auditSeal: auditSealEntity,
  category: categoryEntity,
  categorySlug: categorySlugEntity,
  connection: connectionEntity,
  content: contentEntity,
  counted: countedEntity,
  counts: countsEntity,
  creator: creatorEntity,
  entry: entryEntity,
  history: historyEntity,
  historyState: historyStateEntity,
  job: jobEntity,
  jobItem: jobItemEntity,
  leftovers: leftoversEntity,
  library: libraryEntity,
  like: likeEntity,
  likedIds: likedIdsEntity,
  liveTicket: liveTicketEntity,
  personConnection: personConnectionEntity,
  play: playEntity,
  view: viewEntity,
  playlist: playlistEntity,
  playlistReport: playlistReportEntity,
  position: positionEntity,
  profile: profileEntity,
  queue: queueEntity,
  rateCounter: rateCounterEntity,
  reportedPlaylist: reportedPlaylistEntity,
  rights: rightsEntity,
  schedule: scheduleEntity,
  securityEvent: securityEventEntity,
  settings: settingsEntity,
  settingsVersion: settingsVersionEntity,
  step: stepEntity,
  subscriber: subscriberEntity,
  topicState: topicStateEntity,
  upload: uploadEntity,
  usernameRequest: usernameRequestEntity,
} as const satisfies Readonly<Record<string, StoredKind>>;

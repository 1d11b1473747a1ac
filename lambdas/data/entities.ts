import { auditEntity } from './admin/audit-entity.ts';
import { auditSealEntity, auditMonthEntity } from './admin/audit-seal-repository.ts';
import { jobEntity, jobItemEntity } from './admin/bulk-entities.ts';
import { countedEntity, countsEntity } from './admin/counts-repository.ts';
import { alertWindowEntity } from './admin/alert-window-repository.ts';
import { alertLabelsEntity, securityAlertEntity } from './admin/security-alert-entity.ts';
import { behavioralPatternEntity, sentPatternEntity } from './security/behavior-entity.ts';
import { securityEventEntity } from './admin/security-event-repository.ts';
import { securityHourEntity } from './admin/security-hour-repository.ts';
import { securityResponseEntity, securitySettingsEntity } from './admin/security-response-entity.ts';
import { settingsEntity, settingsVersionEntity } from './admin/settings-entity.ts';
import { monthBudgetEntity, titleBudgetEntity } from './analysis/budget-repository.ts';
import { analysisCorrectionEntity } from './analysis/correction-repository.ts';
import { analysisResultEntity } from './analysis/result-repository.ts';
import { analyzedTitleEntity } from './analysis/title-index-repository.ts';
import {
  addressTrialEntity,
  billingCountsEntity,
  billingEntity,
  billingEntryEntity,
  cardTrialEntity,
  stripeCustomerEntity,
} from './billing/billing-entities.ts';
import { planEntity } from './billing/plan-entity.ts';
import { categoryEntity, categorySlugEntity } from './content/category-repository.ts';
import { contentEntity } from './content/content-entity.ts';
import { creatorEntity } from './content/creator-repository.ts';
import { scheduleEntity } from './content/schedule-repository.ts';
import { titleHoldEntity } from './content/title-hold-repository.ts';
import { attemptEntity } from './conversion/attempt-repository.ts';
import { leftoversEntity } from './conversion/leftover-repository.ts';
import { uploadEntity } from './conversion/upload-entity.ts';
import {
  countedLogEntity,
  creatorDayEntity,
  creatorMonthEntity,
  deliveredEntity,
  monthStateEntity,
  siteHourEntity,
  siteMonthEntity,
  titleDayEntity,
  titleMonthEntity,
} from './delivery/delivery-entities.ts';
import { deliveryAlertEntity, watchRuleEntity, watchStateEntity } from './delivery/watch-entities.ts';
import { historyEntity } from './history/history-repository.ts';
import { historyStateEntity } from './history/history-state-repository.ts';
import { playEntity, viewEntity } from './history/play-repository.ts';
import { positionEntity } from './history/position-repository.ts';
import { beatEntity, playedEntity } from './delivery/play-row-entities.ts';
import {
  playedMonthEntity,
  playQualityEntity,
  qualityMonthEntity,
  rollupEntity,
  streamsEntity,
  titlePlaysEntity,
  titlePlaysMonthEntity,
  topPlaysEntity,
} from './delivery/play-statistics-entities.ts';
import { queueEntity } from './history/queue-repository.ts';
import { likeEntity, likedIdsEntity } from './library/like-repository.ts';
import { playlistEntity, entryEntity, libraryEntity } from './library/playlist-entity.ts';
import { playlistReportEntity, reportedPlaylistEntity } from './library/report-entities.ts';
import { connectionEntity, personConnectionEntity } from './live/live-connection-repository.ts';
import { liveTicketEntity } from './live/live-ticket-repository.ts';
import { subscriberEntity, topicStateEntity } from './live/live-topic-repository.ts';
import { factorChallengeEntity } from './people/challenge-repository.ts';
import { factorsEntity } from './people/factor-repository.ts';
import { consentCountsEntity, consentEntity } from './privacy/consent-entities.ts';
import { cleanupRunEntity } from './privacy/cleanup-run-repository.ts';
import { legalHoldEntity } from './privacy/legal-hold-repository.ts';
import { profileEntity } from './people/profile-repository.ts';
import { rateCounterEntity } from './people/rate-counter-repository.ts';
import { rightsEntity, adminsEntity } from './people/rights-repository.ts';
import { codeRequestEntity } from './people/code-request-repository.ts';
import { phaseEntity, phaseSimulationEntity, securityCheckEntity } from './security/phase-entities.ts';
import { deviceEntity } from './sessions/device-repository.ts';
import { sessionsEntity } from './sessions/sessions-entity.ts';
import { signInAttemptsEntity } from './sessions/sign-in-attempt-repository.ts';
import { dataRequestEntity, openExportEntity } from './privacy/data-request-entity.ts';
import { stepEntity } from './pipeline/step-repository.ts';
import {
  scriptEntity,
  segmentEntity,
  segmentVersionEntity,
  transcriptEntity,
} from './transcripts/transcript-entities.ts';
import { safetyFindingsEntity } from './safety/decisive-repository.ts';
import { safetyEvaluationEntity, safetyPolicyEntity, safetyPolicyVersionEntity } from './safety/policy-entity.ts';
import { safetyAppealEntity, safetyDecisionEntity, safetyVerdictEntity } from './safety/safety-entities.ts';
import { activeTokensEntity, smartTokenEntity, usedProofEntity } from './security/smart-token-entity.ts';
import type { StoredKind } from './table/entity.ts';

/**
 * All kinds of items in the table. Write permissions of functions, retention, erasure and export are derived from this
 * list. A test fails for an entity that is missing here.
 */
export const entities = {
  activeTokens: activeTokensEntity,
  addressTrial: addressTrialEntity,
  admins: adminsEntity,
  alertLabels: alertLabelsEntity,
  alertWindow: alertWindowEntity,
  analysisResult: analysisResultEntity,
  analysisBudgetMonth: monthBudgetEntity,
  analysisBudgetTitle: titleBudgetEntity,
  analysisCorrection: analysisCorrectionEntity,
  analyzedTitle: analyzedTitleEntity,
  attempt: attemptEntity,
  audit: auditEntity,
  auditMonth: auditMonthEntity,
  auditSeal: auditSealEntity,
  beat: beatEntity,
  behavioralPattern: behavioralPatternEntity,
  billing: billingEntity,
  billingCounts: billingCountsEntity,
  billingEntry: billingEntryEntity,
  cardTrial: cardTrialEntity,
  category: categoryEntity,
  categorySlug: categorySlugEntity,
  cleanupRun: cleanupRunEntity,
  codeRequest: codeRequestEntity,
  connection: connectionEntity,
  consent: consentEntity,
  consentCounts: consentCountsEntity,
  content: contentEntity,
  counted: countedEntity,
  countedLog: countedLogEntity,
  counts: countsEntity,
  creator: creatorEntity,
  delivered: deliveredEntity,
  deliveryAlert: deliveryAlertEntity,
  deliveryCreatorDay: creatorDayEntity,
  deliveryCreatorMonth: creatorMonthEntity,
  deliveryHour: siteHourEntity,
  deliveryMonth: siteMonthEntity,
  deliveryMonths: monthStateEntity,
  deliveryTitleDay: titleDayEntity,
  deliveryTitleMonth: titleMonthEntity,
  device: deviceEntity,
  dataRequest: dataRequestEntity,
  entry: entryEntity,
  factorChallenge: factorChallengeEntity,
  factors: factorsEntity,
  history: historyEntity,
  historyState: historyStateEntity,
  job: jobEntity,
  jobItem: jobItemEntity,
  leftovers: leftoversEntity,
  legalHold: legalHoldEntity,
  library: libraryEntity,
  like: likeEntity,
  likedIds: likedIdsEntity,
  liveTicket: liveTicketEntity,
  personConnection: personConnectionEntity,
  openExport: openExportEntity,
  phase: phaseEntity,
  phaseSimulation: phaseSimulationEntity,
  plan: planEntity,
  play: playEntity,
  played: playedEntity,
  playedMonth: playedMonthEntity,
  view: viewEntity,
  watchRule: watchRuleEntity,
  watchState: watchStateEntity,
  playlist: playlistEntity,
  playlistReport: playlistReportEntity,
  playQuality: playQualityEntity,
  position: positionEntity,
  profile: profileEntity,
  qualityMonth: qualityMonthEntity,
  queue: queueEntity,
  rateCounter: rateCounterEntity,
  reportedPlaylist: reportedPlaylistEntity,
  rights: rightsEntity,
  rollup: rollupEntity,
  safetyAppeal: safetyAppealEntity,
  safetyDecision: safetyDecisionEntity,
  safetyEvaluation: safetyEvaluationEntity,
  safetyFindings: safetyFindingsEntity,
  safetyPolicy: safetyPolicyEntity,
  safetyPolicyVersion: safetyPolicyVersionEntity,
  safetyVerdict: safetyVerdictEntity,
  schedule: scheduleEntity,
  securityAlert: securityAlertEntity,
  securityCheck: securityCheckEntity,
  securityEvent: securityEventEntity,
  securityHour: securityHourEntity,
  securityResponse: securityResponseEntity,
  securitySettings: securitySettingsEntity,
  sentPattern: sentPatternEntity,
  sessions: sessionsEntity,
  settings: settingsEntity,
  settingsVersion: settingsVersionEntity,
  signInAttempts: signInAttemptsEntity,
  smartToken: smartTokenEntity,
  step: stepEntity,
  streams: streamsEntity,
  stripeCustomer: stripeCustomerEntity,
  subscriber: subscriberEntity,
  titleHold: titleHoldEntity,
  titlePlays: titlePlaysEntity,
  titlePlaysMonth: titlePlaysMonthEntity,
  topPlays: topPlaysEntity,
  topicState: topicStateEntity,
  transcript: transcriptEntity,
  transcriptScript: scriptEntity,
  transcriptSegment: segmentEntity,
  transcriptVersion: segmentVersionEntity,
  upload: uploadEntity,
  usedProof: usedProofEntity,
} as const satisfies Readonly<Record<string, StoredKind>>;

/** Whether a user receives the items of a kind in an export. */
export const isExported = ({ owner, notExported }: Pick<StoredKind, 'owner' | 'notExported'>): boolean =>
  owner.kind === 'person' && notExported === undefined;

import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { PAGE_VIEW } from '../../../lambdas/contract/people/sign-in-events.ts';
import { jobEntity } from '../../../lambdas/data/admin/bulk-entities.ts';
import { countedEntity } from '../../../lambdas/data/admin/counts-repository.ts';
import { securityEventItem } from './security-event-item.ts';
import { settingsEntity, settingsVersionEntity } from '../../../lambdas/data/admin/settings-entity.ts';
import {
  billingEntity,
  billingEntryEntity,
  stripeCustomerEntity,
} from '../../../lambdas/data/billing/billing-entities.ts';
import { contentEntity } from '../../../lambdas/data/content/content-entity.ts';
import { creatorEntity } from '../../../lambdas/data/content/creator-repository.ts';
import { scheduleEntity } from '../../../lambdas/data/content/schedule-repository.ts';
import { uploadEntity } from '../../../lambdas/data/conversion/upload-entity.ts';
import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { historyStateEntity } from '../../../lambdas/data/history/history-state-repository.ts';
import { playEntity, viewEntity } from '../../../lambdas/data/history/play-repository.ts';
import { positionEntity } from '../../../lambdas/data/history/position-repository.ts';
import { queueEntity } from '../../../lambdas/data/history/queue-repository.ts';
import { likedIdsEntity, likeEntity } from '../../../lambdas/data/library/like-repository.ts';
import { entryEntity, libraryEntity, playlistEntity } from '../../../lambdas/data/library/playlist-entity.ts';
import { playlistReportEntity } from '../../../lambdas/data/library/report-entities.ts';
import { connectionEntity, personConnectionEntity } from '../../../lambdas/data/live/live-connection-repository.ts';
import { liveTicketEntity } from '../../../lambdas/data/live/live-ticket-repository.ts';
import { subscriberEntity, topicStateEntity } from '../../../lambdas/data/live/live-topic-repository.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { factorChallengeEntity } from '../../../lambdas/data/people/challenge-repository.ts';
import { factorsEntity } from '../../../lambdas/data/people/factor-repository.ts';
import { rateCounterEntity } from '../../../lambdas/data/people/rate-counter-repository.ts';
import { planEntity } from '../../../lambdas/data/billing/plan-entity.ts';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { codeRequestEntity } from '../../../lambdas/data/people/code-request-repository.ts';
import { consentEntity } from '../../../lambdas/data/privacy/consent-entities.ts';
import { legalHoldEntity } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
import { openExportEntity } from '../../../lambdas/data/privacy/data-request-entity.ts';
import { deviceEntity } from '../../../lambdas/data/sessions/device-repository.ts';
import { signInAttemptsEntity } from '../../../lambdas/data/sessions/sign-in-attempt-repository.ts';
import { safetyPolicyEntity, safetyPolicyVersionEntity } from '../../../lambdas/data/safety/policy-entity.ts';
import { safetyAppealEntity, safetyDecisionEntity } from '../../../lambdas/data/safety/safety-entities.ts';
import { behavioralPatternEntity, sentPatternEntity } from '../../../lambdas/data/security/behavior-entity.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { PURPOSES, type Purpose } from '../../../lambdas/contract/people/consent.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { newBillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { addressHash, dataRequests } from '../../../lambdas/domain/limits/rate-limit.ts';
import { NOTHING_MEASURED } from '../../../lambdas/domain/delivery/plays/beat.ts';
import { grantTicket } from '../../../lambdas/domain/live/ticket.ts';
import { decide } from '../../../lambdas/domain/privacy/decision.ts';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import { activeTokensEntity, smartTokenEntity } from '../../../lambdas/data/security/smart-token-entity.ts';
import { someToken } from '../rows/security/token-rows.ts';
import { claimedUpload } from '../rows/conversion-records.ts';
import { someContent } from '../content.ts';
import { somePattern } from '../behavior.ts';
import { someMeasures } from '../plays.ts';

/** A user of whom items of every kind are stored. */
export interface StoredPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly customerId: string;
}

/** A new user with texts that appear nowhere else. */
export const newStoredPerson = (): StoredPerson => {
  const id = randomUUID();
  const mark = id.slice(0, 8);
  return { id, email: `ada-${mark}@example.org`, name: `Ada ${mark}`, customerId: `cus_${mark}` };
};

/** A choice that allows only these purposes. */
const only = (...allowed: readonly Purpose[]) =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, allowed.includes(purpose)])) as Record<Purpose, boolean>;

const AT = '2026-11-20T08:00:00.000Z';

const listening = ({ id: user_id }: StoredPerson): readonly StoredItem[] => {
  const content = someContent();
  const saved = { ...content, user_id };
  const playlist_id = `pls_${ulid()}`;
  const position = { position_seconds: 20, device: { id: 'device-1', label: 'Laptop' }, updated_at: AT, version: 1 };
  const stamp = { writer: 'w', number: 1 };
  const playlist = {
    id: playlist_id,
    user_id,
    title: 'Evening',
    description: '',
    visibility: 'public' as const,
    entry_count: 1,
    last_order: 'a',
    revision: 1,
    created_at: AT,
    updated_at: AT,
  };
  const mine = { user_id, content_id: content.id };
  const quality = { seq: 1, window: AT, last: someMeasures(), before: NOTHING_MEASURED, isFirst: true };
  return [
    historyEntity.toItem({ ...saved, content_id: content.id, watched_at: AT }),
    historyStateEntity.toItem({ user_id, paused_at: AT }),
    positionEntity.toItem({ ...position, ...stamp, ...mine, duration_seconds: 60, finished: false }),
    queueEntity.toItem({ ...position, ...stamp, user_id, content_ids: [content.id], index: 0 }),
    playEntity.toItem({ ...mine, play_id: `ply_${ulid()}`, started_at: AT, countable_at: AT, counted: true, quality }),
    viewEntity.toItem({ ...mine, counted_at: AT }),
    likeEntity.toItem({ ...saved, liked_at: AT, shown: true }),
    likedIdsEntity.toItem({ user_id, shard: '0', ids: new Set([content.id.slice(4)]) }),
    libraryEntity.toItem({ user_id, playlists: 1 }),
    playlistEntity.toItem(playlist),
    entryEntity.toItem({ ...saved, playlist_id, order: 'a', added_at: AT, shown: true }),
    playlistReportEntity.toItem({
      playlist_id: `pls_${ulid()}`,
      user_id,
      reason: 'spam',
      text: '=cmd()',
      reported_at: AT,
      round: 1,
    }),
  ];
};

const account = ({ id: user_id, email, name, customerId }: StoredPerson, role: Role): readonly StoredItem[] => {
  const entry = { plan_before: null, plan_after: 'premium', source: 'stripe', cause: 'check', by: null } as const;
  const begun = Date.parse('2026-11-23T11:00:00.000Z');
  const pattern = somePattern(user_id, AT);
  const token = someToken(user_id, 'api').stored;
  const decision = { ...decide(only('analytics', 'functional'), false), user_id, id: ulid(), recorded_at: AT };
  return [
    profileEntity.toItem({ id: user_id, email, full_name: name, created_at: AT }),
    rightsEntity.toItem({
      user_id,
      role,
      disabled: false,
      consent: decision.purposes,
      consent_id: decision.id,
      consent_notice: decision.notice_version,
    }),
    planEntity.toItem({ user_id, plan: 'premium', source: 'stripe' }),
    sessionsEntity.toItem({
      user_id,
      sessions: { [randomUUID()]: { begun, seen: begun, until: begun + 24 * 3_600_000, label: 'Firefox on Linux' } },
    }),
    consentEntity.toItem(decision),
    deviceEntity.toItem({ user_id, hash: randomUUID(), label: 'Firefox on Linux', first_at: AT, seen_at: AT }),
    factorChallengeEntity.toItem({
      user_id,
      id: randomUUID(),
      session_id: randomUUID(),
      factor_id: 'totp',
      username: name,
      pool_session: 'a step of a sign-in',
      valid_until: Date.parse(AT),
      tries: 0,
    }),
    factorsEntity.toItem({
      user_id,
      totp_since: AT,
      phone_since: AT,
      names: { key: 'Phone' },
      recovery: ['hash'],
      rev: 1,
    }),
    countedEntity.toItem({ thing: 'user', id: user_id, name: 'users', month: '2026-11' }),
    billingEntity.toItem({
      ...newBillingRecord(user_id, 'free'),
      version: 3,
      plan: 'premium',
      source: 'stripe',
      customer_id: customerId,
      trial_used_at: AT,
      checkout: { id: 'checkout-1', choice: 'premium', until: AT, session_id: 'cs_checkout-1' },
    }),
    billingEntryEntity.toItem({ ...entry, user_id, at: AT, id: 'v3', kind: 'plan_changed' }),
    stripeCustomerEntity.toItem({ customer_id: customerId, user_id }),
    securityEventItem(user_id, AT),
    securityEventItem(user_id, AT, PAGE_VIEW),
    behavioralPatternEntity.toItem(pattern),
    sentPatternEntity.toItem({
      user_id,
      page: 'ab'.repeat(16),
      seq: 1,
      pattern_id: pattern.id,
      anomaly: pattern.anomaly_detected,
      created_at: AT,
    }),
    topicStateEntity.toItem({ topic: `user:${user_id}`, rev: 1, changed_at: Date.parse(AT) }),
    rateCounterEntity.toItem({ rule: dataRequests.name, subject: user_id, count: 1, window_ends: Date.parse(AT) }),
    ...(
      [
        ['username', addressHash(email)],
        ['address', user_id],
      ] as const
    ).map(([purpose, subject]) =>
      codeRequestEntity.toItem({
        purpose,
        subject,
        request_id: ulid(),
        email,
        valid_until: Date.parse(AT),
        tries: 0,
        user_id,
      }),
    ),
    smartTokenEntity.toItem(token),
    activeTokensEntity.toItem({ user_id, tokens: { [token.id]: token }, updated_at: AT, version: 1 }),
    openExportEntity.toItem({ user_id, request_id: `req_${ulid()}`, created_at: AT }),
  ];
};

/** Items of every kind that belong to a user. */
export const itemsOfPerson = (person: StoredPerson, role: Role = 'user'): readonly StoredItem[] => [
  ...account(person, role),
  ...listening(person),
];

/** Items of the kinds that expire before an erasure begins, as of a user who was last here at `at` (milliseconds). */
export const shortLivedItems = ({ id: user_id }: StoredPerson, at: number): readonly StoredItem[] => {
  const connection = { connection_id: `c-${user_id}`, user_id, role: 'user' as const, connected_at: at };
  const topic = `user:${user_id}`;
  return [
    signInAttemptsEntity.toItem({ subject: `user:${user_id}`, attempts: new Set([ulid(at)]), due: at }),
    liveTicketEntity.toItem(grantTicket('ticket', { userId: user_id, role: 'user', signIn: { id: null } }, at)),
    connectionEntity.toItem({ ...connection, topics: [topic], rev: 1 }),
    personConnectionEntity.toItem(connection),
    subscriberEntity.toItem({ topic, connection_id: connection.connection_id, connected_at: at }),
  ];
};

/** Items of every kind that name a member of staff and stay. */
export const itemsNaming = ({ id }: Pick<StoredPerson, 'id'>): readonly StoredItem[] => {
  const content = someContent();
  const content_id = content.id;
  const decided = { verdict: 'needs_review', categories: [], evidence_digest: 'd' } as const;
  const about = { content_id, version_id: 'version-1' };
  const settings = { ...initialSettings, version: 1, updated_at: AT, updated_by: id };
  const policy = { ...initialPolicy, version: 1, updated_at: AT, updated_by: id };
  return [
    contentEntity.toItem(content),
    scheduleEntity.toItem({ content_id, due_at: AT, set_by: { user_id: id, role: 'admin' } }),
    uploadEntity.toItem({ ...claimedUpload(content), user_id: id }),
    uploadEntity.toItem({ ...claimedUpload(someContent()), user_id: id, state: 'open' }),
    safetyDecisionEntity.toItem({
      ...about,
      ...decided,
      verdict: 'review',
      id: ulid(),
      outcome: 'approved',
      policy_version: 1,
      models: [],
      opened: [],
      reason: 'Fine',
      on_appeal: false,
      decided_by: id,
      decided_role: 'moderator',
      decided_at: AT,
    } as never),
    safetyAppealEntity.toItem({ ...about, evidence_digest: 'd', text: 'Please', appealed_by: id, appealed_at: AT }),
    legalHoldEntity.toItem({ user_id: randomUUID(), reason: 'A lawsuit', set_at: AT, set_by: id }),
    creatorEntity.toItem({ id: `crt_${ulid()}`, name: 'Band', plan: 'free', storage_used: 0, user_id: id }),
    jobEntity.toItem({
      id: `job_${ulid()}`,
      state: 'done',
      total: 0,
      changed: 0,
      same: 0,
      failed: 0,
      created_by: id,
      role: 'admin',
      request_id: 'r',
      created_at: AT,
      lease_until: AT,
    } as never),
    settingsEntity.toItem(settings),
    settingsVersionEntity.toItem(settings),
    safetyPolicyEntity.toItem(policy as never),
    safetyPolicyVersionEntity.toItem(policy as never),
  ];
};

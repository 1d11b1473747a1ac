import { ulid } from 'ulid';
import type { EndpointKey } from '../../../lambdas/contract/index.ts';
import { attemptEntity } from '../../../lambdas/data/conversion/attempt-repository.ts';
import { creatorEntity } from '../../../lambdas/data/content/creator-repository.ts';
import { uploadEntity } from '../../../lambdas/data/conversion/upload-entity.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import type { Upload } from '../../../lambdas/domain/uploads/upload.ts';
import type { LooseInput } from '../api.ts';
import { auditRows } from './audit-rows.ts';
import { analysisRows } from './analysis-rows.ts';
import { contentItem, someContent, someDraft } from '../content.ts';
import { someTranscript } from '../transcripts.ts';
import {
  claimedUpload,
  finishedAttempt,
  runningAttempt,
  waitingUpload,
  withWaitingFile,
} from './conversion-records.ts';
import { factorRows } from './factor-rows.ts';
import { dataRequestRows } from './data-request-rows.ts';
import { credentialRows } from './credential-rows.ts';
import { deliveryToolRows } from './delivery/tool-rows.ts';
import { historyRows, watchedItems } from './history-rows.ts';
import { privacyRows } from './privacy-rows.ts';
import { catalogRows } from './catalog-rows.ts';
import { bulkRows } from './bulk-rows.ts';
import { playRows } from '../plays.ts';
import { libraryRows } from './library-rows.ts';
import { monitorRows } from './delivery/monitor-rows.ts';
import { moderationRows } from './moderation-rows.ts';
import { peopleRows } from './people-rows.ts';
import { personPlanRows } from './person-plan-rows.ts';
import { safetyRows } from './safety-rows.ts';
import { ANY_SHA256 } from '../network/upload-parts.ts';
import { securityProgramRows } from './security/program-rows.ts';
import { sessionRows } from './session-rows.ts';
import { titleHoldRows } from './title-hold-rows.ts';
import { transcriptRows } from './transcript-rows.ts';
import { webhookRows, type WebhookSecrets } from './webhook-rows.ts';

/** A valid call of an endpoint. */
export interface Row extends RowCall {
  readonly key: EndpointKey;
}

/** A call without its endpoint. */
interface RowCall {
  /** Distinguishes the calls of one endpoint. */
  readonly variant?: string;
  readonly input: LooseInput;
  /** Status for a caller with permission. */
  readonly success: number;
  /** Responses, by role, to callers who may call the endpoint but not for this item. */
  readonly otherwise?: Readonly<Record<string, { readonly status: number; readonly code: string }>>;
  /** Whether the owner of the item gets the same response as an administrator. */
  readonly ownerAllowed?: true;
}

/** The content item with its own source file. */
const withSource = (content: Content): Content => ({ ...content, source_key: `uploads/${content.id}/${ulid()}` });

/** An upload that no item has claimed. */
const unclaimedUpload = (state: 'open' | 'completed', kind: 'single' | 'multipart'): Upload => {
  const id = `cnt_${ulid()}`;
  const upload_id = ulid();
  const base = {
    ...claimedUpload(someContent({ id, source_key: `uploads/${id}/${upload_id}` })),
    state,
    file_size: 10_000,
  };
  return kind === 'single' ? base : { ...base, kind, s3_upload_id: 'an-id-of-the-bucket' };
};

/** Users whose data is stored. */
export interface RowPeople {
  /** Owns the creator of every item, and may therefore download the uploaded files. */
  readonly owner: string;
  /** Has history, likes and public playlists. */
  readonly reader: string;
  /** Has private playlists, which no one else can see. Makes every call. */
  readonly keeper: string;
}

/**
 * A valid call for every endpoint (and for every action of an endpoint that has several), with the data it needs. Each
 * stored item belongs to one call, so rows do not affect each other. The type requires every endpoint of the contract.
 * A list with a cursor needs two stored items to have a second page.
 */
export const endpointRows = (
  category: string,
  { owner, reader, keeper }: RowPeople,
  secrets: WebhookSecrets,
): { readonly rows: readonly Row[]; readonly stored: readonly Readonly<Record<string, unknown>>[] } => {
  const creator = {
    id: `crt_${ulid()}`,
    name: 'The Meadow Label',
    plan: 'business',
    storage_used: 10_000_000,
    user_id: owner,
  } as const;
  const owned = { creator_id: creator.id, creator_name: creator.name };
  const contentItems = {
    bulked: someContent(owned),
    seen: someContent(owned),
    edited: someContent(owned),
    reviewed: someContent({ ...owned, status: 'pending', published_at: null }),
    waiting: someContent({ ...owned, status: 'pending', published_at: null }),
    deleted: someContent(owned),
    played: someContent(owned),
    watched: someContent(owned),
    captioned: someContent(owned),
    uncaptioned: someContent({ ...owned, captions: [{ id: ulid(), language: 'de', label: 'Deutsch' }] }),
    restarted: someContent({ ...owned, current_attempt: 'version-1/1' }),
    rerun: someContent({ ...owned, current_attempt: 'version-1/1' }),
    converting: withSource(someContent({ ...owned, current_attempt: 'version-1/1', conversion_status: 'processing' })),
    rewritten: someContent({ ...owned, current_attempt: 'version-1/1' }),
    sourced: someContent(owned),
    liked: someContent(owned),
    downloaded: withSource(someContent(owned)),
    replaced: someContent(owned),
    replacing: withWaitingFile(someContent(owned)),
    reviewing: withWaitingFile(someContent(owned)),
  };
  const draft = someDraft(owned);
  const uploads = {
    claimed: unclaimedUpload('completed', 'single'),
    signed: unclaimedUpload('open', 'multipart'),
    aborted: unclaimedUpload('open', 'single'),
    completed: unclaimedUpload('completed', 'single'),
  };
  const noUpload = { status: 404, code: 'upload_not_found' };
  const missing = { status: 404, code: 'content_not_found' };
  const adminsOnly = { user: missing, moderator: missing };
  const staffOnly = { user: missing };
  const notPending = { moderator: { status: 403, code: 'forbidden' } };
  const file = { fileName: 'rabbit.mp4', fileType: 'video/mp4', fileSize: 1000 };
  const credentials = credentialRows(reader);
  const library = libraryRows(
    { keeper, reader },
    { seen: contentItems.seen, played: contentItems.played, other: contentItems.liked },
  );
  const catalog = catalogRows(category);
  const bulk = bulkRows(keeper, { changed: contentItems.bulked, same: contentItems.seen });
  const people = peopleRows();
  const personPlans = personPlanRows();
  const moderation = moderationRows();
  const monitor = monitorRows();
  const safety = safetyRows(owned, keeper);
  const analysis = analysisRows(owned);
  const audit = auditRows(keeper);
  const dataRequests = dataRequestRows(keeper);
  const deliveryTools = deliveryToolRows(owned);
  const transcripts = transcriptRows(owned, draft.id);
  const privacy = privacyRows(reader);
  const titleHolds = titleHoldRows(owned);
  const security = securityProgramRows(keeper);
  const calls: Readonly<Record<EndpointKey, readonly [RowCall, ...RowCall[]]>> = {
    'account.get-me': [{ input: {}, success: 200 }],
    'account.update-me': [{ input: { body: { full_name: 'Changed Name' } }, success: 200 }],
    'billing.check-subscription': [{ input: {}, success: 200 }],
    'billing.create-checkout': [
      { input: { body: { planId: 'premium' } }, success: 200 },
      { variant: 'a trial', input: { body: { planId: 'premium-trial' } }, success: 200 },
    ],
    // The callers have no subscription to manage.
    'billing.customer-portal': [{ input: { query: { flow: 'cancel' } }, success: 409 }],
    ...webhookRows(secrets),
    'catalog.list-content': [{ input: { query: { limit: '5' } }, success: 200 }],
    'catalog.get-content': [
      { input: { params: { id: contentItems.seen.id } }, success: 200 },
      { variant: 'a draft', input: { params: { id: draft.id } }, success: 200, otherwise: adminsOnly },
      {
        variant: 'a pending item',
        input: { params: { id: contentItems.waiting.id } },
        success: 200,
        otherwise: staffOnly,
      },
    ],
    ...catalog.calls,
    'content.create-content': [
      {
        input: {
          body: {
            title: 'Made',
            s3Key: uploads.claimed.key,
            category_id: category,
            script: { kind: 'text', language: 'en', text: 'Welcome to the meadow.' },
          },
        },
        success: 201,
      },
    ],
    'content.list-all-content': [
      { input: { query: { status: 'published' } }, success: 200, otherwise: notPending },
      { variant: 'in every state', input: { query: {} }, success: 200, otherwise: notPending },
      { variant: 'pending only', input: { query: { status: 'pending' } }, success: 200 },
    ],
    'content.update-content': [
      {
        input: {
          params: { id: contentItems.edited.id },
          body: { revision: 1, title: 'Edited', category_id: category },
        },
        success: 200,
        otherwise: notPending,
      },
      {
        variant: 'a draft',
        input: { params: { id: draft.id }, body: { revision: 1, description: 'Edited.' } },
        success: 200,
        otherwise: { moderator: missing },
      },
      {
        variant: 'a review',
        input: { params: { id: contentItems.reviewed.id }, body: { revision: 1, status: 'draft' } },
        success: 200,
      },
    ],
    'content.put-captions': [
      {
        input: {
          params: { id: contentItems.captioned.id, language: 'en' },
          body: { label: 'English', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n' },
        },
        success: 200,
      },
    ],
    'content.remove-captions': [
      { input: { params: { id: contentItems.uncaptioned.id, language: 'de' } }, success: 200 },
    ],
    'content.decide-waiting-file': [
      {
        input: {
          params: { id: contentItems.replacing.id },
          body: { version: contentItems.replacing.waiting_file?.media_version, outcome: 'accepted', reason: 'Watched' },
        },
        success: 200,
      },
    ],
    'content.delete-content': [{ input: { params: { id: contentItems.deleted.id } }, success: 204 }],
    'conversion.aws-conversion-v3': [
      { input: { body: { contentId: contentItems.restarted.id } }, success: 200 },
      { variant: 'restart', input: { body: { contentId: contentItems.restarted.id, restart: true } }, success: 200 },
    ],
    'conversion.cancel': [{ input: { params: { id: contentItems.converting.id } }, success: 200 }],
    'conversion.list-steps': [
      { input: { params: { id: contentItems.seen.id } }, success: 200, otherwise: { moderator: missing } },
      { variant: 'a pending item', input: { params: { id: contentItems.waiting.id } }, success: 200 },
    ],
    ...analysis.calls,
    'conversion.run-step': [
      { variant: 'convert', input: { params: { id: contentItems.rerun.id, step: 'convert' } }, success: 202 },
      { variant: 'ready', input: { params: { id: contentItems.rewritten.id, step: 'ready' } }, success: 202 },
    ],
    'docs.get-openapi': [{ input: {}, success: 200 }],
    ...security.calls,
    'dashboard.get-stats': [{ input: {}, success: 200 }],
    ...monitor.calls,
    ...historyRows({ watched: contentItems.watched, draft, pending: contentItems.waiting }),
    ...privacy.calls,
    ...titleHolds.calls,
    ...bulk.calls,
    ...library.calls,
    ...factorRows(),
    ...people.calls,
    ...personPlans.calls,
    ...moderation.calls,
    ...safety.calls,
    ...audit.calls,
    ...dataRequests.calls,
    ...deliveryTools.calls,
    ...transcripts.calls,
    ...credentials.calls,
    'live.create-ticket': [{ input: {}, success: 201 }],
    'playback.get-media-url': [
      { input: { body: { contentId: contentItems.played.id } }, success: 200 },
      { variant: 'a draft', input: { body: { contentId: draft.id } }, success: 200, otherwise: adminsOnly },
      {
        variant: 'a pending item',
        input: { body: { contentId: contentItems.waiting.id } },
        success: 200,
        otherwise: staffOnly,
      },
      {
        variant: 'a file under review',
        input: { body: { contentId: contentItems.reviewing.id, waiting: true } },
        success: 200,
        otherwise: staffOnly,
      },
    ],
    ...playRows({ contentId: contentItems.played.id, creatorId: creator.id }, { adminsOnly, staffOnly }),
    'search.search-all-content': [
      { input: { query: { q: 'meadow', limit: '5' } }, success: 200, otherwise: notPending },
      { variant: 'pending only', input: { query: { q: 'meadow', status: 'pending' } }, success: 200 },
    ],
    ...sessionRows(),
    'search.search-content': [{ input: { query: { q: 'meadow', limit: '5' } }, success: 200 }],
    'search.search-speech': [{ input: { query: { q: 'meadow', limit: '5' } }, success: 200 }],
    'uploads.s3-upload-url': [
      { variant: 'one PUT', input: { body: file }, success: 200 },
      { variant: 'create', input: { body: { action: 'create', ...file } }, success: 200 },
      { variant: 'replace', input: { body: { ...file, contentId: contentItems.replaced.id } }, success: 200 },
      {
        variant: 'sign',
        input: { body: { action: 'sign', s3Key: uploads.signed.key, parts: [{ partNumber: 1, sha256: ANY_SHA256 }] } },
        success: 200,
      },
      { variant: 'list', input: { body: { action: 'list' } }, success: 200 },
      { variant: 'complete', input: { body: { action: 'complete', s3Key: uploads.completed.key } }, success: 200 },
      { variant: 'abort', input: { body: { action: 'abort', s3Key: uploads.aborted.key } }, success: 200 },
    ],
    'uploads.s3-download-url': [
      {
        input: { body: { s3Key: contentItems.downloaded.source_key } },
        success: 200,
        otherwise: { user: noUpload, moderator: noUpload },
        ownerAllowed: true,
      },
    ],
    'uploads.get-source': [
      { input: { params: { id: contentItems.sourced.id } }, success: 302, otherwise: adminsOnly, ownerAllowed: true },
    ],
  };
  const rows = (Object.keys(calls) as EndpointKey[]).flatMap((key) => calls[key].map((call) => ({ key, ...call })));
  /** Their calls or records name the source. */
  const ownSources = [contentItems.downloaded, contentItems.converting];
  const all = [
    ...Object.values(contentItems),
    ...transcripts.contentItems,
    ...safety.contents,
    ...analysis.contents,
    ...deliveryTools.contents,
  ].map((content) => (ownSources.includes(content) ? content : withSource(content)));
  const watched = watchedItems(reader, [contentItems.seen, contentItems.played], owned);
  const spoken = all.filter(({ id }) => id === contentItems.seen.id || id === contentItems.played.id);
  return {
    rows,
    stored: [
      creatorEntity.toItem(creator),
      attemptEntity.toItem(finishedAttempt(contentItems.rewritten)),
      attemptEntity.toItem(runningAttempt(contentItems.converting)),
      ...watched,
      ...catalog.stored,
      ...bulk.stored,
      ...library.stored,
      ...people.stored,
      ...personPlans.stored,
      ...moderation.stored,
      ...monitor.stored,
      ...safety.stored,
      ...audit.stored,
      ...dataRequests.stored,
      ...privacy.stored,
      ...titleHolds.stored,
      ...security.stored,
      ...transcripts.stored,
      ...credentials.stored,
      ...[...all, draft].map(contentItem),
      ...spoken.flatMap(({ id, source_version_id: version }) => someTranscript(id, version ?? '', ['In the meadow'])),
      ...[...all.map(claimedUpload), ...Object.values(uploads), waitingUpload(contentItems.replacing)].map((upload) =>
        uploadEntity.toItem(upload),
      ),
      // Last: a worker takes titles whose content item or upload does not exist out of their lists.
      ...analysis.stored,
    ],
  };
};

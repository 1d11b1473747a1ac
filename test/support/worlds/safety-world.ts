import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { SafetyReview } from '../../../lambdas/contract/admin/safety-shapes.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { safetyRoutes } from '../../../lambdas/api/safety/routes.ts';
import { createCountsRepository } from '../../../lambdas/data/admin/counts-repository.ts';
import { createAnalysisResultRepository } from '../../../lambdas/data/analysis/result-repository.ts';
import { createContentEdits } from '../../../lambdas/data/content/content-edits.ts';
import { createContentLookup } from '../../../lambdas/data/content/content-lookup.ts';
import { createContentRecords } from '../../../lambdas/data/content/content-records.ts';
import { saveContent } from '../../../lambdas/data/content/content-writes.ts';
import { createOwnedTitles } from '../../../lambdas/data/content/owned-titles.ts';
import { createProfileNames } from '../../../lambdas/data/people/profile-names.ts';
import { createComparedTitles, createDecisiveRepository } from '../../../lambdas/data/safety/decisive-repository.ts';
import { createEvaluationRepository } from '../../../lambdas/data/safety/evaluation-repository.ts';
import { readPolicy } from '../../../lambdas/data/safety/policy-entity.ts';
import { createPolicyRepository } from '../../../lambdas/data/safety/policy-repository.ts';
import { createReviewRepository } from '../../../lambdas/data/safety/safety-repository.ts';
import { createTranscriptRepository } from '../../../lambdas/data/transcripts/transcript-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { revisionOf } from '../../../lambdas/domain/safety/review.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { initialSettings } from '../../../lambdas/domain/settings/settings.ts';
import type { AppEvent } from '../../../lambdas/events/app-events.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { copyFindings } from '../../../lambdas/workers/analyzed-titles/copy-findings.ts';
import type { SafetyWorkerDeps } from '../../../lambdas/workers/safety-worker/deps.ts';
import { contentItem, someContent } from '../content.ts';
import { accessClaims, call } from '../http.ts';
import { someFlagged } from '../rows/safety-rows.ts';

export const OPENED = ['frame-0', 'text-0'];
export const REASON = 'It is a glass lotus.';

/** The revision of a verdict, by default of the one about the first file of a title. */
export const revOf = (rev: number, version = someContent().source_version_id ?? ''): string =>
  revisionOf({ rev, version_id: version });

/**
 * Endpoints and worker of brand safety over a table. Titles belong to `creator` unless they name another one; its user
 * is `owner`, who also has the creator `second`.
 */
export const createSafetyWorld = (
  table: Table,
  {
    owner,
    creator,
    second,
  }: { readonly owner: string; readonly creator: string; readonly second?: string | undefined },
) => {
  const cursors = createCursors(async () => Buffer.alloc(32, 7).toString('base64'));
  const paged = { cursors, logger };
  const events: AppEvent<'SafetyPolicyChanged.v1'>[] = [];
  const caller = { role: 'admin' as Role, userId: randomUUID() };
  const settings = { ...initialSettings, content_moderation: true };
  const frames = new Map<string, Uint8Array>();
  const content = createContentEdits(table);
  const results = createAnalysisResultRepository(table);
  const reviews = createReviewRepository(table, paged);
  const evaluations = createEvaluationRepository(table);
  const decisive = createDecisiveRepository(table, createContentRecords(table));
  const ownCreator = { id: creator, name: 'C', plan: 'free', storage_used: 0, user_id: owner } as const;
  const stills = { copy: async () => true, remove: async () => undefined, forget: async () => undefined };
  const publish = async (_type: string, detail: unknown): Promise<void> => void events.push(detail as never);
  const routes = safetyRoutes({
    policies: createPolicyRepository(table, paged),
    evaluations,
    compared: createComparedTitles(table),
    counts: createCountsRepository(table),
    reviews,
    results,
    transcripts: createTranscriptRepository(table, () => undefined),
    content,
    lookup: createContentLookup(table, logger),
    creators: {
      get: async () => ownCreator,
      ofUser: async (userId) =>
        userId === owner ? [ownCreator, ...(second === undefined ? [] : [{ ...ownCreator, id: second }])] : [],
    },
    owned: createOwnedTitles(table, paged),
    profiles: createProfileNames(table),
    stills,
    readFrame: async (key) => frames.get(key),
    events: { publish },
    logger,
    newId: ulid,
    now: () => new Date().toISOString(),
  });
  const handler = httpFunction(routes, {
    rights: { read: async (userId) => ({ user_id: userId, role: caller.role, plan: 'free', disabled: false }) },
    logger,
  });
  const worker = {
    content,
    results,
    verdicts: reviews,
    evaluations,
    readPolicy: () => readPolicy(table),
    readSettings: async () => settings,
    savePublication: (before: Content, after: Content) => saveContent(table, before, after, { more: [] }),
    syncStills: async () => undefined,
    publish,
    logger,
    now: Date.now,
  } as unknown as SafetyWorkerDeps;
  const request = (
    routeKey: string,
    parts: { params?: Record<string, string>; body?: object; query?: Record<string, string> } = {},
  ) => call(handler, { routeKey, ...parts, claims: accessClaims(caller.userId) });
  return {
    events,
    caller,
    settings,
    frames,
    worker,
    table,
    request,
    putResult: results.put,
    /** Copies what a policy decides on, as the worker of the lists does after a change of a title. */
    copy: (id: string) => copyFindings({ content, results, verdicts: reviews, decisive, logger }, id),
    read: async (id: string) => (await content.get(id, { consistent: true })) as Content,
    /** Stores a title in which something was found. */
    async store(fields: Partial<Content> = {}) {
      const flagged = someFlagged({ creator_id: creator, ...fields });
      for (const item of [contentItem(flagged.content), ...flagged.stored]) await table.put(item as never);
      return flagged;
    },
    review: async (id: string) =>
      (await request('GET /api/admin/safety/reviews/{id}', { params: { id } })).body as SafetyReview,
    /** Decides with all evidence opened. A number is a revision of the verdict about the first file of the title. */
    decide: (id: string, { rev, ...body }: { readonly rev: number | string } & Readonly<Record<string, unknown>>) =>
      request('POST /api/admin/safety/reviews/{id}/decision', {
        params: { id },
        body: { reason: REASON, opened: OPENED, rev: typeof rev === 'number' ? revOf(rev) : rev, ...body },
      }),
    /** The titles that wait for a decision. */
    async queued(filter?: string): Promise<readonly string[]> {
      const query = { limit: '100', ...(filter === undefined ? {} : { filter }) };
      const { body } = await request('GET /api/admin/safety/reviews', { query });
      return (body as { items: { content_id: string }[] }).items.map(({ content_id: id }) => id);
    },
  };
};

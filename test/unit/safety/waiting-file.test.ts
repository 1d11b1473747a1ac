import { entitle } from '../../../lambdas/domain/playback/entitlement.ts';
import { planLeftovers } from '../../../lambdas/domain/conversion/leftovers.ts';
import { REVIEW_REASON } from '../../../lambdas/domain/conversion/reasons.ts';
import { nextAttemptNumber, type Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { isFileUnderReview, reviews, reviewsPublication } from '../../../lambdas/domain/content/visibility.ts';
import { toView } from '../../../lambdas/domain/content/views.ts';
import type { MediaProbe } from '../../../lambdas/domain/media/probe.ts';
import {
  CONVERSION_PAUSE,
  newStepRun,
  pauseStep,
  REVIEW_PAUSE,
  type StepRun,
} from '../../../lambdas/domain/pipeline/step-run.ts';
import { planSteps } from '../../../lambdas/domain/pipeline/steps.ts';
import { asReviewed, withAcceptedFile, withoutWaitingFile } from '../../../lambdas/domain/uploads/waiting-file.ts';
import { contentEntity } from '../../../lambdas/data/content/content-entity.ts';
import { earlySpeechFormat } from '../../../lambdas/workers/ingest/early-speech.ts';
import { someContent } from '../../support/content.ts';
import { claimedUpload, finishedAttempt, withWaitingFile } from '../../support/rows/conversion-records.ts';

const NOW = '2026-11-22T10:00:00.000Z';
const content = withWaitingFile(someContent({ current_attempt: 'version-2/2' }));
const waiting = content.waiting_file;
if (!waiting) throw new Error('No file waits');

const own = finishedAttempt(content);
const second = {
  ...own,
  version_id: 'version-2',
  attempt: 2,
  source_key: waiting.source_key,
  media_version: waiting.media_version,
};

describe('a file that waits for review', () => {
  it('is shown to staff only, and its title is under review while it is published', () => {
    expect(toView(content, { review: true }).waiting_file).toMatchObject({ version: waiting.media_version });
    expect(toView(content)).toMatchObject({ waiting_file: null, duration: content.duration });
    expect([isFileUnderReview(content), isFileUnderReview({ ...content, status: 'draft' })]).toEqual([true, false]);
    expect(['admin', 'moderator', 'user', undefined].map((role) => reviews(content, role as never))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    // Moderators decide about the file only, and do not unpublish the title.
    expect(reviewsPublication(content, 'moderator')).toBe(false);
  });

  it('can be played by staff only', () => {
    const reviewed = asReviewed(content);
    if (!reviewed) throw new Error('Nothing to review');
    const play = (role: 'moderator' | 'user') => entitle(reviewed, { role, plan: 'business' });
    expect(play('moderator')).toMatchObject({ granted: true, mediaVersion: waiting.media_version });
    expect(play('user')).toEqual({ granted: false, code: 'content_not_found' });
    expect(asReviewed(someContent())).toBeUndefined();
  });

  it('is listed with published and with pending items', () => {
    expect(contentEntity.indexAttributes(content)['gsi5pk']).toBe('BY_TIME#video#replacing#completed');
    expect(contentEntity.indexAttributes({ ...content, status: 'draft' })['gsi5pk']).toBe(
      'BY_TIME#video#draft#completed',
    );
  });

  it('keeps its renditions, and is not analyzed', () => {
    const third = { ...own, attempt: 3, state: 'failed' as const, media_version: 'v3' };
    const attempts = [own, second, third];
    const now = Date.parse('2026-11-23T00:00:00.000Z');
    expect(planLeftovers({ ...content, current_attempt: 'version-1/1' }, attempts, now).remove).toEqual([third]);
    const upload = claimedUpload(content);
    const sources = { upload, attempts, runs: [], current: 'version-2/2', restartable: true, now };
    const canStart = (waits: boolean) =>
      planSteps({ ...sources, waits }, [
        { ...analysis, name: 'first', needs: [] },
        { ...analysis, name: 'last', needs: ['first'], startsAfterFailure: true },
      ]).map((step) => step.canStart);
    expect([canStart(false), canStart(true)]).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it('says of steps that could start now that they wait for the review, also of one that stopped for it', () => {
    const sources = {
      ...{ upload: claimedUpload(content), attempts: [second], current: 'version-2/2', restartable: true, now: 0 },
      waits: true,
    };
    const definitions = [
      { ...analysis, name: 'first', needs: [] },
      { ...analysis, name: 'second', needs: ['first'] },
    ];
    const states = (runs: readonly StepRun[]) =>
      planSteps({ ...sources, runs }, definitions).map(({ status: { state, reason } }) => [state, reason]);
    const run = newStepRun(second, { name: 'first', timeLimitMs: 1000, cost: 0 }, 1, 0);
    const pausedFor = (job_id: string) => states([pauseStep(run, { state: 'waiting', job_id }, 0)])[0];
    expect(states([])).toEqual([
      ['waiting', REVIEW_REASON],
      ['waiting', null],
    ]);
    expect([REVIEW_PAUSE, CONVERSION_PAUSE, 'job-1'].map(pausedFor)).toEqual([
      ['waiting', REVIEW_REASON],
      ['waiting', REVIEW_REASON],
      ['running', null],
    ]);
  });

  it('is not analyzed during its conversion either, unless it will not have to wait', () => {
    const canStart = (attempt: Partial<Attempt>, replacement = true): boolean | undefined => {
      const attempts = [{ ...second, ...attempt }];
      const upload = { ...claimedUpload(content), ...(replacement ? { replacement } : {}) };
      const sources = { upload, attempts, runs: [], current: 'version-2/2', restartable: true, now: 0 };
      return planSteps(sources, [{ ...analysis, name: 'first', needs: [] }])[0]?.canStart;
    };
    expect(canStart({ state: 'submitted' })).toBe(false);
    expect(canStart({ state: 'submitted' }, false)).toBe(true);
    expect(canStart({ state: 'submitted', speech_format: 'mp4' })).toBe(true);
    expect(canStart({ state: 'completed' })).toBe(true);
  });

  it.each([
    [true, undefined],
    [false, 'mp4'],
  ] as const)('keeps its speech for later while moderation is on (%s)', async (content_moderation, format) => {
    const probe = { container: 'mp4', audio: { codec: 'AAC' }, audioTracks: 1, bytes: 1 } as MediaProbe;
    const readSettings = async () => ({ content_moderation });
    const early = (replacement: boolean) =>
      earlySpeechFormat(
        { readSettings },
        { upload: { ...claimedUpload(content), ...(replacement ? { replacement } : {}) }, content },
        second,
        probe,
      );
    expect([await early(true), await early(false)]).toEqual([format, 'mp4']);
  });
});

const analysis = {
  title: 'Analysis',
  startedBy: 'StepRequested.v1',
  timeLimitMs: () => 1000,
  overdueReason: 'Late.',
  rerun: { by: 'alone' },
  cost: () => 0,
} as const;

describe('a decision', () => {
  it('swaps the file and its renditions, and the type if it followed the old file', () => {
    const accepted = withAcceptedFile(content, { ...waiting, has_video: false }, NOW);
    expect(accepted).toMatchObject({
      status: 'published',
      source_key: waiting.source_key,
      source_version_id: 'version-2',
      media_version: waiting.media_version,
      duration: 62,
      content_type: 'music',
      revision: content.revision + 1,
    });
    expect(accepted.waiting_file).toBeUndefined();
    expect(accepted).not.toHaveProperty('since');
  });

  it('against it restores the conversion of the current file, and no later attempt reuses a number', () => {
    const failed = { ...own, attempt: 3, state: 'failed' as const, reason: 'No disk left.' };
    const superseded = { ...own, attempt: 4, state: 'superseded' as const };
    const attempts = [own, second, superseded, failed];
    const rejected = withoutWaitingFile(content, attempts, NOW);
    expect(rejected).toMatchObject({
      media_version: content.media_version,
      source_key: content.source_key,
      current_attempt: 'version-1/3',
      conversion_status: 'failed',
      conversion_error: 'No disk left.',
      revision: content.revision + 1,
    });
    expect(rejected.waiting_file).toBeUndefined();
    expect(nextAttemptNumber(rejected.current_attempt, attempts)).toBe(5);
  });
});

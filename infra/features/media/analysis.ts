import { Duration } from 'aws-cdk-lib';
import type { Env as ApiEnv } from '../../../lambdas/api/analysis/env.ts';
import type { Env } from '../../../lambdas/workers/analyze/env.ts';
import type { Env as TitlesEnv } from '../../../lambdas/workers/analyzed-titles/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { QueueConsumer } from '../../constructs/queue-consumer.ts';
import { reasons } from '../../nag.ts';
import { listObjects, publishEvents, readParameters, useObjects } from '../../permissions.ts';
import { analysisEnv, partsOf, type FeatureFactory } from '../feature.ts';
import type { Construct } from 'constructs';
import type { Platform } from '../../platform.ts';
import { allowLanguageModel, languageModelCheck } from './language-model.ts';
import { moderationModelCheck } from './moderation-model.ts';

/** Rekognition and Comprehend limit calls per second for the whole account; uploads must not exhaust that. */
const CONCURRENT_STEPS = 2;

/**
 * Updates the lists of analyzed titles, and what policies decide on. It has no queue, because a title has about a dozen
 * of these events.
 */
const listTitles = (scope: Construct, platform: Platform): AppFunction => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const worker = new AppFunction<TitlesEnv>(scope, 'Titles', {
    ...shared,
    folder: 'analyzed-titles',
    env: { TABLE_NAME, ...analysisEnv(platform) },
    timeout: Duration.seconds(30),
    errorImpact: 'AI Indexing and previews of the safety policy show an older state of some titles.',
  });
  table.grant(worker, {
    analysisCorrection: ['GetItem'],
    analysisResult: ['Query'],
    analyzedTitle: ['Query', 'PutItem', 'DeleteItem'],
    content: ['ConditionCheckItem', 'GetItem', 'Query'],
    safetyFindings: ['GetItem', 'PutItem'],
    safetyVerdict: ['GetItem'],
    step: ['Query'],
    upload: ['Query'],
  });
  new EventTarget(scope, 'TitleChanged', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('ContentChanged.v1', { aspects: ['analysis'] }) },
  });
  return worker;
};

/** Analyzes text and pictures of converted files, and shows administrators the results and their cost. */
export const analysis: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { media } = platform.data;
  const { frames, text, topics, languageModel, textModelVersion } = platform.stage.analysis;
  const api = new AppFunction<ApiEnv>(scope, 'Api', {
    ...shared,
    folder: 'analysis',
    env: {
      ...apiEnv,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      ...analysisEnv(platform),
      ANALYSIS_SPEECH: platform.stage.analysis.speech,
    },
    errorImpact: 'Administrators can see neither the results nor the costs of the analysis, which continues.',
  });
  readParameters(api, names.cursorKey);
  publishEvents(api);
  table.grant(
    api,
    {
      analysisBudgetMonth: ['GetItem'],
      analysisBudgetTitle: ['Query'],
      analysisCorrection: ['GetItem', 'PutItem'],
      analysisResult: ['Query'],
      audit: ['PutItem'],
      content: ['BatchGetItem', 'Query'],
      profile: ['BatchGetItem'],
      settings: ['GetItem'],
      step: ['PutItem', 'Query'],
      transcript: ['GetItem'],
      transcriptSegment: ['Query'],
      upload: ['Query'],
    },
    ['gsi1'],
  );
  const timeout = Duration.seconds(60);
  const worker = new AppFunction<Env>(scope, 'Worker', {
    ...shared,
    folder: 'analyze',
    env: {
      TABLE_NAME,
      MEDIA_BUCKET: media.bucketName,
      ...analysisEnv(platform),
      TEXT_MODEL_VERSION: textModelVersion,
    },
    timeout,
    memory: 512,
    errorImpact: 'Uploaded files are converted and played, but not analyzed until the queue is processed.',
  });
  listObjects(worker, media);
  useObjects(worker, media, 'analysis', 's3:GetObject', 's3:PutObject');
  publishEvents(worker);
  if (frames === 'rekognition')
    worker.allow({
      actions: ['rekognition:DetectModerationLabels', 'rekognition:DetectLabels'],
      resources: ['*'],
      wildcardReason: reasons.noResource,
    });
  if (text === 'comprehend')
    worker.allow({
      actions: [
        'comprehend:BatchDetectSentiment',
        'comprehend:DetectDominantLanguage',
        'comprehend:DetectEntities',
        'comprehend:DetectToxicContent',
      ],
      resources: ['*'],
      wildcardReason: reasons.noResource,
    });
  if (topics === 'bedrock') allowLanguageModel(worker, languageModel);
  table.grant(worker, {
    analysisBudgetMonth: ['UpdateItem'],
    analysisBudgetTitle: ['GetItem', 'PutItem'],
    analysisResult: ['PutItem'],
    attempt: ['GetItem', 'Query'],
    settings: ['GetItem'],
    step: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
    transcript: ['GetItem'],
    transcriptSegment: ['Query'],
    upload: ['Query'],
  });
  const queue = new QueueConsumer(scope, 'AnalysisQueue', {
    consumer: worker,
    timeout,
    maxConcurrency: CONCURRENT_STEPS,
    sources: { Requested: appEvent('StepRequested.v1', { step: ['text', 'topics', 'frames'] }) },
    deadLetterImpact: 'These titles are not fully analyzed until the messages are redriven or the steps run again.',
  });
  const checks = [
    ...(topics === 'bedrock' ? [languageModelCheck(scope, platform)] : []),
    ...(frames === 'rekognition' ? [moderationModelCheck(scope, platform)] : []),
  ];
  return { api, workers: [worker, listTitles(scope, platform), ...checks], consumers: [queue] };
};

import { Duration } from 'aws-cdk-lib';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import type { Env } from '../../../lambdas/api/transcripts/env.ts';
import type { Env as SpeechEnv } from '../../../lambdas/workers/speech/env.ts';
import type { Env as CaptionsEnv } from '../../../lambdas/workers/transcript-captions/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { reasons } from '../../nag.ts';
import { listObjects, publishEvents, useObjects, useTranscriptionJobs } from '../../permissions.ts';
import { analysisEnv, partsOf, type FeatureFactory } from '../feature.ts';
import type { Platform } from '../../platform.ts';

/** MB of the speech worker: one full vCPU for the alignment, whose model takes about 220 MB. */
const SPEECH_MEMORY = 1769;

const timeout = Duration.seconds(60);

/**
 * Recognizes speech, or aligns a script to the sound. It has no queue, because a title has few of these events. The
 * function reserves no concurrency to limit its calls: in a new account, Lambda rejects any reservation. Above
 * Transcribe's limits, the client tries for ten seconds, Lambda repeats the call after one minute and after two more,
 * and then the sweeper requests the run again until its deadline.
 */
const addSpeech = (scope: Construct, platform: Platform): AppFunction => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const { media, uploads } = platform.data;
  const speech = new AppFunction<SpeechEnv>(scope, 'Speech', {
    ...shared,
    folder: 'speech',
    env: {
      TABLE_NAME,
      MEDIA_BUCKET: media.bucketName,
      UPLOADS_BUCKET: uploads.bucketName,
      STAGE: platform.stage.name,
      PROVIDER: platform.stage.analysis.speech,
      SPEECH_LANGUAGES: platform.stage.analysis.speechLanguages.join(),
      ...analysisEnv(platform),
    },
    timeout,
    memory: SPEECH_MEMORY,
    errorImpact: 'New titles get no transcript and no captions; playback, search by title and editing are unaffected.',
  }).allow({
    actions: ['transcribe:StartTranscriptionJob'],
    resources: ['*'],
    wildcardReason: reasons.noResource,
    conditions: { StringEquals: { 'transcribe:OutputBucketName': media.bucketName } },
  });
  useTranscriptionJobs(
    speech,
    platform.stage.name,
    'transcribe:GetTranscriptionJob',
    'transcribe:DeleteTranscriptionJob',
  );
  listObjects(speech, media);
  // Transcribe reads sources and sound with the permissions of this function, and writes its output and, into the
  // same folder, `.write_access_check_file.temp`.
  useObjects(speech, media, 'analysis', 's3:GetObject', 's3:PutObject');
  useObjects(speech, uploads, 'uploads', 's3:GetObject');
  publishEvents(speech);
  table.grant(speech, {
    content: ['GetItem', 'Query'],
    attempt: ['GetItem'],
    upload: ['Query'],
    step: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    analysisResult: ['Query', 'PutItem'],
    settings: ['GetItem'],
    analysisBudgetTitle: ['GetItem', 'PutItem', 'UpdateItem'],
    transcript: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
  });
  const on: Readonly<Record<string, EventPattern>> = {
    SpeechRequested: appEvent('StepRequested.v1', { step: ['speech'] }),
    JobChanged: {
      source: ['aws.transcribe'],
      detailType: ['Transcribe Job State Change'],
      detail: {
        TranscriptionJobName: [{ prefix: 'soundstage-' }],
        TranscriptionJobStatus: ['COMPLETED', 'FAILED'],
      },
    },
  };
  for (const [id, eventPattern] of Object.entries(on))
    new EventTarget(scope, id, { target: speech, failureQueue: shared.failureQueue, on: { eventPattern } });
  return speech;
};

/** Writes captions from transcripts. */
const addCaptions = (scope: Construct, platform: Platform) => {
  const { shared, table, TABLE_NAME } = partsOf(platform);
  const { media } = platform.data;
  const captions = new AppFunction<CaptionsEnv>(scope, 'Captions', {
    ...shared,
    folder: 'transcript-captions',
    env: { TABLE_NAME, MEDIA_BUCKET: media.bucketName, ...analysisEnv(platform) },
    timeout,
    errorImpact:
      'Captions do not follow transcripts: those of new titles are missing, and edits do not appear in them.',
  });
  useObjects(captions, media, 'media/captions', 's3:PutObject', 's3:DeleteObject');
  publishEvents(captions);
  table.grant(captions, {
    content: ['GetItem', 'Query', 'UpdateItem'],
    upload: ['Query'],
    step: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    analysisResult: ['PutItem'],
    transcript: ['GetItem', 'Query'],
  });
  // Conversions and edits are rare, and a step whose event is lost is requested again.
  for (const [id, eventPattern] of Object.entries({
    CaptionsRequested: appEvent('StepRequested.v1', { step: ['captions'] }),
    TranscriptChanged: appEvent('TranscriptChanged.v1'),
  }))
    new EventTarget(scope, id, { target: captions, failureQueue: shared.failureQueue, on: { eventPattern } });
  return captions;
};

/**
 * Transcripts: the step that recognizes speech or aligns a script, the captions that follow the transcript, and the API
 * that reads and edits it.
 */
export const transcripts: FeatureFactory = (scope, platform) => {
  const { shared, table, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'transcripts',
    env: { ...apiEnv, ...analysisEnv(platform) },
    errorImpact: 'Transcripts can be neither read nor edited; playback and captions are unaffected.',
  });
  publishEvents(api);
  table.grant(api, {
    profile: ['BatchGetItem'],
    content: ['GetItem', 'Query', 'ConditionCheckItem'],
    upload: ['Query'],
    step: ['PutItem', 'Query'],
    transcript: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    audit: ['PutItem'],
  });
  return { api, workers: [addSpeech(scope, platform), addCaptions(scope, platform)] };
};

import { SINGLE_PUT_HEADERS } from '../../../lambdas/contract/media/upload-limits.ts';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import { bridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import type { EndpointInput } from '../../../lambdas/contract/endpoint.ts';
import type { Endpoints } from '../../../lambdas/contract/index.ts';
import type { Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import type { ItemKey, OpenCloud, ShiftedClock } from '../stack/running-cloud.ts';
import { waitFor } from '../stack/local-stack.ts';

/** A running cloud and the users that the flow acts as. */
export interface FlowDeps {
  readonly cloud: RunningCloud;
  readonly open: OpenCloud;
  /** The cloud's clock. */
  readonly clock: ShiftedClock;
  /** Keeps conversion jobs running for as long as a step needs them to. */
  readonly jobs: { hold(): void; release(): void };
  /** Access tokens. */
  readonly admin: string;
  readonly listener: string;
}

type UploadInput = EndpointInput<Endpoints['uploads.s3-upload-url']>['body'];
type StoredAttempt = Attempt & ItemKey;

/** A date long past, for deadlines and schedules. */
export const LONG_AGO = '2020-01-01T00:00:00.000Z';
export const DAY_MS = 86_400_000;
/** How long a deletion may take. */
export const DELETION_MS = 60_000;

/** Where to upload an announced file. */
export interface AllottedUpload {
  readonly contentId: string;
  readonly s3Key: string;
  readonly uploadUrl: string;
}

export const uploadKeyOf = (contentId: string): ItemKey => ({ pk: `UPLOAD#${contentId}`, sk: 'META' });
export const contentKeyOf = (contentId: string): ItemKey => ({ pk: `CONTENT#${contentId}`, sk: 'META' });

/** Operations that several features' steps share. Each throws on an unexpected result. */
export const createFlowTools = (deps: FlowDeps) => {
  const { cloud, open, clock, admin } = deps;
  const { api } = open;
  const requestUpload = async (body: UploadInput): Promise<AllottedUpload> =>
    (await api.call('uploads.s3-upload-url', { body } as never, admin)) as AllottedUpload;
  const sendFile = async (url: string, body: Buffer, type: string): Promise<void> => {
    const response = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { 'content-type': type, ...SINGLE_PUT_HEADERS },
    });
    if (!response.ok) throw new Error(`S3 returned ${response.status}: ${await response.text()}`);
  };
  const currentAttempt = async (contentId: string): Promise<StoredAttempt> => {
    const record = (await open.read(contentKeyOf(contentId))) ?? (await open.read(uploadKeyOf(contentId)));
    const [version = '', number = ''] = String(record?.['current_attempt']).split('/');
    return (await open.read({
      pk: `CONTENT#${contentId}`,
      sk: `ATTEMPT#${version}#${number.padStart(6, '0')}`,
    })) as unknown as StoredAttempt;
  };
  return {
    ...deps,
    api,
    uploadsBucket: open.variable('uploads', 'UPLOADS_BUCKET'),
    mediaBucket: open.variable('content', 'MEDIA_BUCKET'),
    requestUpload,
    sendFile,
    /** Announces a file and uploads it with one PUT. */
    async storeFile(fileName: string, fileType: string, body: Buffer): Promise<AllottedUpload> {
      const allotted = await requestUpload({ fileName, fileType, fileSize: body.length });
      await sendFile(allotted.uploadUrl, body, fileType);
      return allotted;
    },
    createContent: (s3Key: string, fields: Readonly<Record<string, unknown>> = {}) =>
      api.call('content.create-content', { body: { s3Key, title: 'A thing', ...fields } } as never, admin),
    async setStatus(contentId: string, status: 'draft' | 'published') {
      const { revision } = await api.call('catalog.get-content', { params: { id: contentId } }, admin);
      return api.call('content.update-content', { params: { id: contentId }, body: { revision, status } }, admin);
    },
    restart: (contentId: string) =>
      api.call('conversion.aws-conversion-v3', { body: { contentId, restart: true } }, admin),
    currentAttempt,
    /** Waits until the job of an attempt is submitted. */
    async waitForJob(contentId: string, number: number): Promise<StoredAttempt> {
      await open.until(`attempt ${number} of ${contentId}`, contentKeyOf(contentId), ({ current_attempt: current }) =>
        String(current).endsWith(`/${number}`),
      );
      const { pk, sk } = await currentAttempt(contentId);
      return (await open.until(
        `the job of attempt ${number}`,
        { pk, sk },
        ({ job_id: job }) => job !== undefined,
      )) as unknown as StoredAttempt;
    },
    waitForConversion: (contentId: string, number = 1) =>
      open.until(
        `the conversion of ${contentId}`,
        contentKeyOf(contentId),
        ({ current_attempt: current, conversion_status: status }) =>
          String(current).endsWith(`/${number}`) && status === 'completed',
      ),
    waitForFailure: (what: string, key: ItemKey) =>
      open.until(what, key, ({ conversion_status: status }) => status === 'failed'),
    waitUntilDeleted: (key: ItemKey) =>
      waitFor(`the deletion of ${key.pk}`, async () => ((await open.read(key)) ? undefined : true), DELETION_MS),
    /** Publishes a job event as MediaConvert does. */
    reportJob: (status: string, contentId: string, attempt: Attempt): void =>
      cloud.bus.publish(
        bridgeEvent(clock.now(), 'aws.mediaconvert', 'MediaConvert Job State Change', {
          jobId: attempt.job_id ?? '',
          status,
          userMetadata: { contentId, versionId: attempt.version_id, attempt: String(attempt.attempt), stage: 'local' },
        }),
      ),
  };
};

export type FlowTools = ReturnType<typeof createFlowTools>;

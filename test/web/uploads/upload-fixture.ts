import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import type { StepView } from '../../../lambdas/contract/media/steps.ts';
import { createUploadManager } from '../../../web/src/features/uploads/jobs/upload-manager.ts';
import type { UploadRequest } from '../../../web/src/features/uploads/jobs/upload-job.ts';
import { createLiveHub } from '../../../web/src/core/live/live-hub.ts';
import { createToastStore } from '../../../web/src/core/toast/toast-store.ts';
import { createApiClient } from '../../../web/src/lib/api/api-client.ts';
import type { Connection } from '../../../web/src/lib/connection.ts';
import { createS3Transfer } from '../../../web/src/lib/transfer/s3-upload.ts';
import { createApiStub, type StubRequest } from '../support/api-stub.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { createFakeBucket } from '../support/fake-bucket.ts';
import { createManualClock } from '../support/manual-clock.ts';

export const S3_KEY = `uploads/${contentId()}/01HZX3V5Q8W9T2M4N6P7R8S0B1`;
export const createdUpload = {
  contentId: contentId(),
  s3Key: S3_KEY,
  bucket: 'uploads',
  region: 'us-east-1',
  cloudFrontUrl: '/media/x',
};
export const problem = (code: string, status: number, detail: string) => ({
  status,
  body: { code, title: code, status, detail, requestId: 'r' },
});
type Body = {
  readonly action?: string;
  readonly fileName?: string;
  readonly parts?: { readonly partNumber: number; readonly sha256: string }[];
};
export const bodyOf = (request: StubRequest) => request.body as Body;

export const UPLOAD_URL = 'POST /api/functions/s3-upload-url';
export const answerUpload = (request: StubRequest) => {
  const body = bodyOf(request);
  switch (body.action) {
    case undefined:
      return { body: { ...createdUpload, uploadUrl: `https://bucket/${body.fileName}` } };
    case 'list':
      return { body: { uploads: [] } };
    case 'create':
      return { body: { ...createdUpload, uploadId: 'u', partSize: 64 * 2 ** 20, partCount: 2 } };
    case 'sign':
      return {
        body: {
          parts: body.parts?.map(({ partNumber }) => ({ partNumber, url: `part-${partNumber}` })),
          expires_in: 3600,
        },
      };
    case 'complete':
      return { body: { contentId: contentId(), s3Key: S3_KEY, fileSize: 5 } };
    default:
      return { body: { aborted: true } };
  }
};

const network: Connection = { isOnline: () => true, whenOnline: () => Promise.resolve() };

export const setUp = () => {
  const api = createApiStub();
  const clock = createManualClock();
  const bucket = createFakeBucket();
  const toasts = createToastStore(clock);
  const live = createLiveHub();
  /** The states of the leave guard. */
  const guarded: boolean[] = [];
  const created: { content: ContentView; steps: readonly StepView[] } = {
    steps: [],
    content: contentView({ status: 'draft', conversion_status: 'pending', conversion_progress: 0 }),
  };
  api
    .on(UPLOAD_URL, answerUpload)
    .on('POST /api/content', () => ({ status: 201, body: created.content }))
    .on('POST /api/functions/aws-conversion-v3', {
      body: { success: true, contentId: contentId(), conversion_status: 'pending' },
    })
    .on('POST /api/functions/setup-cloudfront', {
      body: {
        success: false,
        distributionId: 'E2',
        domainName: 'd111.cloudfront.net',
        checked: false,
        problem: 'None.',
      },
    })
    .on(`GET /api/content/${contentId()}/steps`, () => ({ body: { content_id: contentId(), steps: created.steps } }))
    .on(`GET /api/content/${contentId()}`, () => ({ body: created.content }));
  let changes = 0;
  const manager = createUploadManager({
    api: createApiClient({ accessToken: async () => 'token', onSessionLost: () => undefined, fetch: api.fetch }),
    clock,
    toasts,
    live,
    transfer: createS3Transfer({
      clock,
      connection: network,
      digest: async (blob) => `sum-${blob.size}`,
      createRequest: bucket.createRequest,
    }),
    connection: network,
    acquireLock: async () => () => undefined,
    leaveGuard: { set: (next) => guarded.push(next) },
    onContentChange: () => (changes += 1),
    onUnfinishedChange: () => undefined,
  });
  const actions = () =>
    api.requests.filter(({ url }) => url.endsWith('s3-upload-url')).map((request) => bodyOf(request).action ?? 'put');
  const toast = () => toasts.get()[0];
  return { api, clock, live, bucket, manager, guarded, created, actions, toast, changes: () => changes };
};

export const request = (
  name = 'viper.mp3',
  parts: Partial<UploadRequest['content']> = {},
  size = 5,
): UploadRequest => ({
  file: Object.defineProperty(new File(['12345'], name, { type: 'audio/mpeg' }), 'size', { value: size }),
  content: {
    title: 'Viper',
    artist: '',
    contentType: 'music',
    category_id: null,
    description: '',
    tags: [],
    status: 'draft',
    batchUpload: false,
    ...parts,
  },
});

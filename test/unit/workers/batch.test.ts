import type { SQSRecord } from 'aws-lambda';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { RetryLater } from '../../../lambdas/domain/retry-later.ts';
import { batchFunction } from '../../../lambdas/platform/messages/batch.ts';
import { parseMessage as parseConversion } from '../../../lambdas/workers/conversion-events/message.ts';
import { parseMessage as parseDeletion } from '../../../lambdas/workers/deletion/message.ts';
import { parseMessage as parseIngest } from '../../../lambdas/workers/ingest/message.ts';

const record = (messageId: string, body: unknown): SQSRecord =>
  ({
    messageId,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }) as unknown as SQSRecord;
const contentId = 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a batch', () => {
  it('processes every message once and reports only the failed ones', async () => {
    const processed: number[] = [];
    const handler = batchFunction(
      (body) =>
        typeof body === 'number'
          ? body
          : body === null
            ? undefined
            : (() => {
                throw new Error('Not a number');
              })(),
      async (value) => {
        if (value === 3) throw new Error('poison');
        processed.push(value);
      },
      silentLogger,
    );
    const answer = await handler({
      Records: [
        record('a', 1),
        record('b', '{'),
        record('c', 3),
        record('d', 4),
        record('e', 'null'),
        record('f', '"x"'),
      ],
    });
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'b' }, { itemIdentifier: 'c' }, { itemIdentifier: 'f' }],
    });
    expect(processed).toEqual([1, 4]);
  });

  it('reports a message that must wait as usual, and one that failed as an error', async () => {
    const lines: string[] = [];
    const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
    const logger = { ...silentLogger, info: note('info'), error: note('error') };
    const fail = async (value: unknown): Promise<void> => {
      throw value === 1 ? new RetryLater('Busy') : new Error('poison');
    };
    const answer = await batchFunction((body) => body, fail, logger)({ Records: [record('a', 1), record('b', 2)] });
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'a' }, { itemIdentifier: 'b' }]);
    expect(lines).toEqual(['info: A message is delivered again later', 'error: A message was not processed']);
  });
});

describe('messages', () => {
  const created = (key: string, object: object = {}) => ({
    source: 'aws.s3',
    'detail-type': 'Object Created',
    detail: {
      bucket: { name: 'b' },
      object: { key, size: 1, etag: 'e', 'version-id': 'v1', sequencer: '00A', ...object },
      reason: 'PutObject',
    },
  });

  it('to ingest are uploads under our keys and conversion requests', () => {
    expect(parseIngest(created(`uploads/${contentId}/u1`))).toEqual({
      kind: 'arrived',
      contentId,
      key: `uploads/${contentId}/u1`,
      versionId: 'v1',
    });
    expect(parseIngest(created('elsewhere/file.mp4'))).toBeUndefined();
    expect(
      parseIngest({
        source: 'soundstage',
        'detail-type': 'ConversionRequested.v1',
        detail: { contentId, versionId: 'v1', attempt: 2 },
      }),
    ).toEqual({ kind: 'requested', contentId, versionId: 'v1', attempt: 2 });
    expect(() => parseIngest({ source: 'aws.ec2', detail: {} })).toThrow();
  });

  it('to conversion are job states that change the record', () => {
    const change = (detail: object) => ({
      source: 'aws.mediaconvert',
      'detail-type': 'MediaConvert Job State Change',
      time: '2026-01-01T00:00:00Z',
      detail: { jobId: 'j', userMetadata: { contentId, versionId: 'v1', attempt: '1', stage: 'local' }, ...detail },
    });
    expect(parseConversion(change({ status: 'STATUS_UPDATE', jobProgress: { jobPercentComplete: 42 } }))).toMatchObject(
      {
        ids: { content_id: contentId, version_id: 'v1', attempt: 1 },
        event: { jobId: 'j', status: 'STATUS_UPDATE', progress: 42, at: '2026-01-01T00:00:00.000Z' },
      },
    );
    expect(parseConversion(change({ status: 'ERROR', errorCode: 1404, errorMessage: 's3://secret' }))).toMatchObject({
      event: { reason: 'The uploaded file no longer exists.' },
      cause: 's3://secret',
    });
    expect(parseConversion(change({ status: 'INPUT_INFORMATION' }))).toBeUndefined();
  });

  it('to deletion name a content item', () => {
    expect(parseDeletion({ source: 'soundstage', 'detail-type': 'ContentDeleted.v1', detail: { contentId } })).toEqual({
      contentId,
    });
    expect(() =>
      parseDeletion({ source: 'soundstage', 'detail-type': 'ContentDeleted.v1', detail: { contentId: '../x' } }),
    ).toThrow();
  });
});

import { Readable } from 'node:stream';
import { createManualClock } from '../../../infra/local/clock.ts';
import type { DeliveredRequest } from '../../../infra/local/delivery/delivery-metrics.ts';
import { logResources } from '../../../infra/local/delivery/log-resources.ts';
import { createLogWriter, type LogDelivery } from '../../../infra/local/delivery/log-writer.ts';
import type { ResourceInput } from '../../../infra/local/resources/types.ts';
import { LOG_DELIMITER, LOG_FIELDS, LOG_PREFIX, LOG_SUFFIX } from '../../../lambdas/contract/delivery/logs.ts';
import { sumOfAll } from '../../../lambdas/domain/delivery/add-sums.ts';
import { parseLogKey } from '../../../lambdas/domain/delivery/logs/log-file.ts';
import { sumLog } from '../../../lambdas/domain/delivery/logs/sum-log.ts';
import { readLines } from '../../../lambdas/platform/storage/log-files.ts';

const START = Date.UTC(2026, 10, 28, 13, 58);
const ID = `cnt_${'0'.repeat(26)}`;
const MINUTE_MS = 60_000;

const open = () => {
  const clock = createManualClock(START);
  const files = new Map<string, Buffer>();
  const writer = createLogWriter(clock, {
    async writeObject(bucket, key, source) {
      files.set(`${bucket}/${key}`, source as Buffer);
      return { key, size: 0, contentType: '', etag: '', lastModified: new Date(), metadata: {} };
    },
  });
  const add = (extra: Partial<DeliveredRequest> = {}): void =>
    writer.add({
      distributionId: 'E1',
      at: clock.now(),
      method: 'GET',
      path: `/posters/${ID}/v1/poster.jpg`,
      pattern: '/posters/*',
      status: 200,
      bytes: 1000,
      firstByteMs: 12,
      result: 'Hit',
      isCacheable: true,
      ...extra,
    });
  return { clock, files, writer, add };
};

const delivery: LogDelivery = {
  distributionId: 'E1',
  bucket: 'logs',
  prefix: LOG_PREFIX,
  suffix: LOG_SUFFIX,
  fields: LOG_FIELDS,
  delimiter: LOG_DELIMITER,
};

it('writes files that the worker reads, five minutes after their first request, one for each hour', async () => {
  const { clock, files, writer, add } = open();
  writer.define(delivery);
  add();
  add({ status: 0, bytes: 0, result: 'Error' });
  add({ path: '/api/x', pattern: '/api/*', bytes: 77, result: 'Miss', isCacheable: false });
  add({ distributionId: 'E2' });
  await clock.advance(3 * MINUTE_MS);
  add({ result: 'RefreshHit', status: 304, bytes: 5 });
  expect(files.size).toBe(0);
  await clock.advance(2 * MINUTE_MS);
  await writer.flush();
  expect([...files.keys()].map((key) => key.replace(/[0-9a-f]{8}\.gz$/, ''))).toEqual([
    'logs/delivery/2026/11/28/13/E1.2026-11-28-13.',
    'logs/delivery/2026/11/28/14/E1.2026-11-28-14.',
  ]);
  const totals = [];
  for (const [name, packed] of files) {
    const file = parseLogKey(name.slice('logs/'.length));
    expect(file?.distribution).toBe('E1');
    const summed = await sumLog(file?.hour ?? 0, readLines(Readable.from([packed])));
    expect(summed.dropped).toBe(0);
    totals.push(...summed.totals);
  }
  expect(sumOfAll(totals.filter(({ target }) => 'hour' in target).map(({ sums }) => sums))).toMatchObject({
    requests: 4,
    bytes: 1082,
    hits: 1,
    refreshed: 1,
    misses: 0,
    aborted: 1,
    ok: 2,
  });
  expect(sumOfAll(totals.filter(({ target }) => 'day' in target).map(({ sums }) => sums))).toMatchObject({
    requests: 3,
    bytes: 1005,
  });
});

it('writes nothing without requests, and nothing after its end', async () => {
  const { clock, files, writer, add } = open();
  writer.define(delivery);
  await writer.flush();
  add();
  writer.stop();
  await clock.advance(60 * MINUTE_MS);
  expect(files.size).toBe(0);
});

describe('the resources of the template', () => {
  const provision = (changes: Readonly<Record<string, object>> = {}, denial?: string) => {
    const defined: LogDelivery[] = [];
    const resources = logResources({
      writer: { define: (one) => void defined.push(one) },
      access: { serviceDenial: () => denial },
    });
    const create = (type: string, properties: object) => {
      const input = { type, logicalId: type, properties: { ...properties, ...changes[type] } } as unknown;
      const provisioner = resources[type];
      if (!provisioner) throw new Error(`no ${type}`);
      return provisioner(input as ResourceInput);
    };
    void create('AWS::Logs::DeliverySource', {
      Name: 'n',
      LogType: 'ACCESS_LOGS',
      ResourceArn: 'arn:aws:cloudfront::000000000000:distribution/E1',
    });
    const destination = create('AWS::Logs::DeliveryDestination', {
      Name: 'n',
      DestinationResourceArn: 'arn:aws:s3:::logs/delivery',
      OutputFormat: 'w3c',
    });
    const { attributes } = destination as { attributes?: Readonly<Record<string, unknown>> };
    const created = create('AWS::Logs::Delivery', {
      DeliverySourceName: 'n',
      DeliveryDestinationArn: attributes?.['Arn'],
      RecordFields: LOG_FIELDS,
      FieldDelimiter: LOG_DELIMITER,
      S3SuffixPath: LOG_SUFFIX,
    }) as { check?: () => void };
    created.check?.();
    return defined;
  };

  it('define what is logged and where', () => {
    expect(provision()).toEqual([delivery]);
  });

  it.each<[string, Readonly<Record<string, object>>, string | undefined, string]>([
    ['an unknown field', { 'AWS::Logs::Delivery': { RecordFields: ['c-ip'] } }, undefined, 'the log field c-ip'],
    ['no fields', { 'AWS::Logs::Delivery': { RecordFields: [] } }, undefined, 'that is not named'],
    ['a source that is missing', { 'AWS::Logs::Delivery': { DeliverySourceName: 'x' } }, undefined, 'does not exist'],
    ['another format', { 'AWS::Logs::DeliveryDestination': { OutputFormat: 'json' } }, undefined, 'in the format w3c'],
    ['other logs', { 'AWS::Logs::DeliverySource': { LogType: 'TRACES' } }, undefined, 'access logs of distributions'],
    ['a bucket that is closed', {}, 'not authorized', 'Logs of the distribution E1: not authorized'],
  ])('stop the start for %s', (_what, changes, denial, message) => {
    expect(() => provision(changes, denial)).toThrow(message);
  });
});

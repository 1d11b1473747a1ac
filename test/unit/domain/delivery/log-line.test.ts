import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { LOG_FIELDS } from '../../../../lambdas/contract/delivery/logs.ts';
import { logFolder, logKey, lateFolders, parseLogKey } from '../../../../lambdas/domain/delivery/logs/log-file.ts';
import { parseLogLine } from '../../../../lambdas/domain/delivery/logs/log-line.ts';
import { bucketOf } from '../../../../lambdas/domain/delivery/histogram.ts';
import { sumLog, type LogTotals } from '../../../../lambdas/domain/delivery/logs/sum-log.ts';
import { NO_DELIVERY, type DeliverySums } from '../../../../lambdas/domain/delivery/sums.ts';
import { readLines } from '../../../../lambdas/platform/storage/log-files.ts';
import { LOG_HOUR, logHeader, logLine, packedLog, type LineFields } from '../../../support/delivery/log-text.ts';

const ID = 'cnt_01J00000000000000000000001';

const sum = (packed: Buffer): Promise<LogTotals> => sumLog(LOG_HOUR, readLines(Readable.from([packed])));
const sumOf = (...lines: readonly LineFields[]): Promise<LogTotals> => sum(packedLog(lines.map(logLine)));
const site = ({ totals }: LogTotals): DeliverySums =>
  totals.find(({ target }) => 'hour' in target)?.sums ?? NO_DELIVERY;
const titles = ({ totals }: LogTotals): readonly string[] =>
  totals.flatMap(({ target }) => ('contentId' in target ? [target.contentId] : []));

describe('a log file', () => {
  it('is summed by hour of the site and by day of a title', async () => {
    const stem = `/media/${ID}/v1/480/hls_audio_000000001.cmfa`;
    const pattern = { 'cache-behavior-path-pattern': '/media/*' };
    const result = await sumOf(
      { 'cs-uri-stem': stem, 'sc-status': '206', 'sc-bytes': '500', 'c-country': 'FR', ...pattern },
      { 'cs-uri-stem': `/posters/${ID}/v1/poster.jpg`, 'x-edge-result-type': 'RefreshHit', 'sc-status': '304' },
      { time: '14:00:00', 'x-edge-result-type': 'Miss', 'time-to-first-byte': '0.250', 'c-country': '-' },
      { date: '2026-11-29', time: '00:00:01', 'cs-uri-stem': stem, 'cs-method': 'HEAD', ...pattern },
    );
    expect(result).toMatchObject({ lines: 4, dropped: 0 });
    const found = new Map(result.totals.map(({ target, sums }) => [Object.values(target).join(' '), sums]));
    expect([...found.keys()]).toEqual([
      '2026-11-28T13:00:00.000Z',
      '2026-11-28T14:00:00.000Z',
      '2026-11-29T00:00:00.000Z',
      `${ID} 2026-11-28`,
      `${ID} 2026-11-29`,
    ]);
    expect(found.get(`${ID} 2026-11-28`)).toEqual({
      ...NO_DELIVERY,
      requests: 2,
      bytes: 1500,
      ok: 1,
      redirected: 1,
      hits: 1,
      refreshed: 1,
      first_byte: { [bucketOf(20)]: 2 },
      bytes_by_country: { FR: 500, DE: 1000 },
      audio_segments: 1,
    });
    expect(found.get('2026-11-28T14:00:00.000Z')).toEqual({
      ...NO_DELIVERY,
      requests: 1,
      bytes: 1000,
      ok: 1,
      misses: 1,
      first_byte: { [bucketOf(250)]: 1 },
    });
    expect(found.get(`${ID} 2026-11-29`)).toMatchObject({ requests: 1, audio_segments: 0 });
  });

  it.each<[string, LineFields, Partial<DeliverySums>]>([
    ['the API', { 'cache-behavior-path-pattern': '/api/*', 'x-edge-result-type': 'Miss' }, { misses: 0, ok: 1 }],
    ['the live channel', { 'cache-behavior-path-pattern': '/ws', 'x-edge-result-type': 'Miss' }, { misses: 0 }],
    ['a POST', { 'cs-method': 'POST', 'x-edge-result-type': 'Miss' }, { misses: 0, requests: 1 }],
    ['an error', { 'sc-status': '404', 'x-edge-result-type': 'Error' }, { hits: 0, client_errors: 1, aborted: 0 }],
    ['a failure', { 'sc-status': '503', 'x-edge-result-type': 'Error' }, { server_errors: 1, aborted: 0 }],
    ['a viewer who left', { 'x-edge-result-type': 'Error' }, { hits: 0, aborted: 1, ok: 1, bytes: 1000 }],
    ['a viewer who left early', { 'sc-status': '000', 'x-edge-result-type': 'Error' }, { aborted: 1, ok: 0 }],
    ['the heartbeat', { 'cs-uri-stem': '/posters/heartbeat' }, { requests: 0, hits: 0 }],
  ])('counts %s as what it is', async (_what, fields, sums) => {
    expect(site(await sumOf(fields))).toMatchObject(sums);
  });

  it.each<[string, LineFields]>([
    ['does not exist', { 'cs-uri-stem': `/media/${ID}/v1/480/index.m3u8`, 'sc-status': '403' }],
    [
      'is redirected unseen',
      { 'cs-uri-stem': `/posters/${ID}/a`, 'sc-status': '301', 'x-edge-result-type': 'Redirect' },
    ],
    ['has no well-formed id', { 'cs-uri-stem': '/posters/cnt_01J0000000000000000000000/x.jpg' }],
    ['has the id of something else', { 'cs-uri-stem': `/posters/usr_${ID.slice(4)}/x.jpg` }],
    ['is somewhere else', { 'cs-uri-stem': `/api/media/${ID}/x` }],
    ['is encoded', { 'cs-uri-stem': `/media%2F${ID}/x` }],
  ])('makes no title of a path that %s', async (_what, fields) => {
    const result = await sumOf(fields);
    expect(titles(result)).toEqual([]);
    expect(site(result).requests).toBe(1);
  });

  it('counts errors for titles that it delivers, before and after, and for no others', async () => {
    const files = `/media/${ID}/v1/480`;
    const failure = { 'sc-status': '503', 'x-edge-result-type': 'Error', 'sc-bytes': '100' };
    const forged = `/media/cnt_${'0'.repeat(26)}/v1/480/index.m3u8`;
    const result = await sumOf(
      { ...failure, 'cs-uri-stem': `${files}/index.m3u8` },
      { ...failure, 'cs-uri-stem': `${files}/index.m3u8`, 'sc-status': '000' },
      { ...failure, 'cs-uri-stem': forged },
      { 'cs-uri-stem': `/posters/${ID}/v1/poster.jpg` },
      { 'cs-uri-stem': `${files}/0.cmfv`, 'sc-status': '403' },
      { ...failure, 'cs-uri-stem': forged, 'sc-status': '403' },
      // On another day, of which it delivers nothing.
      { ...failure, 'cs-uri-stem': `${files}/0.cmfv`, date: '2026-11-29' },
    );
    const sums = result.totals.flatMap((one) => ('contentId' in one.target ? [[one.target, one.sums]] : []));
    expect(sums).toMatchObject([
      [
        { contentId: ID, day: '2026-11-28' },
        { requests: 4, bytes: 2200, ok: 1, client_errors: 1, server_errors: 1, aborted: 1 },
      ],
      [
        { contentId: ID, day: '2026-11-29' },
        { requests: 1, server_errors: 1 },
      ],
    ]);
    expect(site(result)).toMatchObject({ requests: 6, client_errors: 2, server_errors: 2 });
  });

  it('finds the title of captions', async () => {
    expect(titles(await sumOf({ 'cs-uri-stem': `/media/captions/${ID}/en.vtt` }))).toEqual([ID]);
  });

  it.each<[string, string]>([
    ['with too few fields', logLine().split('\t').slice(1).join('\t')],
    ['with too many fields', `${logLine()}\tx`],
    ['with a day that does not exist', logLine({ date: '2026-11-31' })],
    ['from another week', logLine({ date: '2026-11-20' })],
    ['with a status of words', logLine({ 'sc-status': 'OK' })],
    ['with negative bytes', logLine({ 'sc-bytes': '-1' })],
    ['with a time of words', logLine({ 'time-to-first-byte': 'NaN' })],
    ['without a path', logLine({ 'cs-uri-stem': '-' })],
    ['of a megabyte', logLine({ 'cs-uri-stem': `/${'a'.repeat(1_000_000)}` })],
  ])('drops a line %s, and keeps the others', async (_what, line) => {
    const result = await sum(packedLog([logLine(), line, logLine()]));
    expect(result).toMatchObject({ lines: 2, dropped: 1 });
    expect(site(result)).toMatchObject({ requests: 2, bytes: 2000 });
  });

  const swapped = [LOG_FIELDS[1], LOG_FIELDS[0], ...LOG_FIELDS.slice(2)].join(' ');
  it.each<[string, Buffer, string]>([
    ['that was cut', packedLog(Array(500).fill(logLine()) as string[]).subarray(0, -20), 'not a whole gzip file'],
    ['that is not packed', Buffer.from(logHeader.join('\n')), 'not a whole gzip file'],
    ['that is empty', Buffer.alloc(0), 'whole gzip file|no header'],
    ['without a header', gzipSync(logLine()), 'no header'],
    ['with swapped fields', gzipSync(`#Fields: ${swapped}\n${logLine()}`), 'its fields are not'],
    ['with another field', gzipSync(`${logHeader.join('\n')} c-ip\n${logLine()}`), 'its fields are not'],
    ['whose fields change', packedLog([logLine(), `#Fields: ${swapped}`]), 'its fields are not'],
  ])('is rejected: one %s', async (_what, packed, reason) => {
    await expect(sum(packed)).rejects.toThrow(new RegExp(`rejected: .*(${reason})`));
  });

  it('keeps only fields that are about no person', () => {
    expect(
      LOG_FIELDS.filter((field) => /c-ip|c-port|forwarded|User-Agent|Cookie|Referer|query|asn/i.test(field)),
    ).toEqual([]);
    expect(Object.keys(parseLogLine(logLine()) ?? {})).toHaveLength(9);
  });
});

describe('the name of a log file', () => {
  it('contains distribution and hour', () => {
    const key = 'delivery/2026/11/28/13/E2ABC.2026-11-28-13.0a1b2c3d.gz';
    expect(parseLogKey(key)).toEqual({ distribution: 'E2ABC', hour: LOG_HOUR });
    expect(logKey({ distribution: 'E2ABC', hour: LOG_HOUR }, '0a1b2c3d')).toBe(key);
  });

  it.each([
    'delivery/2026/11/28/14/E2ABC.2026-11-28-13.0a1b2c3d.gz',
    'delivery/E2ABC.2026-11-28-13.0a1b2c3d.gz',
    'delivery/2026/11/28/13/E2ABC.2026-11-28-13.0a1b2c3d.txt',
    'delivery/2026/11/31/13/E2ABC.2026-11-31-13.0a1b2c3d.gz',
    'site/2026-11-28-13-00-00-0A1B2C3D',
  ])('is not %s', (key) => {
    expect(parseLogKey(key)).toBeUndefined();
  });

  it('is in the folder of its hour, of which the last 50 are listed', () => {
    const folders = lateFolders(LOG_HOUR + 1);
    expect(folders).toHaveLength(50);
    expect([folders[0], folders.at(-1)]).toEqual(['delivery/2026/11/26/12/', 'delivery/2026/11/28/13/']);
    expect(folders.at(-1)).toBe(logFolder(LOG_HOUR));
  });
});

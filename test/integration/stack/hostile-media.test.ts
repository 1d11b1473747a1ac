import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { findMediaTools } from '../../../infra/local/media/tools.ts';
import type { JobRecord } from '../../../infra/local/services/mediaconvert/job-record.ts';
import { openApi, problemOf, type Api } from '../../support/api.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { hostileCorpus, type HostileFile } from '../../support/media/hostile-corpus.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { openAccounts, type Accounts } from '../../support/stack/sign-in.ts';
import { mapConcurrently } from '../../support/attacks/raw-http.ts';
import { makeMedia } from '../../support/media/tiny-film.ts';
import { openUploads, type Uploads } from '../../support/worlds/uploading.ts';

const CANARY_TEXT = 'canary-9f27-must-not-leave';
/** Files processed concurrently; each mostly waits for queues. */
const AT_ONCE = 4;
/** Length of the canary in seconds; every hostile file that is converted is one second long. */
const CANARY_SECONDS = 7;

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let uploads: Uploads;
let token: string;
let trap: Server;
let connections = 0;
let lures: { readonly canary: string; readonly address: string };
let corpus: readonly HostileFile[];

beforeAll(async () => {
  trap = createServer((_request, response) => response.end('caught'));
  trap.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  // A cloud of its own: this file checks that nothing at all is left.
  stack = await startLocalStack();
  [accounts, api, operator] = [await openAccounts(stack), openApi(stack.url), openOperator(stack)];
  token = (await accounts.demo('admin')).token;
  uploads = openUploads(api, token);
  // A file that the converter's own user could read.
  const canary = join(stack.dataFolder, 'canary.mp4');
  writeFileSync(
    canary,
    makeMedia('canary.mp4', [
      '-f',
      'lavfi',
      '-i',
      `color=c=magenta:s=64x48:r=5:d=${CANARY_SECONDS}`,
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-metadata',
      `title=${CANARY_TEXT}`,
    ]),
  );
  lures = { canary, address: `127.0.0.1:${(trap.address() as AddressInfo).port}` };
  corpus = hostileCorpus(lures);
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
  trap.closeAllConnections();
  await new Promise((resolve) => trap.close(resolve));
});

const jobsOf = (contentId: string): readonly JobRecord[] => {
  const folder = join(stack.dataFolder, 'mediaconvert', 'jobs');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as JobRecord)
    .filter(({ userMetadata }) => userMetadata['contentId'] === contentId);
};
const uploadOf = async (contentId: string) =>
  (await operator.items()).find(({ pk, type }) => type === 'UPLOAD' && pk === `UPLOAD#${contentId}`);
const used = async (): Promise<number> =>
  (await api.call('catalog.list-creators', {}, token)).items.reduce((sum, { storage_used: bytes }) => sum + bytes, 0);
const sweep = async (): Promise<void> => {
  const { error } = (await (
    await fetch(`${stack.url}/_local/invoke/sweeper`, { method: 'POST', body: '{}' })
  ).json()) as { error: unknown };
  expect(error).toBeNull();
};
const stored = async (contentId: string): Promise<readonly string[]> =>
  [...(await operator.objects('uploads')), ...(await operator.objects('media'))].filter((name) =>
    name.includes(contentId),
  );

/**
 * Uploads a file without completing it, so that the pipeline handles it alone. Returns the reason of its rejection, or
 * undefined once it was converted.
 */
const process = async ({
  name,
  body,
}: HostileFile): Promise<{ readonly contentId: string; readonly reason: string | undefined }> => {
  const { contentId, s3Key } = await uploads.put(name, body);
  const upload = await waitFor(
    `the end of ${name}`,
    async () => {
      const found = await uploadOf(contentId);
      const isOver =
        found?.['conversion_status'] === 'completed' ||
        (found?.['conversion_status'] === 'failed' && jobsOf(contentId).length > 0);
      return found?.['state'] === 'aborted' || isOver ? found : undefined;
    },
    60_000,
  );
  if (upload['state'] !== 'aborted') return { contentId, reason: undefined };
  return { contentId, reason: problemOf(await uploads.complete(s3Key)).detail };
};

it('no hostile file reads another file, opens a connection or is converted when it should be rejected', async () => {
  let [rejected, converted, bytes, outputs] = [0, 0, 0, 0];
  const wrong: unknown[] = [];
  const reasons: string[] = [];
  const results = await mapConcurrently(corpus, async (file) => ({ file, ...(await process(file)) }), AT_ONCE);
  for (const { file, contentId, reason } of results) {
    const jobs = jobsOf(contentId);
    if (reason !== undefined || file.rejection) {
      if (!file.rejection?.test(reason ?? '') || jobs.length > 0)
        wrong.push([file.name, reason, jobs.map(({ status, errorMessage }) => [status, errorMessage])]);
      // Uploaders see the reason: it must contain no path, address or program name.
      expect(`${file.name}: ${reason}`).not.toMatch(/\/tmp|127\.0\.0\.1|ffmpeg|ffprobe|demuxer|Error:/);
      reasons.push(`${file.name}: ${reason}`);
      rejected += 1;
      continue;
    }
    expect([file.name, jobs.map(({ status, errorMessage }) => [status, errorMessage])]).toEqual([
      file.name,
      [['COMPLETE', undefined]],
    ]);
    const durations = jobs.flatMap(({ outputGroupDetails = [] }) =>
      outputGroupDetails.flatMap(({ outputDetails }) => outputDetails.map(({ durationInMs }) => durationInMs)),
    );
    expect([file.name, Math.max(...durations) < 2000]).toEqual([file.name, true]);
    for (const name of await stored(contentId)) {
      const [Key = ''] = name.split(' ');
      if (!Key.startsWith('media/')) continue;
      const { Body } = await operator.s3.send(new GetObjectCommand({ Bucket: operator.buckets.media, Key }));
      const output = Buffer.from((await Body?.transformToByteArray()) ?? []);
      expect([
        Key,
        output.includes(CANARY_TEXT),
        output.includes(lures.canary),
        output.includes(lures.address),
      ]).toEqual([Key, false, false, false]);
      [bytes, outputs] = [bytes + output.length, outputs + 1];
    }
    converted += 1;
  }
  console.info(
    `${corpus.length} hostile files: ${rejected} rejected with a reason and 0 jobs,`,
    `${converted} converted from their own bytes only (${outputs} outputs, ${bytes} bytes, 0 foreign),`,
    `${connections} connections\n${reasons.join('\n')}`,
  );
  expect(wrong).toEqual([]);
  expect(connections).toBe(0);
});

it('rejected files leave no object, no record and no quota', async () => {
  // Converted files are aborted too, so that everything must be removed.
  for (const { key, state } of (await operator.items()).filter(({ type }) => type === 'UPLOAD'))
    if (state !== 'aborted') await uploads.abort(String(key));
  const remaining = await waitFor('an empty stage', async () => {
    await sweep();
    const items = (await operator.items()).filter(
      ({ type, cleaned }) => ['CONTENT', 'ATTEMPT'].includes(String(type)) || (type === 'UPLOAD' && cleaned !== true),
    );
    const objects = [...(await operator.objects('uploads')), ...(await operator.objects('media'))];
    return items.length + objects.length + (await used()) === 0 ? [] : undefined;
  }).catch(async () => [
    await operator.objects('uploads'),
    await operator.objects('media'),
    await used(),
    (await operator.items()).map(({ pk, sk }) => `${String(pk)} ${String(sk)}`),
  ]);
  expect(remaining).toEqual([]);
});

it('an empty file is rejected when it is announced', async () => {
  const response = await api.request(
    'uploads.s3-upload-url',
    { body: { fileName: 'empty.mp4', fileType: 'video/mp4', fileSize: 0 } },
    token,
  );
  expect(problemOf(response).detail).toBe('The file is empty.');
});

it('control: an unconfined ffmpeg reads the canary and connects to the server', async () => {
  const run = (args: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      execFile(
        findMediaTools().ffprobe,
        ['-v', 'error', '-show_format', '-of', 'json', ...args],
        { timeout: 20_000 },
        (_error, output) => resolve(output),
      );
    });
  const lure = join(stack.dataFolder, 'lure.mp4');
  writeFileSync(lure, `ffconcat version 1.0\nfile canary.mp4\n`);
  const read = await run(['-safe', '0', lure]);
  const before = connections;
  writeFileSync(lure, `ffconcat version 1.0\nfile http://${lures.address}/a.mp4\n`);
  await run(['-safe', '0', '-protocol_whitelist', 'file,http,tcp', lure]);
  console.info(
    `control: the naive converter reads ${read.includes('concat') ? 'the canary' : 'nothing'}`,
    `and opens ${connections - before} connections`,
  );
  expect(read).toContain('concat');
  expect(connections).toBeGreaterThan(before);
});

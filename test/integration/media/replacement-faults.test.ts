import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { attemptId, LEASE_MS } from '../../../lambdas/domain/conversion/attempt.ts';
import { LEFTOVER_TIME_MS } from '../../../lambdas/domain/conversion/leftovers.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { MEDIA, UPLOADS } from '../../support/worlds/media-engines.ts';
import type { MediaFlow } from '../../support/worlds/media-flow.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import {
  startReplacementFlow,
  versionOf,
  type Allotted,
  type ReplacementTools,
} from '../../support/worlds/replacement.ts';
import { createCrashInjector, selectedMoments, type CrashInjector } from '../../support/worlds/crash-injector.ts';

const RUN_JOB = '../../../infra/local/services/mediaconvert/run-job.ts';
jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);
const encoder = jest.requireMock<ReturnType<typeof mockRunJob>>(RUN_JOB);

let flow: MediaFlow;
let crashes: CrashInjector;
let tools: ReplacementTools;
beforeAll(async () => {
  ({ flow, tools } = await startReplacementFlow());
  crashes = createCrashInjector(flow.aws);
});
afterAll(() => flow.stop());
afterEach(() => encoder.release());

describe('a crash at any call', () => {
  interface Trial {
    readonly first: Allotted;
    readonly second: Allotted;
    readonly work: () => Promise<boolean>;
  }

  /** The state after a trial, with its IDs replaced. */
  const stateAfter = async ({ first, second }: Trial): Promise<unknown> => {
    const { contentId } = first;
    const now = await tools.content(contentId);
    const uploads = await flow.uploads.list(contentId);
    const text = JSON.stringify({
      version: now.media_version,
      status: now.conversion_status,
      error: now.conversion_error,
      source: [now.source_key, now.source_version_id !== null],
      stills: now.public_stills_versions,
      poster: now.poster_url,
      uploads: uploads.map(({ key, state, cleaned = false }) => [key, state, cleaned]).sort(),
      stored: await tools.stored(contentId),
      held: await tools.quotaOf(contentId),
      attempts: (await flow.attempts.list(contentId))
        .map(({ attempt, state, removed_at: removed }) => [attempt, state, removed !== undefined])
        .sort(),
    });
    return JSON.parse(
      text
        .replaceAll(contentId, '<content>')
        .replaceAll(versionOf(first), '<first>')
        .replaceAll(versionOf(second), '<second>'),
    ) as unknown;
  };

  const heal = async ({ work }: Trial): Promise<void> => {
    flow.skip(LEASE_MS + 1);
    for (let tries = 1; !(await work()); tries += 1) {
      if (tries === 4) throw new Error('The message would go to the dead-letter queue');
      flow.skip(LEASE_MS + 1);
    }
    encoder.release();
    await tools.drain();
    await tools.settle();
  };

  const startReplacement = async (
    body = tools.longer,
  ): Promise<{ first: Allotted; second: Allotted; arrived: BridgeEvent }> => {
    const first = await tools.published();
    const second = await tools.store(body, first.contentId);
    return { first, second, arrived: tools.takeEvent('ingest') };
  };
  const swept = async (): Promise<boolean> =>
    flow.sweep().then(
      () => true,
      () => false,
    );

  it.each<[string, number, () => Promise<Trial>]>([
    [
      'ingest of the new file',
      9,
      async () => {
        const { arrived, ...files } = await startReplacement();
        return { ...files, work: () => flow.deliver('ingest', arrived) };
      },
    ],
    [
      'ingest of a new file that is not media',
      8,
      async () => {
        const { arrived, ...files } = await startReplacement(Buffer.alloc(500, 65));
        return { ...files, work: () => flow.deliver('ingest', arrived) };
      },
    ],
    [
      'the switch to the new file',
      10,
      async () => {
        const { arrived, ...files } = await startReplacement();
        await flow.deliver('ingest', arrived);
        await flow.mediaConvert.idle();
        const event = tools.takeEvent('conversion', 'COMPLETE');
        flow.queues.conversion.splice(0);
        return { ...files, work: () => flow.deliver('conversion', event) };
      },
    ],
    [
      'sweep of the old source',
      8,
      async () => {
        const { arrived, ...files } = await startReplacement();
        await flow.deliver('ingest', arrived);
        await tools.drain();
        return { ...files, work: swept };
      },
    ],
    [
      'sweep of the old renditions',
      8,
      async () => {
        const { arrived, ...files } = await startReplacement();
        await flow.deliver('ingest', arrived);
        await tools.drain();
        await flow.sweep();
        flow.skip(2 * LEFTOVER_TIME_MS);
        return { ...files, work: swept };
      },
    ],
  ])('leaves the same state: %s', async (name, least, prepare) => {
    const undisturbed = await prepare();
    const { calls } = await crashes.run('after', 0, undisturbed.work);
    await heal(undisturbed);
    const expected = await stateAfter(undisturbed);
    const moments = selectedMoments(name, calls);
    for (const { when, call } of moments) {
      const used = await flow.storageUsed();
      const trial = await prepare();
      const { crashed, calls: sent } = await crashes.run(when, call, trial.work);
      expect([name, when, call, crashed]).toEqual([name, when, call, true]);
      await heal(trial);
      expect([name, when, call, sent.at(-1), await stateAfter(trial)]).toEqual([
        name,
        when,
        call,
        sent.at(-1),
        expected,
      ]);
      expect((await flow.storageUsed()) - used).toBe(await tools.quotaOf(trial.first.contentId));
    }
    console.info(
      `${name}: ${calls.length} calls (${calls.join(', ')}); of ${moments.length} crashes,`,
      'all ended in the same state',
    );
    expect(calls.length).toBeGreaterThanOrEqual(least);
  });
});

it('removes the replaced files when an overdue job succeeds after its leftovers were removed', async () => {
  const { contentId } = await tools.published();
  await tools.restart(contentId);
  expect(await flow.deliver('ingest', tools.takeEvent('ingest'))).toBe(true);
  await flow.mediaConvert.idle();
  const late = tools.takeEvent('conversion', 'COMPLETE');
  await tools.settle();
  expect((await tools.content(contentId)).conversion_status).toBe('failed');

  expect(await flow.deliver('conversion', late)).toBe(true);
  await tools.drain();
  await tools.settle();
  const { conversion_status: status, media_version: version } = await tools.content(contentId);
  expect(status).toBe('completed');
  const folders = (await tools.stored(contentId)).filter((key) => key.startsWith('media'));
  expect(folders).toEqual([`media/${version}`]);
});

it('keeps the quota correct and published items playable under random operations', async () => {
  const seed = newSeed();
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const used = await flow.storageUsed();
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1) ids.push((await tools.published()).contentId);
  const deleted = new Set<string>();
  const counts: Record<string, number> = {};
  const turns = rounds('random operations', { quick: 30, full: 150 });
  for (let turn = 0; turn < turns; turn += 1) {
    const id = pick(ids);
    const act = pick([
      'replace',
      'replace',
      'replace bad',
      'announce',
      'restart',
      'event',
      'event',
      'event',
      'again',
      'sweep',
      'hour',
      'delete',
    ] as const);
    counts[act] = (counts[act] ?? 0) + 1;
    if (act === 'replace' || act === 'replace bad') {
      const body = act === 'replace' ? pick([tools.film, tools.longer]) : Buffer.alloc(500, 65);
      const { status, body: response } = await tools.announce(body, id);
      if (status === 200) await flow.s3.writeObject(UPLOADS, (response as Allotted).s3Key, body);
    } else if (act === 'announce') await tools.announce(tools.film, id);
    else if (act === 'restart') await tools.restart(id);
    else if (act === 'sweep') await flow.sweep();
    else if (act === 'hour') flow.skip(LEFTOVER_TIME_MS);
    else if (act === 'delete' && random() < 0.2) {
      deleted.add(id);
      await flow.call('DELETE /api/content/{id}', undefined, { params: { id } });
    } else if (act === 'again') {
      const event = pick(
        flow.seen.filter(({ source }) => source === 'aws.s3' || source === 'aws.mediaconvert').slice(-60),
      );
      if (event.source === 'aws.mediaconvert') await flow.deliver('conversion', event);
      else if (
        event['detail-type'] === 'Object Created' &&
        (event.detail as { object: { key: string } }).object.key.startsWith('uploads/')
      )
        await flow.deliver('ingest', event);
    } else if (act === 'event') {
      const queue = pick(
        (['ingest', 'conversion', 'deletion'] as const).filter((name) => flow.queues[name].length > 0).concat('ingest'),
      );
      const [event] = flow.queues[queue].splice(Math.floor(random() * flow.queues[queue].length), 1);
      if (event && !(await flow.deliver(queue, event))) flow.queues[queue].push(event);
    }
    for (const each of ids) {
      const now = await flow.records.get(each, { consistent: true });
      if (!now || now.deleted_at !== undefined) continue;
      if (!now.media_version || !flow.s3.statObject(MEDIA, `media/${each}/${now.media_version}/480/index.m3u8`))
        throw new Error(`seed ${seed}, turn ${turn} (${act}): ${each} cannot be played`);
      if (!flow.s3.statObject(UPLOADS, now.source_key))
        throw new Error(`seed ${seed}, turn ${turn} (${act}): ${each} lost its file`);
    }
  }
  for (let tries = 0; tries < 5; tries += 1) {
    flow.skip(LEASE_MS + 1);
    await flow.pump();
  }
  flow.skip(CLAIM_TIME_MS);
  await tools.settle();
  const remaining = ids.filter((id) => !deleted.has(id));
  let quota = 0;
  for (const id of remaining) {
    const now = await tools.content(id);
    quota += now.file_size;
    expect([seed, now.conversion_status === 'failed' || now.conversion_status === 'completed']).toEqual([seed, true]);
    expect([seed, (await tools.stored(id)).filter((key) => key.startsWith('uploads'))]).toEqual([
      seed,
      [`uploads/${now.source_key.split('/')[2]}`],
    ]);
    // A job can write files before it is canceled as overdue. They stay until the next attempt or the deletion, because
    // the job can still succeed.
    const current = (await flow.attempts.list(id)).find((attempt) => attemptId(attempt) === now.current_attempt);
    const unfinished = current?.failure === 'overdue' ? `media/${current.media_version}` : undefined;
    const folders = (await tools.stored(id)).filter((key) => key.startsWith('media') && key !== unfinished);
    expect([seed, folders]).toEqual([seed, [`media/${now.media_version}`]]);
  }
  for (const id of deleted) expect([seed, await tools.stored(id), await flow.uploads.list(id)]).toEqual([seed, [], []]);
  expect([seed, (await flow.storageUsed()) - used]).toEqual([seed, quota]);
  console.info(
    `seed ${seed}: ${turns} turns`,
    counts,
    `${remaining.length} of ${ids.length} items remain; all were playable after every turn`,
  );
});

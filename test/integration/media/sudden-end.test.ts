import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { LEASE_MS } from '../../../lambdas/domain/conversion/attempt.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { createConverter } from '../../../lambdas/platform/converter.ts';
import { MEDIA, UPLOADS, startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { makeNaiveJob } from '../../support/worlds/naive-job.ts';
import type { rehearse } from '../../support/worlds/rehearsed-jobs.ts';
import { createSuddenEnd, type SuddenEnd } from '../../support/worlds/sudden-end.ts';
import { tinyFilm } from '../../support/media/tiny-film.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';

const RUN_JOB = '../../../infra/local/services/mediaconvert/run-job.ts';
jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () => {
  const { runJob } = jest.requireActual<{ runJob: Parameters<typeof rehearse>[0] }>(
    '../../../infra/local/services/mediaconvert/run-job.ts',
  );
  return jest.requireActual<{ rehearse: typeof rehearse }>('../../support/worlds/rehearsed-jobs.ts').rehearse(runJob);
});
const encoder = jest.requireMock<ReturnType<typeof rehearse>>(RUN_JOB);

jest.setTimeout(300_000);

const UPLOAD = 'POST /api/functions/s3-upload-url';
const DAY_MS = 86_400_000;
type QueueName = 'ingest' | 'conversion' | 'deletion';

let flow: MediaFlow;
let sudden: SuddenEnd;
let film: Buffer;
beforeAll(async () => {
  film = tinyFilm();
  flow = await startMediaFlow();
  sudden = createSuddenEnd(flow.aws);
  // The first job is run for real; the others are given its results.
  await made(await store(film));
  await flow.pump();
});
afterAll(() => flow.stop());

interface Allotted {
  readonly contentId: string;
  readonly s3Key: string;
}

const store = async (body: Buffer, fileName = 'film.flv', fileSize = body.length): Promise<Allotted> => {
  const { body: allotted } = await flow.call(UPLOAD, { fileName, fileType: '', fileSize });
  await flow.s3.writeObject(UPLOADS, (allotted as Allotted).s3Key, body);
  return allotted as Allotted;
};
/** Makes the content, which is to be published once it is ready. */
const made = async (allotted: Allotted): Promise<string> => {
  expect((await flow.call(UPLOAD, { action: 'complete', s3Key: allotted.s3Key })).status).toBe(200);
  expect(
    (
      await flow.call('POST /api/content', {
        s3Key: allotted.s3Key,
        title: 'A film',
        contentType: 'video',
        status: 'published',
      })
    ).status,
  ).toBe(201);
  return allotted.contentId;
};
const take = (queue: QueueName, type?: string): BridgeEvent => {
  const at = flow.queues[queue].findIndex(
    ({ detail }) => type === undefined || (detail as { status?: string }).status === type,
  );
  const [event] = flow.queues[queue].splice(Math.max(0, at), 1);
  if (!event) throw new Error(`Nothing waits in ${queue}`);
  return event;
};
const converted = async (): Promise<string> => {
  const id = await made(await store(film));
  expect(await flow.pump()).toBe(0);
  return id;
};
const restart = (contentId: string) => flow.call('POST /api/functions/aws-conversion-v3', { contentId, restart: true });
/** A running job: its events wait. */
const submitted = async (id: string): Promise<string> => {
  await flow.deliver('ingest', take('ingest'));
  return id;
};
/** A finished job whose last report waits. */
const finished = async (id: string): Promise<BridgeEvent> => {
  await submitted(id);
  await flow.mediaConvert.idle();
  const event = take('conversion', 'COMPLETE');
  flow.queues.conversion.splice(0);
  return event;
};

/** Every key under which something of a content is stored, in whatever version. */
const storedOf = async (id: string): Promise<readonly string[]> => {
  const places = [
    [UPLOADS, 'uploads'],
    [MEDIA, 'media'],
    [MEDIA, 'posters'],
  ] as const;
  const lists = await Promise.all(
    places.map(([Bucket, folder]) =>
      flow.s3Client.send(new ListObjectVersionsCommand({ Bucket, Prefix: `${folder}/${id}/` })),
    ),
  );
  return [
    ...new Set(
      lists.flatMap(({ Versions = [], DeleteMarkers = [] }) =>
        [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key),
      ),
    ),
  ].sort();
};

/** Everything that is left of a content, with its ids replaced by what they are. */
const picture = async (id: string, s3Key: string): Promise<unknown> => {
  const [content, upload, attempts] = await Promise.all([
    flow.records.get(id, { consistent: true }),
    flow.uploads.get(id),
    flow.attempts.list(id),
  ]);
  const { Uploads: unfinished = [] } = await flow.s3Client.send(
    new ListMultipartUploadsCommand({ Bucket: UPLOADS, Prefix: `uploads/${id}/` }),
  );
  const jobs = flow.mediaConvert
    .jobs()
    .filter(({ userMetadata }) => userMetadata['contentId'] === id)
    .map(({ status, userMetadata }) => `${userMetadata['attempt']} ${status}`);
  const facts = (of: typeof content | typeof upload) =>
    of && {
      conversion: of.conversion_status,
      error: of.conversion_error,
      progress: of.conversion_progress,
      source: of.source_version_id === null ? null : 'known',
      version: of.media_version,
      tier: of.top_tier,
    };
  const text = JSON.stringify({
    content: content && {
      ...facts(content),
      status: content.status,
      thumbnail: content.thumbnail_url,
      stills: content.public_stills_versions,
      deleted: content.deleted_at !== undefined,
    },
    upload: upload && {
      ...facts(upload),
      state: upload.state,
      cleaned: upload.cleaned ?? false,
      refusal: upload.refusal,
    },
    attempts: attempts
      .map(({ state, failure, reason, playlists, attempt, media_version: version }) => ({
        attempt,
        state,
        failure,
        reason,
        playlists: playlists && [playlists.state, playlists.runs],
        version,
      }))
      .sort((a, b) => a.attempt - b.attempt),
    jobs: jobs.sort(),
    unfinished: unfinished.length,
    stored: await storedOf(id),
  });
  return JSON.parse(text.replaceAll(id, '<content>').replaceAll(s3Key.split('/')[2] ?? '', '<upload>')) as unknown;
};

interface Trial {
  readonly contentId: string;
  readonly s3Key: string;
  /** What the function is given; undefined for the sweeper. */
  readonly message?: readonly [queue: QueueName, event: BridgeEvent];
}
type Prepare = () => Promise<Trial>;

const run = async ({ message }: Trial): Promise<boolean> => {
  if (message) return flow.deliver(...message);
  return flow.sweep().then(
    () => true,
    () => false,
  );
};

/** Queue and schedule try again until nothing is left to do; as often as the queue would. */
const heal = async (trial: Trial): Promise<void> => {
  // The queue hides a message for longer than a claim is held, and than the converter keeps its token.
  flow.skip(LEASE_MS + 1);
  for (let tries = 1; !(await run(trial)); tries += 1) {
    if (tries === 4) throw new Error('The message would come to the dead-letter queue');
    flow.skip(LEASE_MS + 1);
  }
  encoder.release();
  if ((await flow.pump()) > 0) throw new Error('A message is stuck');
  await flow.sweep();
  if ((await flow.pump()) > 0) throw new Error('A message is stuck after sweeping');
};

/** Ends the function before and after each of its calls, and compares what becomes of it with an undisturbed run. */
const endEverywhere = async (name: string, prepare: Prepare): Promise<number> => {
  let used = await flow.storageUsed();
  /** Bytes of quota that a trial holds in the end. */
  const held = async (): Promise<number> => {
    const before = used;
    used = await flow.storageUsed();
    return used - before;
  };
  const undisturbed = await prepare();
  const { calls } = await sudden.during('after', 0, () => run(undisturbed));
  await heal(undisturbed);
  const wanted = [await held(), await picture(undisturbed.contentId, undisturbed.s3Key)];
  for (const when of ['before', 'after'] as const) {
    for (let call = 1; call <= calls.length; call += 1) {
      const trial = await prepare();
      const { ended, calls: sent } = await sudden.during(when, call, () => run(trial));
      expect([name, when, call, ended]).toEqual([name, when, call, true]);
      await heal(trial);
      expect([name, when, call, sent.at(-1), await held(), await picture(trial.contentId, trial.s3Key)]).toEqual([
        name,
        when,
        call,
        sent.at(-1),
        ...wanted,
      ]);
    }
  }
  console.info(
    `${name}: ended before and after each of ${calls.length} calls (${calls.join(', ')}): ${2 * calls.length} of ${2 * calls.length} came to the same end`,
  );
  return calls.length;
};

afterEach(async () => {
  // Nothing of one case may be swept in the next.
  encoder.release();
  flow.skip(2 * CLAIM_TIME_MS + DAY_MS);
  await flow.sweep();
  await flow.pump();
  await flow.sweep();
});

const trialOf = async (allotted: Allotted, message?: Trial['message']): Promise<Trial> => ({
  ...allotted,
  ...(message ? { message } : {}),
});

describe('the ingest worker', () => {
  it.each<[string, number, Prepare]>([
    [
      'a new file of a content',
      8,
      async () => {
        const file = await store(film);
        await made(file);
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
    [
      'a file that the converter probes',
      9,
      async () => {
        const file = await store(tinyWav(), 'song.wav');
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
    [
      'a file over another, whose job runs',
      10,
      async () => {
        encoder.hold();
        const file = await store(film);
        await made(file);
        await submitted(file.contentId);
        await flow.s3.writeObject(UPLOADS, file.s3Key, film);
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
    [
      'a restart',
      8,
      async () => {
        const file = await store(film);
        await made(file);
        await flow.pump();
        await restart(file.contentId);
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
    [
      'a file that is no media',
      6,
      async () => {
        const file = await store(Buffer.alloc(film.length, 65));
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
    [
      'a file for nobody',
      2,
      async () => {
        const file = await store(film);
        await flow.call(UPLOAD, { action: 'abort', s3Key: file.s3Key });
        await flow.s3.writeObject(UPLOADS, file.s3Key, film);
        flow.queues.ingest.shift();
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
  ])('leaves the same after an end at any call: %s', async (name, least, prepare) => {
    expect(await endEverywhere(`ingest of ${name}`, prepare)).toBeGreaterThanOrEqual(least);
  });

  it('beside it: a worker that makes the job and then notes it makes two', async () => {
    const file = await store(film);
    const event = take('ingest');
    await flow.deliver('ingest', event);
    let noted = false;
    const naive = async (): Promise<void> => {
      if (noted) return;
      // Two calls: it reads what to make, and makes it.
      await makeNaiveJob(flow, file.s3Key, 'v1');
      await flow.aws.around('PutItem', async () => (noted = true));
    };
    const before = flow.mediaConvert.jobs().length;
    await sudden.during('after', 2, naive);
    await naive();
    const jobs = flow.mediaConvert.jobs().length - before;
    console.info(`control: the naive worker that ended after it made the job made ${jobs} jobs for ${file.contentId}`);
    expect(jobs).toBe(2);
    await flow.pump();
  });
});

describe('the conversion worker', () => {
  it.each<[string, number, Prepare]>([
    [
      'a success, to be published',
      10,
      async () => {
        const file = await store(film);
        const event = await finished(await made(file));
        return trialOf(file, ['conversion', event]);
      },
    ],
    [
      'a success of a second attempt',
      12,
      async () => {
        const file = await store(film);
        await made(file);
        await flow.pump();
        await restart(file.contentId);
        return trialOf(file, ['conversion', await finished(file.contentId)]);
      },
    ],
    [
      'a canceled job',
      3,
      async () => {
        encoder.hold();
        const file = await store(film);
        await submitted(await made(file));
        const job = flow.mediaConvert.jobs().find(({ userMetadata }) => userMetadata['contentId'] === file.contentId);
        await createConverter(flow.converterClient).cancelJob(job?.id ?? '');
        return trialOf(file, ['conversion', take('conversion', 'CANCELED')]);
      },
    ],
    [
      'playlists that are written again',
      4,
      async () => {
        const file = await store(film);
        await made(file);
        await flow.pump();
        expect(
          (
            await flow.call('POST /api/content/{id}/steps/{step}', undefined, {
              params: { id: file.contentId, step: 'ready' },
            })
          ).status,
        ).toBe(202);
        return trialOf(file, ['conversion', take('conversion')]);
      },
    ],
  ])('leaves the same after an end at any call: %s', async (name, least, prepare) => {
    expect(await endEverywhere(`conversion of ${name}`, prepare)).toBeGreaterThanOrEqual(least);
  });
});

describe('the deletion worker', () => {
  it.each<[string, number, Prepare]>([
    [
      'a published content',
      10,
      async () => {
        const file = await store(film);
        await made(file);
        await flow.pump();
        await flow.call('DELETE /api/content/{id}', undefined, { params: { id: file.contentId } });
        return trialOf(file, ['deletion', take('deletion')]);
      },
    ],
    [
      'a content whose second job runs, with parts beside its file',
      12,
      async () => {
        const file = await store(film);
        await made(file);
        await flow.pump();
        await restart(file.contentId);
        encoder.hold();
        await submitted(file.contentId);
        await flow.s3Client.send(
          new CreateMultipartUploadCommand({ Bucket: UPLOADS, Key: `uploads/${file.contentId}/other` }),
        );
        await flow.call('DELETE /api/content/{id}', undefined, { params: { id: file.contentId } });
        return trialOf(file, ['deletion', take('deletion')]);
      },
    ],
  ])('leaves nothing after an end at any call: %s', async (name, least, prepare) => {
    expect(await endEverywhere(`deletion of ${name}`, prepare)).toBeGreaterThanOrEqual(least);
  });
});

describe('the sweeper', () => {
  it.each<[string, number, Prepare]>([
    [
      'an abandoned upload with renditions',
      8,
      async () => {
        const file = await store(film);
        await flow.pump();
        flow.skip(CLAIM_TIME_MS + 1000);
        return trialOf(file);
      },
    ],
    [
      'an abandoned upload in parts',
      8,
      async () => {
        const { body } = await flow.call(UPLOAD, {
          action: 'create',
          fileName: 'film.flv',
          fileType: '',
          fileSize: film.length,
        });
        flow.skip(CLAIM_TIME_MS + 1000);
        return trialOf(body as Allotted);
      },
    ],
    [
      'an overdue conversion',
      8,
      async () => {
        encoder.hold();
        const file = await store(film);
        await submitted(await made(file));
        flow.queues.conversion.splice(0);
        flow.skip(CLAIM_TIME_MS);
        return trialOf(file);
      },
    ],
    [
      'a removal whose event was lost',
      6,
      async () => {
        const id = await converted();
        const upload = await flow.uploads.get(id);
        await flow.call('DELETE /api/content/{id}', undefined, { params: { id } });
        flow.queues.deletion.splice(0);
        flow.skip(DAY_MS);
        return trialOf({ contentId: id, s3Key: upload?.key ?? '' });
      },
    ],
  ])('leaves the same after an end at any call: %s', async (name, least, prepare) => {
    expect(await endEverywhere(`sweep of ${name}`, prepare)).toBeGreaterThanOrEqual(least);
  });
});

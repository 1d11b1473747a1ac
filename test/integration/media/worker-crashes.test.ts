import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { createConverter } from '../../../lambdas/platform/converter.ts';
import { UPLOADS, type QueueName } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { createNaiveJob } from '../../support/worlds/naive-job.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import { createCrashInjector, type CrashInjector } from '../../support/worlds/crash-injector.ts';
import { tinyFilm } from '../../support/media/tiny-film.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { crashEverywhere, type Prepare, type Trial } from './support/crash-trials.ts';

const RUN_JOB = '../../../infra/local/services/mediaconvert/run-job.ts';
jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);
const encoder = jest.requireMock<ReturnType<typeof mockRunJob>>(RUN_JOB);

const UPLOAD = 'POST /api/functions/s3-upload-url';
const DAY_MS = 86_400_000;

let flow: MediaFlow;
let crashes: CrashInjector;
let film: Buffer;
beforeAll(async () => {
  film = tinyFilm();
  flow = await startMediaFlow();
  crashes = createCrashInjector(flow.aws);
  // The first job really runs; the others get its results.
  await made(await store(film));
  await flow.pumpAll();
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
/** Creates an item that will be published once it is ready. Returns its ID. */
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
  await flow.pumpAll();
  return id;
};
const restart = (contentId: string) => flow.call('POST /api/functions/aws-conversion-v3', { contentId, restart: true });
/** Starts a job whose events stay in the queue. */
const submitted = async (id: string): Promise<string> => {
  await flow.deliver('ingest', take('ingest'));
  return id;
};
/** Runs a job to its end and returns its last event, which is not delivered. */
const finished = async (id: string): Promise<BridgeEvent> => {
  await submitted(id);
  await flow.mediaConvert.idle();
  const event = take('conversion', 'COMPLETE');
  flow.queues.conversion.splice(0);
  return event;
};

afterEach(async () => {
  // Nothing of one case may be swept in the next.
  encoder.release();
  flow.skip(2 * CLAIM_TIME_MS + DAY_MS);
  await flow.sweep();
  await flow.pumpAll();
  await flow.sweep();
});

const trialOf = async (allotted: Allotted, message?: Trial['message']): Promise<Trial> => ({
  ...allotted,
  ...(message ? { message } : {}),
});

describe('the ingest worker', () => {
  it.each<[string, number, Prepare]>([
    [
      'a new file of an item',
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
      'a file that overwrites another whose job runs',
      1,
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
        await flow.pumpAll();
        await restart(file.contentId);
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
    [
      'a file that is not media',
      6,
      async () => {
        const file = await store(Buffer.alloc(film.length, 65));
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
    [
      'a file of an aborted upload',
      2,
      async () => {
        const file = await store(film);
        await flow.call(UPLOAD, { action: 'abort', s3Key: file.s3Key });
        await flow.s3.writeObject(UPLOADS, file.s3Key, film);
        flow.queues.ingest.shift();
        return trialOf(file, ['ingest', take('ingest')]);
      },
    ],
  ])('ends in the same state after a crash at any call: %s', async (name, least, prepare) => {
    expect(await crashEverywhere({ flow, crashes, encoder }, `ingest of ${name}`, prepare)).toBeGreaterThanOrEqual(
      least,
    );
  });

  it('control: a worker that creates the job before it records it creates two', async () => {
    const file = await store(film);
    const event = take('ingest');
    await flow.deliver('ingest', event);
    let recorded = false;
    const naive = async (): Promise<void> => {
      if (recorded) return;
      // Two calls: it creates the job, then records it.
      await createNaiveJob(flow, file.s3Key, 'v1');
      await flow.aws.around('PutItem', async () => (recorded = true));
    };
    const before = flow.mediaConvert.jobs().length;
    await crashes.run('after', 2, naive);
    await naive();
    const jobs = flow.mediaConvert.jobs().length - before;
    console.info(
      `control: the naive worker that crashed after creating the job created ${jobs} jobs for ${file.contentId}`,
    );
    expect(jobs).toBe(2);
    await flow.pumpAll();
  });
});

describe('the conversion worker', () => {
  it.each<[string, number, Prepare]>([
    [
      'a success that publishes',
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
        await flow.pumpAll();
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
        await flow.pumpAll();
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
  ])('ends in the same state after a crash at any call: %s', async (name, least, prepare) => {
    expect(await crashEverywhere({ flow, crashes, encoder }, `conversion of ${name}`, prepare)).toBeGreaterThanOrEqual(
      least,
    );
  });
});

describe('the deletion worker', () => {
  it.each<[string, number, Prepare]>([
    [
      'a published item',
      10,
      async () => {
        const file = await store(film);
        await made(file);
        await flow.pumpAll();
        await flow.call('DELETE /api/content/{id}', undefined, { params: { id: file.contentId } });
        return trialOf(file, ['deletion', take('deletion')]);
      },
    ],
    [
      'an item whose second job runs, with an unfinished upload',
      12,
      async () => {
        const file = await store(film);
        await made(file);
        await flow.pumpAll();
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
  ])('leaves nothing after a crash at any call: %s', async (name, least, prepare) => {
    expect(await crashEverywhere({ flow, crashes, encoder }, `deletion of ${name}`, prepare)).toBeGreaterThanOrEqual(
      least,
    );
  });
});

describe('the sweeper', () => {
  it.each<[string, number, Prepare]>([
    [
      'an abandoned upload with renditions',
      8,
      async () => {
        const file = await store(film);
        await flow.pumpAll();
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
  ])('ends in the same state after a crash at any call: %s', async (name, least, prepare) => {
    expect(await crashEverywhere({ flow, crashes, encoder }, `sweep of ${name}`, prepare)).toBeGreaterThanOrEqual(
      least,
    );
  });
});

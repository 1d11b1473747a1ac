import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { LEFTOVER_TIME_MS } from '../../../lambdas/domain/conversion/leftovers.ts';
import { MEDIA, UPLOADS } from './media-engines.ts';
import { startMediaFlow, type MediaFlow } from './media-flow.ts';
import { makeMedia, tinyFilm } from '../media/tiny-film.ts';

const UPLOAD = 'POST /api/functions/s3-upload-url';
const MINUTE = 60_000;

/** Where to upload an announced file. */
export interface Allotted {
  readonly contentId: string;
  readonly s3Key: string;
  readonly cloudFrontUrl: string;
}

/** The version of an upload's first renditions. */
export const versionOf = ({ s3Key }: Pick<Allotted, 's3Key'>): string => s3Key.split('/')[2] ?? '';

/** A film of three seconds, distinguishable from the one-second film. */
export const longerFilm = (): Buffer =>
  makeMedia('longer.flv', [
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=64x48:r=5:d=3',
    '-f',
    'lavfi',
    '-i',
    'sine=d=3:r=44100',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-ac',
    '2',
    '-t',
    '3',
  ]);

/** Operations for tests of file replacement. */
export const createReplacementTools = (flow: MediaFlow) => {
  const film = tinyFilm();
  const longer = longerFilm();
  const complete = (s3Key: string) => flow.call(UPLOAD, { action: 'complete', s3Key });
  const announce = (body: Buffer, contentId?: string, fileName = 'film.flv') =>
    flow.call(UPLOAD, { fileName, fileType: '', fileSize: body.length, ...(contentId ? { contentId } : {}) });
  const store = async (body: Buffer, contentId?: string, fileName?: string): Promise<Allotted> => {
    const { status, body: response } = await announce(body, contentId, fileName);
    expect(status).toBe(200);
    const allotted = response as Allotted;
    await flow.s3.writeObject(UPLOADS, allotted.s3Key, body);
    return allotted;
  };
  const drain = async (): Promise<void> => expect(await flow.pump()).toBe(0);
  return {
    film,
    longer,
    complete,
    announce,
    store,
    drain,
    /** Publishes a new item from the film. */
    async published(): Promise<Allotted> {
      const upload = await store(film);
      expect((await complete(upload.s3Key)).status).toBe(200);
      expect(
        (
          await flow.call('POST /api/content', {
            s3Key: upload.s3Key,
            title: 'A film',
            contentType: 'video',
            status: 'published',
          })
        ).status,
      ).toBe(201);
      await drain();
      return upload;
    },
    async content(id: string) {
      const found = await flow.records.get(id, { consistent: true });
      if (!found) throw new Error(`${id} does not exist`);
      return found;
    },
    restart: (contentId: string) => flow.call('POST /api/functions/aws-conversion-v3', { contentId, restart: true }),
    /** The response to a listener who opens an item or renews its playback. */
    play: async (contentId: string, playId?: string) =>
      (
        await flow.call(
          'POST /api/functions/get-media-url',
          { contentId, ...(playId ? { playId } : {}) },
          { who: 'listener' },
        )
      ).body as { url: string; play_id: string },
    takeEvent(queue: 'ingest' | 'conversion', status?: string): BridgeEvent {
      const at = flow.queues[queue].findIndex(
        ({ detail }) => status === undefined || (detail as { status?: string }).status === status,
      );
      const [event] = flow.queues[queue].splice(Math.max(0, at), 1);
      if (!event) throw new Error(`Nothing waits in ${queue}`);
      return event;
    },
    /**
     * Stored sources, rendition folders and public stills of an item. Hidden versions of stills are ignored because
     * the bucket's lifecycle rule deletes them.
     */
    async stored(id: string): Promise<readonly string[]> {
      const places = [
        [UPLOADS, 'uploads'],
        [MEDIA, 'media'],
        [MEDIA, 'posters'],
      ] as const;
      const lists = await Promise.all(
        places.map(async ([Bucket, folder]) => {
          const { Versions = [] } = await flow.s3Client.send(
            new ListObjectVersionsCommand({ Bucket, Prefix: `${folder}/${id}/` }),
          );
          const shown = Versions.filter(({ IsLatest }) => folder !== 'posters' || IsLatest);
          return shown.map(({ Key = '' }) => Key.split('/').slice(0, 3).join('/').replace(`/${id}`, ''));
        }),
      );
      return [...new Set(lists.flat())].sort();
    },
    /** Bytes of the uploads that count toward the storage quota, by their records. */
    quotaOf: async (id: string): Promise<number> =>
      (await flow.uploads.list(id)).reduce(
        (sum, { state, file_size: size }) => sum + (state === 'aborted' ? 0 : size),
        0,
      ),
    /** Sweeps repeatedly until every leftover is due for removal. */
    async settle(): Promise<void> {
      for (let hour = 0; hour < 3; hour += 1) {
        flow.skip(LEFTOVER_TIME_MS + MINUTE);
        await flow.sweep();
        await drain();
      }
    },
  };
};

export type ReplacementTools = ReturnType<typeof createReplacementTools>;

/** Starts a media flow with these operations. */
export const startReplacementFlow = async (): Promise<{
  readonly flow: MediaFlow;
  readonly tools: ReplacementTools;
}> => {
  const flow = await startMediaFlow();
  return { flow, tools: createReplacementTools(flow) };
};

import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { BridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { LEFTOVER_TIME_MS } from '../../../lambdas/domain/conversion/leftovers.ts';
import { MEDIA, startMediaFlow, UPLOADS, type MediaFlow } from './media-flow.ts';
import { makeMedia, tinyFilm } from '../media/tiny-film.ts';

const UPLOAD = 'POST /api/functions/s3-upload-url';
const MINUTE = 60_000;

/** Where an announced file goes. */
export interface Allotted {
  readonly contentId: string;
  readonly s3Key: string;
  readonly cloudFrontUrl: string;
}

/** Folder of the first renditions of an upload. */
export const versionOf = ({ s3Key }: Pick<Allotted, 's3Key'>): string => s3Key.split('/')[2] ?? '';

/** A film of three seconds, so that it can be told from the tiny one. */
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

/** What tests of replaced files do with the media path. */
export const openReplacing = (flow: MediaFlow) => {
  const film = tinyFilm();
  const longer = longerFilm();
  const complete = (s3Key: string) => flow.call(UPLOAD, { action: 'complete', s3Key });
  const announce = (body: Buffer, contentId?: string, fileName = 'film.flv') =>
    flow.call(UPLOAD, { fileName, fileType: '', fileSize: body.length, ...(contentId ? { contentId } : {}) });
  const store = async (body: Buffer, contentId?: string, fileName?: string): Promise<Allotted> => {
    const { status, body: answer } = await announce(body, contentId, fileName);
    expect(status).toBe(200);
    const allotted = answer as Allotted;
    await flow.s3.writeObject(UPLOADS, allotted.s3Key, body);
    return allotted;
  };
  const pumped = async (): Promise<void> => expect(await flow.pump()).toBe(0);
  return {
    film,
    longer,
    complete,
    announce,
    store,
    pumped,
    /** A published content of the film. */
    async published(): Promise<Allotted> {
      const made = await store(film);
      expect((await complete(made.s3Key)).status).toBe(200);
      expect(
        (
          await flow.call('POST /api/content', {
            s3Key: made.s3Key,
            title: 'A film',
            contentType: 'video',
            status: 'published',
          })
        ).status,
      ).toBe(201);
      await pumped();
      return made;
    },
    async content(id: string) {
      const found = await flow.records.get(id, { consistent: true });
      if (!found) throw new Error(`${id} is not there`);
      return found;
    },
    restart: (contentId: string) => flow.call('POST /api/functions/aws-conversion-v3', { contentId, restart: true }),
    /** What a listener is answered who opens a content, or goes on with it. */
    play: async (contentId: string, playId?: string) =>
      (
        await flow.call(
          'POST /api/functions/get-media-url',
          { contentId, ...(playId ? { playId } : {}) },
          { who: 'listener' },
        )
      ).body as { url: string; play_id: string },
    take(queue: 'ingest' | 'conversion', status?: string): BridgeEvent {
      const at = flow.queues[queue].findIndex(
        ({ detail }) => status === undefined || (detail as { status?: string }).status === status,
      );
      const [event] = flow.queues[queue].splice(Math.max(0, at), 1);
      if (!event) throw new Error(`Nothing waits in ${queue}`);
      return event;
    },
    /**
     * Sources and folders of renditions and public stills of a content that are stored; the bucket's own rule ends
     * hidden versions of stills.
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
    /** What the stored records say that is held. */
    heldBy: async (id: string): Promise<number> =>
      (await flow.uploads.list(id)).reduce(
        (sum, { state, file_size: size }) => sum + (state === 'aborted' ? 0 : size),
        0,
      ),
    /** Runs the schedule through the time in which everything that is left has to go. */
    async settle(): Promise<void> {
      for (let hour = 0; hour < 3; hour += 1) {
        flow.skip(LEFTOVER_TIME_MS + MINUTE);
        await flow.sweep();
        await pumped();
      }
    },
  };
};

export type Replacing = ReturnType<typeof openReplacing>;

/** A media path of its own with it. */
export const startReplacing = async (): Promise<{ readonly flow: MediaFlow; readonly on: Replacing }> => {
  const flow = await startMediaFlow();
  return { flow, on: openReplacing(flow) };
};

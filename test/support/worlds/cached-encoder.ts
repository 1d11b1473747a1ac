import { readFileSync } from 'node:fs';
import type { runJob } from '../../../infra/local/services/mediaconvert/run-job.ts';

type RunJob = typeof runJob;
type JobRun = Parameters<RunJob>[0];
type Details = Awaited<ReturnType<RunJob>>;
interface Written {
  readonly key: string;
  readonly body: Parameters<JobRun['store']['writeObject']>[2];
  readonly options: Parameters<JobRun['store']['writeObject']>[3];
}

interface CachedRun {
  readonly folder: string;
  readonly written: readonly Written[];
  readonly details: Details;
}

/** Folder of one attempt, the same for its renditions and for what the analysis needs. */
const FOLDER = /(?<=media\/)[^/]+\/[^/]+\//;
const folderOf = (run: JobRun): string => FOLDER.exec(JSON.stringify(run.settings.outputGroups))?.[0] ?? '';

/**
 * Replaces the encoder where a test needs many jobs but no distinct media. The first job of each kind really runs;
 * later ones with the same outputs get its results under their own keys. While the gate is closed, jobs wait unless
 * they are canceled.
 */
const createCachedEncoder = (actual: RunJob) => {
  const gate = { open: Promise.resolve(), release: (): void => undefined };
  const cache = new Map<string, Promise<CachedRun>>();

  const record = async (run: JobRun): Promise<CachedRun> => {
    const written: Written[] = [];
    const store: JobRun['store'] = {
      objectPath: (...place) => run.store.objectPath(...place),
      statObject: (...place) => run.store.statObject(...place),
      writeObject: (bucket, key, body, options) => {
        // The store can move a file, such as the sound for the analysis.
        const kept = typeof body === 'object' && 'file' in body ? readFileSync(body.file) : body;
        written.push({ key, body: kept, options });
        return run.store.writeObject(bucket, key, body, options);
      },
    };
    return { folder: folderOf(run), details: await actual({ ...run, store }), written };
  };

  const replay = async (run: JobRun, { folder, written, details }: CachedRun): Promise<Details> => {
    const own = folderOf(run);
    const bucket = /s3:\/\/([^/]+)\/media\//.exec(JSON.stringify(run.settings.outputGroups))?.[1] ?? '';
    for (const { key, body, options } of written) {
      if (!run.signal.aborted) await run.store.writeObject(bucket, key.replace(folder, own), body, options);
    }
    return JSON.parse(JSON.stringify(details).replaceAll(folder, own)) as Details;
  };

  return {
    runJob: async (run: JobRun): Promise<Details> => {
      await Promise.race([
        gate.open,
        new Promise((resolve) => run.signal.addEventListener('abort', resolve, { once: true })),
      ]);
      if (run.signal.aborted) throw new Error('The job was stopped');
      const kind = JSON.stringify(run.settings.outputGroups).replaceAll(folderOf(run), '');
      const known = cache.get(kind);
      if (known) return replay(run, await known);
      const first = record(run);
      cache.set(kind, first);
      // Only a success is cached.
      first.catch(() => cache.delete(kind));
      return (await first).details;
    },
    hold(): void {
      gate.open = new Promise((resolve) => (gate.release = resolve));
    },
    release: (): void => gate.release(),
  };
};

/**
 * The module `run-job.ts` with the cached encoder, for the factory of `jest.mock`. Jest moves such factories before the
 * imports of a test, so they can only require this.
 */
export const mockRunJob = () =>
  createCachedEncoder(
    jest.requireActual<{ runJob: RunJob }>('../../../infra/local/services/mediaconvert/run-job.ts').runJob,
  );

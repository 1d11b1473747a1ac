import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Stores each job in its own file. A save writes a new file and renames it, so that a crash leaves either the old or
 * the new state.
 */
export interface JobFiles<Job> {
  load(): Promise<readonly Job[]>;
  save(job: Job): Promise<void>;
  remove(job: Job): Promise<void>;
}

/** The job files of one folder. Writes run one after the other, in the order of their calls. */
export const createJobFiles = <Job extends { readonly id: string }>(folder: string): JobFiles<Job> => {
  let writing: Promise<void> = Promise.resolve();
  const fileOf = ({ id }: Job): string => path.join(folder, `${id}.json`);
  const afterOthers = (write: () => Promise<void>): Promise<void> => {
    writing = writing.catch(() => undefined).then(write);
    return writing;
  };
  return {
    async load() {
      await mkdir(folder, { recursive: true });
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      return Promise.all(names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Job));
    },
    save(job) {
      const text = JSON.stringify(job);
      const file = fileOf(job);
      return afterOthers(async () => {
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      });
    },
    remove: (job) => afterOthers(() => rm(fileOf(job), { force: true })),
  };
};

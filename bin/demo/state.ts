import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../../infra/local/start-error.ts';

/** Progress of one demo title. */
export interface TitleState {
  readonly contentId: string;
  readonly s3Key: string;
  /**
   * `made`: the content item exists, and users may change or delete it. `done`: the title was published once and is
   * never created again.
   */
  readonly stage: 'uploading' | 'made' | 'done';
}

const Stored = z.object({
  // A folder from before the demo catalog existed gets none.
  empty: z.boolean().default(true),
  seeded: z.boolean().default(true),
  titles: z
    .record(
      z.string(),
      z.object({ contentId: z.string(), s3Key: z.string(), stage: z.enum(['uploading', 'made', 'done']) }),
    )
    .default({}),
});

/** The demo state of a data folder. An interrupted start is resumed from it, and nothing is created twice. */
export interface DemoState {
  /** This folder gets no demo titles. */
  readonly empty: boolean;
  /** Whether accounts and categories were created. */
  isSeeded(): boolean;
  markSeeded(): void;
  title(key: string): TitleState | undefined;
  setTitle(key: string, state: TitleState): void;
}

/** Reads the file. A file cut short by a full disk or a power failure only proves that the folder was in use. */
const readStored = (file: string): z.infer<typeof Stored> => {
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return Stored.parse({});
  }
};

/**
 * Opens the demo state of a data folder. `empty` applies to a new folder. @throws StartError when `empty` is set for a
 * folder with demo titles
 */
export const openDemoState = (dataDir: string, empty: boolean): DemoState => {
  const file = join(dataDir, 'demo.json');
  const isNew = !existsSync(file);
  const stored = isNew ? { empty, seeded: false, titles: {} } : readStored(file);
  if (empty && !stored.empty) {
    throw new StartError(
      `${dataDir} contains the demo catalog. To start over without it, run npm start -- --reset --empty`,
    );
  }
  const save = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(stored));
    renameSync(`${file}.new`, file);
  };
  if (isNew) save();
  return {
    empty: stored.empty,
    isSeeded: () => stored.seeded,
    markSeeded() {
      stored.seeded = true;
      save();
    },
    title: (key) => stored.titles[key],
    setTitle(key, state) {
      stored.titles[key] = state;
      save();
    },
  };
};

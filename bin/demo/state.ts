import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../../infra/local/start-error.ts';

/** How far a title of the demo catalog came. */
export interface TitleState {
  readonly contentId: string;
  readonly s3Key: string;
  /**
   * `made` has a record that a person may change or remove; `done` was published once, and whatever becomes of it
   * stays.
   */
  readonly stage: 'uploading' | 'made' | 'done';
}

const Kept = z.object({
  // A folder that was begun before there was a catalog gets none.
  empty: z.boolean().default(true),
  seeded: z.boolean().default(true),
  titles: z
    .record(
      z.string(),
      z.object({ contentId: z.string(), s3Key: z.string(), stage: z.enum(['uploading', 'made', 'done']) }),
    )
    .default({}),
});

/**
 * What a data folder remembers of its demo content, so that a start which was interrupted is continued and nothing made
 * twice.
 */
export interface DemoState {
  /** No titles are wanted in this folder. */
  readonly empty: boolean;
  /** Accounts and categories are made. */
  isSeeded(): boolean;
  markSeeded(): void;
  title(key: string): TitleState | undefined;
  setTitle(key: string, state: TitleState): void;
}

/**
 * What a file says; one that was cut by a full disk or a computer that went off tells no more than that the folder was
 * begun.
 */
const readKept = (file: string): z.infer<typeof Kept> => {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return Kept.parse({});
  }
};

/**
 * Opens the memory of a data folder. `empty` decides for a new one. @throws StartError when titles were made and none
 * are wanted now
 */
export const openDemoState = (dataDir: string, empty: boolean): DemoState => {
  const file = join(dataDir, 'demo.json');
  const isNew = !existsSync(file);
  const kept = isNew ? { empty, seeded: false, titles: {} } : readKept(file);
  if (empty && !kept.empty) {
    throw new StartError(
      `${dataDir} was begun with the demo catalog. To begin anew without it: npm start -- --reset --empty`,
    );
  }
  const save = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(kept));
    renameSync(`${file}.new`, file);
  };
  if (isNew) save();
  return {
    empty: kept.empty,
    isSeeded: () => kept.seeded,
    markSeeded() {
      kept.seeded = true;
      save();
    },
    title: (key) => kept.titles[key],
    setTitle(key, state) {
      kept.titles[key] = state;
      save();
    },
  };
};

import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** How sources are watched. */
export interface WatchOptions {
  readonly root: string;
  /** Folders below `root`, watched with all that is in them. */
  readonly folders: readonly string[];
  /** Hears paths below `root`, with `/`, of what changed, came or went; once it has been quiet for `quietMs`. */
  readonly onChange: (paths: ReadonlySet<string>) => void;
  /** Hears why something cannot be watched. */
  readonly onError: (error: Error) => void;
  /** Editors write a file in several steps, and a branch change many files. @default 60 */
  readonly quietMs?: number;
}

/** What editors leave beside a file while they write it. */
const isScratch = (name: string): boolean =>
  name.startsWith('.') || name.endsWith('~') || name.endsWith('.tmp') || /^\d+$/.test(name);

/** The folders below one, itself included; none when it is no folder. */
const foldersIn = (folder: string): readonly string[] => {
  try {
    const below = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !isScratch(entry.name),
    );
    return [folder, ...below.flatMap(({ name }) => foldersIn(join(folder, name)))];
  } catch {
    return [];
  }
};

/**
 * Watches by the system's notifications, one watch a folder: a file that an editor replaces by another keeps being
 * watched, which a watch of the file itself loses. Costs nothing while nothing changes. Answers what ends it.
 */
export const watchSources = ({ root, folders, onChange, onError, quietMs = 60 }: WatchOptions): (() => void) => {
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const note = (path: string): void => {
    changed.add(relative(root, path).split(sep).join('/'));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = changed;
      changed = new Set();
      onChange(all);
    }, quietMs);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string): void => {
    for (const each of foldersIn(folder)) {
      if (watchers.has(each)) continue;
      try {
        const watcher = watch(each, (_event, name) => {
          if (name === null || isScratch(name)) return;
          const path = join(each, name);
          note(path);
          // A folder that went and came back under its name is another one.
          for (const known of [...watchers.keys()]) if (known === path || known.startsWith(path + sep)) forget(known);
          add(path);
        });
        watcher.on('error', () => forget(each));
        watchers.set(each, watcher);
      } catch (error) {
        onError(error as Error);
        return;
      }
    }
  };
  for (const folder of folders) add(join(root, folder));
  return () => {
    clearTimeout(timer);
    for (const folder of [...watchers.keys()]) forget(folder);
  };
};

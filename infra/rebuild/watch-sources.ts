import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface WatchOptions {
  readonly root: string;
  /** Folders in `root`, watched recursively. */
  readonly folders: readonly string[];
  /**
   * Called with the paths (relative to `root`, with `/`) that changed, appeared or disappeared, after `quietMs` without
   * another change.
   */
  readonly onChange: (paths: ReadonlySet<string>) => void;
  /** Called when a folder cannot be watched. */
  readonly onError: (error: Error) => void;
  /** Editors write a file in several steps, and a branch change many files. @default 60 */
  readonly quietMs?: number;
}

/** Temporary files that editors create while they write a file. */
const isScratch = (name: string): boolean =>
  name.startsWith('.') || name.endsWith('~') || name.endsWith('.tmp') || /^\d+$/.test(name);

/** A folder and all folders in it; none when it is not a folder. */
const foldersIn = (folder: string): readonly string[] => {
  try {
    const subfolders = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !isScratch(entry.name),
    );
    return [folder, ...subfolders.flatMap(({ name }) => foldersIn(join(folder, name)))];
  } catch {
    return [];
  }
};

/**
 * Watches with system notifications, one per folder: a watch on a file would be lost when an editor replaces the file.
 * Costs nothing while nothing changes. Returns a function that stops watching.
 */
export const watchSources = ({ root, folders, onChange, onError, quietMs = 60 }: WatchOptions): (() => void) => {
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const recordChange = (path: string): void => {
    changed.add(relative(root, path).split(sep).join('/'));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = changed;
      changed = new Set();
      onChange(all);
    }, quietMs);
  };
  const unwatch = (folder: string): void => {
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
          recordChange(path);
          // A folder that was deleted and created again needs a new watch.
          for (const known of [...watchers.keys()]) if (known === path || known.startsWith(path + sep)) unwatch(known);
          add(path);
        });
        watcher.on('error', () => unwatch(each));
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
    for (const folder of [...watchers.keys()]) unwatch(folder);
  };
};

/** Media files that are fetched before anybody asks for them. */

/** What a file tells whoever follows it. */
export interface FileFollower {
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onEnd: () => void;
  /** The rest does not come. */
  readonly onFailure: () => void;
}

/** One file on its way, or here. */
export interface WarmFile {
  /** Milliseconds on the clock of the page: asked for, answered, complete; 0 while that has not happened. */
  readonly times: { readonly start: number; readonly first: number; readonly end: number };
  /** Tells everything from the beginning: at once what is here, the rest as it comes. Answers how to turn away. */
  readonly follow: (follower: FileFollower) => () => void;
  /** Gives it up. */
  readonly abort: () => void;
}

/** Files by their address. Each is handed out once. */
export interface WarmMedia {
  /** Begins to fetch, all at once, what is not here or on its way. */
  readonly begin: (paths: readonly string[]) => void;
  /** The file, if it was begun, has not failed and was not taken before. It belongs to the taker from then on. */
  readonly take: (path: string) => WarmFile | undefined;
  /** The same for these files, and gives up all others that were not taken. */
  readonly only: (paths: readonly string[]) => void;
}

export interface WarmMediaParts {
  readonly fetch: typeof fetch;
  /** Milliseconds on the clock of the page. */
  readonly now: () => number;
  /** Against which paths are resolved. */
  readonly base: string;
}

interface Download extends WarmFile {
  readonly hasFailed: () => boolean;
}

const download = (url: string, { fetch: send, now }: WarmMediaParts): Download => {
  const aborter = new AbortController();
  const times = { start: now(), first: 0, end: 0 };
  const here: Uint8Array[] = [];
  let failed = false;
  let follower: FileFollower | null = null;

  const read = async () => {
    const response = await send(url, { signal: aborter.signal, credentials: 'same-origin', priority: 'high' });
    if (!response.ok || !response.body) throw new Error(`${response.status}`);
    times.first = now();
    const reader = response.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      here.push(chunk.value);
      follower?.onBytes(chunk.value);
    }
    times.end = now();
  };
  read().then(
    () => follower?.onEnd(),
    () => {
      failed = true;
      follower?.onFailure();
    },
  );
  return {
    times,
    hasFailed: () => failed,
    follow: (next) => {
      follower = next;
      const turnAway = () => {
        if (follower === next) follower = null;
      };
      for (const bytes of here) if (follower === next) next.onBytes(bytes);
      if (follower !== next) return turnAway;
      if (failed) next.onFailure();
      else if (times.end > 0) next.onEnd();
      return turnAway;
    },
    abort: () => aborter.abort(),
  };
};

/** Makes an empty store. */
export const createWarmMedia = (parts: WarmMediaParts): WarmMedia => {
  const files = new Map<string, Download>();
  const absolute = (path: string): string => new URL(path, parts.base).href;
  const begin = (paths: readonly string[]) => {
    for (const url of paths.map(absolute)) {
      const known = files.get(url);
      if (!known || known.hasFailed()) files.set(url, download(url, parts));
    }
  };
  return {
    begin,
    only: (paths) => {
      const wanted = new Set(paths.map(absolute));
      for (const [url, file] of files) {
        if (wanted.has(url)) continue;
        file.abort();
        files.delete(url);
      }
      begin(paths);
    },
    take: (path) => {
      const url = absolute(path);
      const file = files.get(url);
      files.delete(url);
      return file?.hasFailed() ? undefined : file;
    },
  };
};

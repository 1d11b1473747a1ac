/** Media files that are downloaded before they are requested. */

/** Receives a file while it downloads. */
export interface FileFollower {
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onEnd: () => void;
  /** The rest of the file will not arrive. */
  readonly onFailure: () => void;
}

/** One file that is downloading or complete. */
export interface WarmFile {
  /** Times of request, first byte and end, in milliseconds on the clock of the page; 0 until they occur. */
  readonly times: { readonly start: number; readonly first: number; readonly end: number };
  /**
   * Passes the whole file to `follower`: at once the bytes that have arrived, the rest as it arrives. Returns a
   * function that unsubscribes.
   */
  readonly follow: (follower: FileFollower) => () => void;
  /** Cancels the download. */
  readonly abort: () => void;
}

/** Files by URL. Each is handed out once. */
export interface WarmMedia {
  /** Starts to download, in parallel, the files that are not downloaded or downloading. */
  readonly begin: (paths: readonly string[]) => void;
  /** Removes and returns the file; undefined if it is unknown, has failed or was taken before. */
  readonly take: (path: string) => WarmFile | undefined;
  /** Like `begin`, and cancels all other files that were not taken. */
  readonly only: (paths: readonly string[]) => void;
}

export interface WarmMediaParts {
  readonly fetch: typeof fetch;
  /** Milliseconds on the clock of the page. */
  readonly now: () => number;
  /** Base URL for paths. */
  readonly base: string;
}

interface Download extends WarmFile {
  readonly hasFailed: () => boolean;
}

const download = (url: string, { fetch: send, now }: WarmMediaParts): Download => {
  const aborter = new AbortController();
  const times = { start: now(), first: 0, end: 0 };
  const received: Uint8Array[] = [];
  let failed = false;
  let follower: FileFollower | null = null;

  const read = async () => {
    const response = await send(url, { signal: aborter.signal, credentials: 'same-origin', priority: 'high' });
    if (!response.ok || !response.body) throw new Error(`${response.status}`);
    times.first = now();
    const reader = response.body.getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      received.push(chunk.value);
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
      const unfollow = () => {
        if (follower === next) follower = null;
      };
      for (const bytes of received) if (follower === next) next.onBytes(bytes);
      if (follower !== next) return unfollow;
      if (failed) next.onFailure();
      else if (times.end > 0) next.onEnd();
      return unfollow;
    },
    abort: () => aborter.abort(),
  };
};

/** Creates an empty store. */
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
      const kept = new Set(paths.map(absolute));
      for (const [url, file] of files) {
        if (kept.has(url)) continue;
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

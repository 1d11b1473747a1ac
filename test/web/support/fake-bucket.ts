/** One PUT request as the bucket receives it; the test decides its outcome. */
export interface FakePut {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob;
  readonly aborted: boolean;
  /** Reports the number of bytes sent so far. */
  progress(bytes: number): void;
  respond(status: number, options?: { statusText?: string; etag?: string | null; body?: string }): void;
  /** Breaks the connection. */
  fail(): void;
}

/** A fake S3 bucket behind XMLHttpRequest. */
export interface FakeBucket {
  readonly createRequest: () => XMLHttpRequest;
  /** Every PUT so far, in order. */
  readonly puts: FakePut[];
  /** If set, responds to every PUT automatically. */
  autoRespond: ((put: FakePut) => void) | undefined;
}

/** Creates a bucket that waits for the test to respond. */
export const createFakeBucket = (): FakeBucket => {
  const bucket: FakeBucket = {
    puts: [],
    autoRespond: undefined,
    createRequest: () => {
      const events = new EventTarget();
      const upload = new EventTarget();
      const headers: Record<string, string> = {};
      let url = '';
      let answer: { status: number; statusText: string; etag: string | null; body: string } = {
        status: 0,
        statusText: '',
        etag: null,
        body: '',
      };
      let ended = false;
      let aborted = false;
      const end = (type: string) => {
        if (ended) return;
        ended = true;
        events.dispatchEvent(new Event(type));
      };
      const request = {
        upload,
        get status() {
          return answer.status;
        },
        get statusText() {
          return answer.statusText;
        },
        get responseText() {
          return answer.body;
        },
        addEventListener: events.addEventListener.bind(events),
        open: (_method: string, to: string) => (url = to),
        setRequestHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
        getResponseHeader: (name: string) => (name.toLowerCase() === 'etag' ? answer.etag : null),
        abort: () => {
          aborted = true;
          end('abort');
        },
        send: (body: Blob) => {
          const put: FakePut = {
            url,
            headers,
            body,
            get aborted() {
              return aborted;
            },
            progress: (loaded) => upload.dispatchEvent(Object.assign(new Event('progress'), { loaded })),
            respond: (status, { statusText = '', etag = `"${url}"`, body: answered = '' } = {}) => {
              answer = { status, statusText, etag, body: answered };
              end('load');
            },
            fail: () => end('error'),
          };
          bucket.puts.push(put);
          if (bucket.autoRespond) queueMicrotask(() => bucket.autoRespond?.(put));
        },
      };
      return request as unknown as XMLHttpRequest;
    },
  };
  return bucket;
};

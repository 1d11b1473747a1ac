import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LOCAL_ACCOUNT } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import type { S3Engine } from '../engines/s3/types.ts';
import type { DeliveredRequest } from './delivery-metrics.ts';

/** Where the log of a distribution is delivered, and what it contains. */
export interface LogDelivery {
  readonly distributionId: string;
  readonly bucket: string;
  /** First part of the keys, without a slash at its end. */
  readonly prefix: string;
  /** The part after it, with `{yyyy}` and other placeholders. */
  readonly suffix: string;
  /** Names of `LOG_VALUES`. */
  readonly fields: readonly string[];
  readonly delimiter: string;
}

/** Writes the log files of distributions. */
export interface LogWriter {
  define(delivery: LogDelivery): void;
  /** Adds a request to the next file of its hour. */
  add(request: DeliveredRequest): void;
  /** Writes what was added since the last time. */
  flush(): Promise<void>;
  /** Ends without writing what is left: as on AWS, not every request reaches the log. */
  stop(): void;
}

/** CloudFront delivers several files an hour. */
const FLUSH_MS = 5 * 60_000;
const NONE = '-';

const zip = promisify(gzip);

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);
const isAborted = ({ result, status }: DeliveredRequest): boolean => result === 'Error' && status < 400;

/** The supported fields of CloudFront's log. */
const LOG_VALUES: Readonly<Record<string, (request: DeliveredRequest) => string>> = {
  date: ({ at }) => new Date(at).toISOString().slice(0, 10),
  time: ({ at }) => new Date(at).toISOString().slice(11, 19),
  'cs-method': ({ method }) => method,
  'cs-uri-stem': ({ path }) => path,
  'sc-status': ({ status }) => String(status).padStart(3, '0'),
  'sc-bytes': ({ bytes }) => String(bytes),
  'x-edge-result-type': ({ result }) => result,
  'x-edge-detailed-result-type': (request) => (isAborted(request) ? 'ClientCommError' : request.result),
  'time-to-first-byte': ({ firstByteMs }) => seconds(firstByteMs),
  // Nothing is in between on this machine.
  'origin-fbl': ({ result, firstByteMs }) =>
    result === 'Miss' || result === 'RefreshHit' ? seconds(firstByteMs) : NONE,
  // The viewer is on this machine.
  'c-country': () => NONE,
  'cache-behavior-path-pattern': ({ pattern }) => pattern,
};

/** The fields of a list that the local cloud cannot write. */
export const unsupportedFields = (fields: readonly string[]): readonly string[] =>
  fields.filter((field) => !Object.hasOwn(LOG_VALUES, field));

/** Fills the placeholders of a suffix path for an hour: `2026-11-28-13`. */
const suffixOf = ({ suffix, distributionId }: LogDelivery, hour: string): string => {
  const [yyyy = '', MM = '', dd = '', HH = ''] = hour.split('-');
  const values: Readonly<Record<string, string>> = {
    DistributionId: distributionId,
    accountid: LOCAL_ACCOUNT,
    yyyy,
    MM,
    dd,
    HH,
  };
  return suffix.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
};

/** The key of a new file, which says as little as CloudFront's: distribution, hour and eight random digits. */
export const logFileKey = (delivery: LogDelivery, hour: string): string =>
  [
    delivery.prefix,
    suffixOf(delivery, hour),
    `${delivery.distributionId}.${hour}.${randomBytes(4).toString('hex')}.gz`,
  ].join('/');

/** Creates a writer. Files are written five minutes of the clock after their first request. */
export const createLogWriter = (clock: Clock, s3: Pick<S3Engine, 'writeObject'>): LogWriter => {
  const deliveries: LogDelivery[] = [];
  /** Lines by delivery and hour. */
  let waiting = new Map<LogDelivery, Map<string, string[]>>();
  let cancel: (() => void) | undefined;
  let last: Promise<void> = Promise.resolve();

  const write = async (delivery: LogDelivery, hour: string, lines: readonly string[]): Promise<void> => {
    const header = ['#Version: 1.0', `#Fields: ${delivery.fields.join(' ')}`];
    const packed = await zip(`${[...header, ...lines].join('\n')}\n`);
    await s3.writeObject(delivery.bucket, logFileKey(delivery, hour), packed, { contentType: 'application/gzip' });
  };

  const writeWaiting = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    const files = [...waiting].flatMap(([delivery, hours]) =>
      [...hours].map(([hour, lines]) => ({ delivery, hour, lines })),
    );
    waiting = new Map();
    for (const { delivery, hour, lines } of files) await write(delivery, hour, lines);
  };

  /** After what is being written, so that all of it is in the bucket at the end. */
  const flush = (): Promise<void> => (last = last.catch(() => undefined).then(writeWaiting));

  return {
    define: (delivery) => void deliveries.push(delivery),
    add(request) {
      const hour = new Date(request.at).toISOString().slice(0, 13).replace('T', '-');
      for (const delivery of deliveries) {
        if (delivery.distributionId !== request.distributionId) continue;
        const line = delivery.fields.map((field) => LOG_VALUES[field]?.(request) ?? NONE).join(delivery.delimiter);
        const hours = waiting.get(delivery) ?? new Map<string, string[]>();
        const lines = hours.get(hour) ?? [];
        lines.push(line);
        waiting.set(delivery, hours.set(hour, lines));
        cancel ??= clock.after(FLUSH_MS, () => {
          flush().catch((error: unknown) => console.error('A log of the distribution was not written:', error));
        });
      }
    },
    flush,
    stop: () => cancel?.(),
  };
};

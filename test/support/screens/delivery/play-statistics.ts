import type {
  CreatorPlays,
  Delivered,
  PeriodNumbers,
  PlayNumbers,
  PlayTotals,
  Streams,
  TitlePlays,
} from '../../../../lambdas/contract/delivery/plays.ts';

/** The last day of the period, and the time up to which plays are counted. */
const LAST_DAY = '2030-02-14';
export const COUNTED_AT = `${LAST_DAY}T12:00:00.000Z`;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 28;
const HOURS = 24;
const PARTS = 100;

/** Numbers of 120 plays, of which 40 were measured. */
export const playNumbers = (over: Partial<PlayNumbers> = {}): PlayNumbers => ({
  plays: 120,
  measured_plays: 40,
  starts: 38,
  hours: 12.345,
  finish_rate: 0.5,
  exit_rate: 0.05,
  failure_rate: 0.025,
  failures: { network: 1 },
  startup_ms: { p50: 850, p95: 2300 },
  stall_ms: { p50: 400, p95: 1900 },
  stall_ratio: 0.004,
  switches: 1.5,
  definition: { '480': 0.25, '1080': 0.75 },
  ...over,
});

/** The same with too few measured plays for anything else. */
export const fewPlays = (measured: number): PlayNumbers => ({
  plays: 9,
  measured_plays: measured,
  starts: measured,
  hours: null,
  finish_rate: null,
  exit_rate: null,
  failure_rate: null,
  failures: null,
  startup_ms: null,
  stall_ms: null,
  stall_ratio: null,
  switches: null,
  definition: null,
});

const sent = (requests: number, bytes: number, cost_usd: number): NonNullable<Delivered> => ({
  requests,
  bytes,
  hours: 0,
  client_errors: 0,
  server_errors: 0,
  cost_usd,
});

const days: readonly PeriodNumbers[] = Array.from({ length: DAYS }, (_, index) => {
  const isMeasured = index % 3 === 0;
  return {
    period: new Date(Date.parse(LAST_DAY) + (index + 1 - DAYS) * DAY_MS).toISOString().slice(0, LAST_DAY.length),
    plays: index,
    measured_plays: isMeasured ? 6 : 1,
    starts: isMeasured ? 6 : 1,
    hours: isMeasured ? 1.25 : null,
    finish_rate: isMeasured ? 0.5 : null,
    delivered: isMeasured ? sent(300, 80 * 1024 ** 2, 0.0069) : null,
  };
});

const months: PeriodNumbers[] = [
  {
    period: '2030-01',
    plays: 2480,
    measured_plays: 900,
    starts: 880,
    hours: 201.5,
    finish_rate: 0.48,
    delivered: sent(61_000, 31 * 1024 ** 3, 2.696),
  },
];

const period = { from: '2030-01-18', to: LAST_DAY, time_zone: 'UTC', as_of: COUNTED_AT } as const;

/** The numbers of a report. */
const report = (): Omit<TitlePlays, 'content_id' | 'title'> => ({
  ...period,
  numbers: playNumbers(),
  retention: Array.from({ length: PARTS }, (_, part) => (part < 10 ? 1.2 : Number((1 - part / 200).toFixed(4)))),
  devices: [
    { name: 'phone', starts: 30, hours: 10 },
    { name: 'other', starts: 8, hours: 2.345 },
  ],
  countries: [
    { name: 'DE', starts: 20, hours: 8 },
    { name: 'US', starts: 12, hours: 3 },
  ],
  delivered: {
    ...sent(3000, 800 * 1024 ** 2, 0.0694),
    hours: 31.5,
    client_errors: 12,
    server_errors: 3,
    aborted: 12,
    hit_ratio: 0.925,
    response_ms: { p50: 40, p95: 310 },
  },
  days: [...days],
  months,
});

/** The numbers of a title. */
export const titlePlays = (contentId: string, over: Partial<TitlePlays> = {}): TitlePlays => ({
  content_id: contentId,
  title: 'Viper',
  ...report(),
  ...over,
});

/** The numbers of the titles of a creator. */
export const creatorPlays = (creatorId: string, over: Partial<CreatorPlays> = {}): CreatorPlays => ({
  creator_id: creatorId,
  name: 'Meadow',
  titles: 12,
  ...report(),
  ...over,
});

/** The numbers of the whole site. */
export const playTotals = (contentId: string, over: Partial<PlayTotals> = {}): PlayTotals => ({
  ...period,
  numbers: playNumbers(),
  change: {
    last: { from: '2030-01-17', to: '2030-02-13', plays: 120 },
    before: { from: '2029-12-20', to: '2030-01-16', plays: 100 },
  },
  delivered_month: sent(10_000, 3 * 1024 ** 3, 0.265),
  days: days.map((day) => ({ ...day, delivered: null })),
  months,
  top: [{ content_id: contentId, title: 'Viper', plays: 27 }],
  ...over,
});

/** Plays of the last 24 hours. */
export const streams = (over: Partial<Streams> = {}): Streams => ({
  last_hour: 23,
  last_24_hours: 276,
  hours: Array.from({ length: HOURS }, (_, index) => ({
    from: new Date(Date.parse(COUNTED_AT) + (index - HOURS) * HOUR_MS).toISOString(),
    plays: index,
  })),
  as_of: COUNTED_AT,
  ...over,
});

import { addInto, prefixed, withoutZeros, type Figures } from './figures.ts';
import type { BeatRow, PlayedRow } from './rows.ts';

/** What is counted by device and country within a title and the whole site. */
const BY_SOURCE = ['starts', 'watched_s'] as const;

/** The sums of the rows of one window and shard. */
export interface WindowSums {
  /** Plays that were started. */
  readonly plays: number;
  readonly titles: ReadonlyMap<string, Figures>;
  readonly creators: ReadonlyMap<string, Figures>;
  readonly site: Figures;
  readonly devices: ReadonlyMap<string, Figures>;
  readonly countries: ReadonlyMap<string, Figures>;
}

const bySource = ({ figures, device, country }: BeatRow): Figures => {
  const counted = Object.fromEntries(
    BY_SOURCE.flatMap((name) => {
      const value = figures[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    ...prefixed(`device.${device}`, counted),
    ...(country === null ? {} : prefixed(`country.${country}`, counted)),
  };
};

/** The retention curve is shown for titles and creators only. */
const withoutParts = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => !name.startsWith('part.')));

type Sums = Map<string, Record<string, number>>;

const addTo = (sums: Sums, name: string, ...all: readonly Figures[]): void => {
  const sum = sums.get(name) ?? {};
  sums.set(name, sum);
  for (const figures of all) addInto(sum, figures);
};

const settled = (sums: Sums): ReadonlyMap<string, Figures> =>
  new Map([...sums].map(([name, sum]) => [name, withoutZeros(sum)]));

/** Adds up the rows of one window and shard, page by page. */
export const createWindowSums = () => {
  let plays = 0;
  const titles: Sums = new Map();
  const creators: Sums = new Map();
  const devices: Sums = new Map();
  const countries: Sums = new Map();
  const site: Record<string, number> = {};

  return {
    played(rows: readonly PlayedRow[]): void {
      plays += rows.length;
      for (const { content_id: id, creator_id: creator } of rows) {
        addTo(titles, id, { plays: 1 });
        if (creator !== undefined) addTo(creators, creator, { plays: 1 });
      }
      addInto(site, { plays: rows.length });
    },
    beats(rows: readonly BeatRow[]): void {
      for (const row of rows) {
        const all = withoutParts(row.figures);
        const sources = bySource(row);
        addTo(titles, row.content_id, row.figures, sources);
        if (row.creator_id !== undefined) addTo(creators, row.creator_id, row.figures, sources);
        addTo(devices, row.device, all);
        if (row.country !== null) addTo(countries, row.country, all);
        addInto(site, all);
        addInto(site, sources);
      }
    },
    sums: (): WindowSums => ({
      plays,
      titles: settled(titles),
      creators: settled(creators),
      site: withoutZeros(site),
      devices: settled(devices),
      countries: settled(countries),
    }),
  };
};

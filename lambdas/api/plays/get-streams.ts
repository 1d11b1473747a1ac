import { endpoints } from '../../contract/index.ts';
import { WINDOW_MS } from '../../domain/delivery/plays/windows.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Returns how many plays were started in the last hour and day, up to the last window that is counted. */
export const getStreams = ({ statistics, now }: PlaysDeps) =>
  route(endpoints['plays.get-streams'], async () => {
    const asOf = await statistics.asOf();
    const end = asOf === undefined ? now() : Date.parse(asOf);
    const windows = await statistics.streams(end - HOURS * HOUR_MS, end - WINDOW_MS);
    const playsFrom = (from: number): number =>
      windows
        .filter(({ period }) => Date.parse(period) >= from && Date.parse(period) < from + HOUR_MS)
        .reduce((sum, { figures }) => sum + (figures['plays'] ?? 0), 0);
    const hours = Array.from({ length: HOURS }, (_, index) => end - (HOURS - index) * HOUR_MS).map((from) => ({
      from: new Date(from).toISOString(),
      plays: playsFrom(from),
    }));
    return {
      status: 200,
      body: {
        last_hour: hours.at(-1)?.plays ?? 0,
        last_24_hours: hours.reduce((sum, { plays }) => sum + plays, 0),
        hours,
        as_of: asOf ?? null,
      },
    };
  });

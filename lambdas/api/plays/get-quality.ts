import { DEVICES } from '../../contract/delivery/play-kinds.ts';
import { endpoints } from '../../contract/index.ts';
import { sumOfPeriods } from '../../data/delivery/play-statistics-reader.ts';
import type { Subject } from '../../data/delivery/play-statistics-entities.ts';
import { bySource, numbersOf } from '../../domain/delivery/plays/play-numbers.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { daysOf, periodOf, SITE } from './periods.ts';

/** Countries in the report, so that it costs the same wherever listeners are. */
const COUNTRIES_SHOWN = 20;

/** Returns how well titles play, by device and country. */
export const getQuality = (deps: PlaysDeps) =>
  route(endpoints['plays.get-quality'], async ({ query }) => {
    const range = daysOf(deps, query.days);
    const figuresOf = async (subject: Subject) =>
      sumOfPeriods(await deps.statistics.days(subject, range[0] ?? '', range.at(-1) ?? ''));
    const site = await figuresOf(SITE);
    const countries = (bySource(site, 'country') ?? [])
      .filter(({ name }) => name !== 'other')
      .slice(0, COUNTRIES_SHOWN);
    return {
      status: 200,
      body: {
        ...(await periodOf(deps, range)),
        site: numbersOf(site),
        devices: await Promise.all(
          DEVICES.map(async (device) => ({
            device,
            numbers: numbersOf(await figuresOf({ dimension: 'DEVICE', value: device })),
          })),
        ),
        countries: await Promise.all(
          countries.map(async ({ name: country }) => ({
            country,
            numbers: numbersOf(await figuresOf({ dimension: 'COUNTRY', value: country })),
          })),
        ),
      },
    };
  });

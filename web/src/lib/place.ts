/** Milliseconds that the browser may take to find out where it is (specification, section 7). */
const WITHIN_MS = 5_000;
/** Milliseconds for which an earlier answer of the browser is good enough. */
const KNOWN_FOR_MS = 60 * 60_000;

/** A position on the map, in degrees. */
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** One decimal of a degree, about 11 km: nothing more precise leaves the browser. */
const rounded = (degrees: number): number => Math.round(degrees * 10) / 10;

/**
 * Asks the browser for the approximate place of this device, which asks its user the first time. Undefined when the
 * user denies it or the browser does not know.
 */
export const readPlace = (): Promise<Place | undefined> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      () => resolve(undefined),
      { timeout: WITHIN_MS, maximumAge: KNOWN_FOR_MS },
    );
  });

const onAxis = (degrees: number, [positive, negative]: readonly [string, string]): string =>
  `${Math.abs(degrees).toFixed(1)}° ${degrees < 0 ? negative : positive}`;

/** A place for people: `48.2° N, 16.4° E`. */
export const formatPlace = ({ latitude, longitude }: Place): string =>
  `${onAxis(latitude, ['N', 'S'])}, ${onAxis(longitude, ['E', 'W'])}`;

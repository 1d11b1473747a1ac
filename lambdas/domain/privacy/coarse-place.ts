import type { Place } from '../../contract/people/sessions.ts';

/** One decimal of a degree: about 11 km. The addition turns -0 into 0. */
const rounded = (degrees: number): number => Math.round(degrees * 10) / 10 + 0;

/** A place without the part that names a street or a house. */
export const coarsePlace = ({ latitude, longitude }: Place): Place => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude),
});

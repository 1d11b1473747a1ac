import { useAgeTime } from '../use-age-time.ts';
import { formatAge } from './format.ts';

/** Describes how old timestamps are. */
export const useAge = (): ((timestamp: string) => string) => {
  const now = useAgeTime();
  return (timestamp) => formatAge(timestamp, now);
};

import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { positionsQuery, type Progress } from './api.ts';

/** The playback positions of the signed-in user, by content id; undefined until they are loaded. */
export const usePositions = (): ReadonlyMap<string, Progress> | undefined => {
  const { me } = useAuth();
  return useQuery({ ...positionsQuery(useApi()), enabled: me !== undefined }).data;
};

import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { positionsQuery, type Progress } from './api.ts';

/** Where the signed-in person left contents, by their ids; undefined until it is known. */
export const usePositions = (): ReadonlyMap<string, Progress> | undefined => {
  const { me } = useAuth();
  return useQuery({ ...positionsQuery(useApi()), enabled: me !== undefined }).data;
};

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { factorsQuery } from './api.ts';
import { securityTexts } from './texts.ts';

/** Runs one action on the factors at a time, and refetches them. `failure` is the reason why the last one failed. */
export const useFactorAction = () => {
  const api = useApi();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const run = async <T>(name: string, action: () => Promise<T>): Promise<T | undefined> => {
    if (busy !== null) return undefined;
    setBusy(name);
    setFailure(null);
    try {
      return await action();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : securityTexts.section.failed);
      return undefined;
    } finally {
      setBusy(null);
      void queries.invalidateQueries({ queryKey: factorsQuery(api).queryKey });
    }
  };

  return { api, busy, failure, run, clearFailure: () => setFailure(null) };
};

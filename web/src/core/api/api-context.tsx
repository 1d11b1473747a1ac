import { createContext, useContext, type ReactNode } from 'react';
import type { ApiClient } from '../../lib/api/api-client.ts';

const ApiContext = createContext<ApiClient | null>(null);

/** Provides the typed API client. */
export const ApiProvider = ({ api, children }: { readonly api: ApiClient; readonly children: ReactNode }) => (
  <ApiContext value={api}>{children}</ApiContext>
);

/** The typed API client. */
export const useApi = (): ApiClient => {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi must be used within an ApiProvider');
  return api;
};

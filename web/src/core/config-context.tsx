import { createContext, useContext } from 'react';
import type { AppConfig } from '../../../lambdas/contract/config.ts';

/** What this stage is. */
export const ConfigContext = createContext<AppConfig | null>(null);

/** What this stage is: region, catalog switch, live channel. */
export const useConfig = (): AppConfig => {
  const config = useContext(ConfigContext);
  if (config === null) throw new Error('useConfig must be used within the application');
  return config;
};

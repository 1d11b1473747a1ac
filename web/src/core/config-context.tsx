import { createContext, useContext } from 'react';
import type { AppConfig } from '../../../lambdas/contract/config.ts';

/** The configuration of this stage. */
export const ConfigContext = createContext<AppConfig | null>(null);

/** The configuration of this stage: region, catalog visibility, live channel, languages. */
export const useConfig = (): AppConfig => {
  const config = useContext(ConfigContext);
  if (config === null) throw new Error('useConfig must be used within the application');
  return config;
};

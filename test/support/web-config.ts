import type { AppConfig } from '../../lambdas/contract/config.ts';

/** A configuration of the web application, for tests. */
export const testConfig: AppConfig = {
  stage: 'test',
  region: 'us-east-1',
  userPoolId: 'us-east-1_test0001',
  userPoolClientId: 'test-client',
  userPoolEndpoint: null,
  apiBase: '/api',
  wsUrl: null,
  publicCatalog: false,
  passkeys: true,
  phones: true,
  speechLanguages: ['en-US', 'pt-BR', 'nl-NL'],
};

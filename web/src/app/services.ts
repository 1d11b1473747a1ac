import type { QueryClient } from '@tanstack/react-query';
import type { AppConfig } from '../../../lambdas/contract/config.ts';
import { createAuthSession, type AuthSession } from '../core/auth/auth-session.ts';
import { ME_KEY } from '../core/auth/me-query.ts';
import { createLiveHub, type LiveHub } from '../core/live/live-hub.ts';
import { createTheme, type Theme } from '../core/theme/theme.ts';
import { createToastStore, type ToastStore } from '../core/toast/toast-store.ts';
import { LOCAL_POSITIONS_KEY } from '../features/player/resume/local-positions.ts';
import { createApiClient, type ApiClient } from '../lib/api/api-client.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import type { CognitoClient } from '../lib/auth/cognito.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { deviceStore, onDeviceStoreChange } from '../lib/storage.ts';

/** Services that live outside React, as long as the page. */
export interface Services {
  readonly config: AppConfig;
  readonly clock: Clock;
  readonly session: AuthSession;
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly toasts: ToastStore;
  readonly theme: Theme;
  readonly live: LiveHub;
}

/** Dependencies that tests replace. */
export interface ServiceParts {
  readonly clock?: Clock;
  readonly loadCognito?: (config: AppConfig) => Promise<CognitoClient>;
  readonly hasStoredSession?: () => boolean;
}

const loadAmplify = async (config: AppConfig) => (await import('../lib/auth/cognito.ts')).createCognitoClient(config);

/** Creates the page's services. */
export const createServices = (config: AppConfig, parts: ServiceParts = {}): Services => {
  const clock = parts.clock ?? systemClock;
  /** The storage key under which Amplify records the last user on this device. */
  const sessionKey = `CognitoIdentityServiceProvider.${config.userPoolClientId}.LastAuthUser`;
  const loadCognito = parts.loadCognito ?? loadAmplify;
  const session = createAuthSession({
    loadCognito: () => loadCognito(config),
    hasStoredSession: parts.hasStoredSession ?? (() => deviceStore.get(sessionKey) !== null),
  });
  onDeviceStoreChange((key) => {
    // Another tab signed in or out.
    if (key === sessionKey || key === null) void session.resolve();
  });
  session.subscribe(() => {
    // The next user of this device must not see the playback positions of this one.
    if (session.get() === 'signed-out') deviceStore.remove(LOCAL_POSITIONS_KEY);
  });
  const queries = createQueryClient();
  return {
    config,
    clock,
    session,
    api: createApiClient({
      accessToken: session.accessToken,
      onSessionLost: session.drop,
      // The role may have changed: refetch it, so that screens this user may no longer open close without a live event.
      onDenied: () => void queries.invalidateQueries({ queryKey: ME_KEY }),
    }),
    queries,
    toasts: createToastStore(clock),
    theme: createTheme(),
    live: createLiveHub(),
  };
};

import type { QueryClient } from '@tanstack/react-query';
import type { AppConfig } from '../../../lambdas/contract/config.ts';
import { hasUnsavedChanges } from '../core/unsaved/unsaved-changes.ts';
import { createAuthSession, type AuthSession } from '../core/auth/auth-session.ts';
import { ME_KEY } from '../core/auth/me-query.ts';
import { createStepUp, type StepUp } from '../core/auth/step-up.ts';
import { createLiveHub, type LiveHub } from '../core/live/live-hub.ts';
import { createSessionSignals, type SessionSignals } from '../core/sessions/session-signals.ts';
import { sessionOfToken } from '../core/sessions/token-session.ts';
import { createTheme, type Theme } from '../core/theme/theme.ts';
import { createToastStore, type ToastStore } from '../core/toast/toast-store.ts';
import { LOCAL_POSITIONS_KEY } from '../features/player/resume/local-positions.ts';
import { BEHAVIOR_KEY } from '../features/sessions/behavior/storage-key.ts';
import { createApiClient, type ApiClient } from '../lib/api/api-client.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import type { CognitoClient } from '../lib/auth/cognito.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import type { RenewSession } from '../lib/auth/reauthentication.ts';
import { deviceStore, onDeviceStoreChange } from '../lib/storage.ts';

/** Services that live outside React, as long as the page. */
export interface Services {
  readonly config: AppConfig;
  readonly clock: Clock;
  readonly session: AuthSession;
  readonly signals: SessionSignals;
  readonly stepUp: StepUp;
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly toasts: ToastStore;
  readonly theme: Theme;
  readonly live: LiveHub;
}

/** Dependencies that tests replace. */
export interface ServiceParts {
  readonly clock?: Clock;
  readonly loadCognito?: (config: AppConfig, renewSession: RenewSession) => Promise<CognitoClient>;
  readonly hasStoredSession?: () => boolean;
}

const loadAmplify = async (config: AppConfig, renewSession: RenewSession) =>
  (await import('../lib/auth/cognito.ts')).createCognitoClient(config, renewSession);

/** Loaded when a user confirms, which few do. */
const renewSession: RenewSession = async (...input) => (await import('./renew-session.ts')).renewSession(...input);

/** Milliseconds that signing out waits for what is still to be saved, and then for the end of the session. */
const SIGN_OUT_WITHIN_MS = 3_000;

/** Creates the page's services. */
export const createServices = (config: AppConfig, parts: ServiceParts = {}): Services => {
  const clock = parts.clock ?? systemClock;
  /** The storage key under which Amplify records the last user on this device. */
  const tokenPrefix = `CognitoIdentityServiceProvider.${config.userPoolClientId}.`;
  const sessionKey = `${tokenPrefix}LastAuthUser`;
  const stepUp = createStepUp();
  const loadCognito = parts.loadCognito ?? loadAmplify;
  const session = createAuthSession({
    loadCognito: () => loadCognito(config, renewSession),
    hasInput: hasUnsavedChanges,
    hasStoredSession: parts.hasStoredSession ?? (() => deviceStore.get(sessionKey) !== null),
    endSession: async (token) => {
      const waited = new Promise<void>((resolve) => clock.after(SIGN_OUT_WITHIN_MS, resolve));
      await Promise.race([signals.onLeaving(), waited]);
      const sessionId = sessionOfToken(token);
      if (sessionId === undefined) return;
      const signal = AbortSignal.timeout(SIGN_OUT_WITHIN_MS);
      await api.call('sessions.end-session', { params: { sessionId } }, { signal });
    },
  });
  const toasts = createToastStore(clock);
  const signals = createSessionSignals(session, toasts);
  onDeviceStoreChange((key) => {
    // Another tab signed in or out.
    if (key === sessionKey || key === null) void session.resolve();
    // Another tab has new tokens, perhaps because the user confirmed there: denied calls try them.
    if (key?.startsWith(tokenPrefix) && key.endsWith('.accessToken')) stepUp.finish(true);
  });
  session.subscribe(() => {
    // The next user of this device must not see the playback positions of this one, or what was counted.
    if (session.get() !== 'signed-out') return;
    deviceStore.remove(LOCAL_POSITIONS_KEY);
    deviceStore.remove(BEHAVIOR_KEY);
    stepUp.finish(false);
  });
  const queries = createQueryClient();
  const api = createApiClient({
    accessToken: session.accessToken,
    onSessionLost: signals.onLost,
    onSessionLimit: () => signals.limited.set(true),
    onStepUp: stepUp.request,
    // The role may have changed: refetch it, so that screens this user may no longer open close without a live event.
    onDenied: () => void queries.invalidateQueries({ queryKey: ME_KEY }),
  });
  return {
    config,
    clock,
    session,
    signals,
    stepUp,
    api,
    queries,
    toasts,
    theme: createTheme(),
    live: createLiveHub(),
  };
};

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { ApiProvider } from '../core/api/api-context.tsx';
import { recoverableQueries } from '../core/api/recoverable-queries.ts';
import { AuthProvider } from '../core/auth/auth-context.tsx';
import { recoverableSession } from '../core/auth/auth-session.ts';
import { StepUpContext } from '../core/auth/step-up-context.tsx';
import { ClockContext } from '../core/clock-context.tsx';
import { ConfigContext } from '../core/config-context.tsx';
import { LiveProvider } from '../core/live/live-context.tsx';
import { SessionProvider } from '../core/sessions/session-context.tsx';
import { ThemeProvider } from '../core/theme/theme-button.tsx';
import { ToastProvider } from '../core/toast/toast-context.tsx';
import { GlobalUploadProvider } from '../core/uploads/global-upload.tsx';
import { recoverAutomatically } from '../lib/recovery.ts';
import type { Services } from './services.ts';

/** Repeats what failed as soon as the service is available again. */
const useRecovery = ({ queries, session, clock }: Services): void => {
  useEffect(() => {
    const stops = [recoverableQueries(queries), recoverableSession(session)].map((recoverable) =>
      recoverAutomatically(recoverable, clock),
    );
    return () => stops.forEach((stop) => stop());
  }, [queries, session, clock]);
};

/** Provides the page's services to the component tree. */
export const Providers = ({ services, children }: { readonly services: Services; readonly children: ReactNode }) => {
  useRecovery(services);
  return (
    <ConfigContext value={services.config}>
      <ClockContext value={services.clock}>
        <ThemeProvider theme={services.theme}>
          <ToastProvider store={services.toasts}>
            <QueryClientProvider client={services.queries}>
              <ApiProvider api={services.api}>
                <AuthProvider session={services.session}>
                  <StepUpContext value={services.stepUp}>
                    <LiveProvider hub={services.live}>
                      <SessionProvider signals={services.signals}>
                        <GlobalUploadProvider>{children}</GlobalUploadProvider>
                      </SessionProvider>
                    </LiveProvider>
                  </StepUpContext>
                </AuthProvider>
              </ApiProvider>
            </QueryClientProvider>
          </ToastProvider>
        </ThemeProvider>
      </ClockContext>
    </ConfigContext>
  );
};

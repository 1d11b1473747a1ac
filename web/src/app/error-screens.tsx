import { useEffect, useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { useClock } from '../core/clock-context.tsx';
import { paths } from '../core/paths.ts';
import { Button, buttonClass } from '../ui/actions/button.tsx';
import { hasUnsavedChanges } from '../core/unsaved/unsaved-changes.ts';
import { isChunkFailure } from '../lib/chunk-failure.ts';
import { ConfigError } from '../lib/config.ts';
import { LoadingState } from '../ui/feedback/loading-state.tsx';
import { MessagePage } from '../ui/layout/page/message-page.tsx';
import { reloadFor, reloadWhenAvailable, shouldReloadFor } from './chunk-reload.ts';
import { appTexts } from './texts.ts';

/** Shown when a chunk could not be downloaded offline. Reloads the page when the network returns. */
const OfflineScreen = ({ framed }: { readonly framed: boolean }) => {
  useEffect(() => {
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <MessagePage framed={framed} title={appTexts.offlineTitle} text={appTexts.offlineText} />;
};

/**
 * Replaces a screen that threw. With `framed`, the layout around the screen stays. If a chunk failed to download, the
 * page reloads once, because a deployment may have replaced it, and again when the chunk is available. It does not
 * reload while another part of the page has unsaved input.
 */
export const RouteErrorScreen = ({ framed = false }: { readonly framed?: boolean }) => {
  const error = useRouteError();
  const [reloading] = useState(() => shouldReloadFor(error) && !hasUnsavedChanges());
  const [offline] = useState(() => isChunkFailure(error) && !navigator.onLine);
  useEffect(() => {
    console.error(error);
    if (reloading) reloadFor(error);
  }, [error, reloading]);
  const clock = useClock();
  useEffect(
    () =>
      isChunkFailure(error) && !reloading && !offline && !hasUnsavedChanges()
        ? reloadWhenAvailable(error, clock)
        : undefined,
    [error, reloading, offline, clock],
  );
  if (reloading) return <LoadingState label={appTexts.loading} />;
  if (offline) return <OfflineScreen framed={framed} />;
  return (
    <MessagePage framed={framed} title={appTexts.errorTitle} text={appTexts.errorText}>
      <Button onClick={() => window.location.reload()}>{appTexts.reload}</Button>
      <Link to={paths.home} reloadDocument className={buttonClass({ variant: 'secondary' })}>
        {appTexts.goHome}
      </Link>
    </MessagePage>
  );
};

/** Shown while the site's configuration can't be downloaded, is missing or invalid. */
export const ConfigErrorScreen = ({ error }: { readonly error: unknown }) => (
  <MessagePage
    title={appTexts.configTitle}
    text={error instanceof ConfigError && error.isUnavailable ? appTexts.unavailableText : appTexts.configText}
  >
    <Button onClick={() => window.location.reload()}>{appTexts.reload}</Button>
  </MessagePage>
);

/** Shown when no route matches the address. */
export const NotFoundScreen = () => (
  <MessagePage title={appTexts.notFoundTitle} text={appTexts.notFoundText}>
    <Link to={paths.home} className={buttonClass({})}>
      {appTexts.goHome}
    </Link>
  </MessagePage>
);

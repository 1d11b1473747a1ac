import { useEffect, useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { paths } from '../core/paths.ts';
import { Button, buttonClass } from '../ui/actions/button.tsx';
import { LoadingState } from '../ui/feedback/loading-state.tsx';
import { MessagePage } from '../ui/layout/message-page.tsx';
import { isChunkFailure, mayReloadFor, reloadFor } from './chunk-reload.ts';
import { appTexts } from './texts.ts';

/** Where a part could not be fetched without a network: it is, as soon as there is one. */
const OfflineScreen = ({ framed }: { readonly framed: boolean }) => {
  useEffect(() => {
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <MessagePage framed={framed} title={appTexts.offlineTitle} text={appTexts.offlineText} />;
};

/**
 * What stands where a screen threw, `framed` within what stays around it. A part that a deployment removed is fetched
 * anew by one reload.
 */
export const RouteErrorScreen = ({ framed = false }: { readonly framed?: boolean }) => {
  const error = useRouteError();
  const [reloading] = useState(() => mayReloadFor(error));
  const [offline] = useState(() => isChunkFailure(error) && !navigator.onLine);
  useEffect(() => {
    console.error(error);
    if (reloading) reloadFor(error);
  }, [error, reloading]);
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

/** The site has no usable configuration. */
export const ConfigErrorScreen = () => (
  <MessagePage title={appTexts.configTitle} text={appTexts.configText}>
    <Button onClick={() => window.location.reload()}>{appTexts.reload}</Button>
  </MessagePage>
);

/** No screen has this address. */
export const NotFoundScreen = () => (
  <MessagePage title={appTexts.notFoundTitle} text={appTexts.notFoundText}>
    <Link to={paths.home} className={buttonClass({})}>
      {appTexts.goHome}
    </Link>
  </MessagePage>
);

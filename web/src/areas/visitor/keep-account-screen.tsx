import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { keepAccountTexts as texts } from '../../features/data-requests/texts.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button, buttonClass } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { MessagePage } from '../../ui/layout/page/message-page.tsx';

/** A code of the API that means that repeating the call does not help. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'code_rejected' || error.code === 'validation_failed');

/** Where the link in the email about an erasure leads. Only the button withdraws it: mail programs open links. */
export const KeepAccountScreen = () => {
  const api = useApi();
  const [token] = useState(useLocation().hash.slice(1));
  const keep = useMutation({
    mutationFn: () => api.call('data-requests.withdraw-request', { body: { token } }),
  });
  if (keep.isSuccess)
    return (
      <MessagePage framed title={texts.keptTitle} text={texts.keptText}>
        <Link to={paths.auth} className={buttonClass({})}>
          {texts.signIn}
        </Link>
      </MessagePage>
    );
  if (isFinal(keep.error)) return <MessagePage framed title={texts.lateTitle} text={texts.lateText} />;
  return (
    <MessagePage framed title={texts.title} text={texts.lead}>
      {keep.isError && (
        <Notice tone="danger" alert>
          <p>{texts.failed}</p>
        </Notice>
      )}
      <Button busy={keep.isPending} onClick={() => keep.mutate()}>
        {texts.keep}
      </Button>
    </MessagePage>
  );
};

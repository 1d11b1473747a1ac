import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestType } from '../../../../lambdas/contract/people/data-requests.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { OWN_REQUESTS_KEY, ownRequestsQuery } from './api.ts';
import { dataRequestTexts as texts } from './texts.ts';

/** The current user's requests, and what they can do. After a request for erasure, the user is signed out. */
export const useDataRequests = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { signOut } = useAuth();
  const { show } = useToast();
  const list = useQuery(ownRequestsQuery(api));
  const fail = (description: string) => show({ title: texts.failedTitle, description, variant: 'destructive' });
  const ask = useMutation({
    mutationFn: (request_type: RequestType) => api.call('data-requests.create-request', { body: { request_type } }),
    onSuccess: ({ request_type: type, held_since: held }) => {
      if (type === 'export') return queries.invalidateQueries({ queryKey: OWN_REQUESTS_KEY });
      show({ title: texts.asked, description: held === null ? texts.askedText : texts.askedHeldText });
      return signOut();
    },
    onError: (error) => {
      const isLastAdmin = error instanceof ApiError && error.code === 'last_admin';
      fail(isLastAdmin ? texts.lastAdmin : texts.askFailed);
    },
  });
  const download = useMutation({
    mutationFn: (id: string) => api.call('data-requests.get-download', { params: { id } }),
    // The response has a file name, so the browser saves it and the screen stays.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: () => fail(texts.downloadFailed),
  });
  return { list, ask, download };
};

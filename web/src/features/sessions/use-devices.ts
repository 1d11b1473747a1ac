import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { sessionsQuery } from './api.ts';
import { createSessionsCheck, type SessionsCheck } from './sessions-check.ts';
import { sessionTexts } from './texts.ts';

/** Milliseconds after loading at which the device is checked (specification, section 9). */
const DEVICE_CHECK_MS = 3_000;

/** Recognizes this device, and reports that it is new. */
const useDeviceCheck = (): void => {
  const api = useApi();
  const clock = useClock();
  const { show } = useToast();
  const recognize = useEffectEvent(async () => {
    const { changed } = await api.call('sessions.recognize-device', {});
    if (changed) show({ ...sessionTexts.deviceChange, variant: 'destructive' });
  });
  useEffect(
    // Without a response, the next visit recognizes the device.
    () => clock.after(DEVICE_CHECK_MS, () => void recognize().catch(() => undefined)),
    [clock],
  );
};

/** Keeps the list of sessions current, and reports too many. Returns the list. */
const useSessionsCheck = (userId: string) => {
  const api = useApi();
  const clock = useClock();
  const queries = useQueryClient();
  const { show } = useToast();
  const { data } = useQuery({ ...sessionsQuery(api), enabled: false });
  const check = useRef<SessionsCheck>(null);
  useEffect(() => {
    const { title, description } = sessionTexts.tooMany;
    const created = createSessionsCheck({
      clock,
      load: () => queries.fetchQuery({ ...sessionsQuery(api), staleTime: 0 }),
      onTooMany: (count, limit) => show({ title, description: description(count, limit), variant: 'destructive' }),
    });
    check.current = created;
    return created.stop;
  }, [api, clock, queries, show]);
  useLiveTopic(liveTopics.user(userId), () => check.current?.soon());
  return { sessions: data?.items, refresh: () => queries.fetchQuery({ ...sessionsQuery(api), staleTime: 0 }) };
};

/**
 * The sessions of the user on devices that are new to the account, and what to do about them. To secure the account
 * ends all others and sends a code for a new password; `onSecured` learns whether it was sent.
 */
export const useDevices = (
  { id: userId, email }: { readonly id: string; readonly email: string | undefined },
  onSecured: (sent: boolean) => void,
) => {
  const api = useApi();
  const { show } = useToast();
  const { sessions = [], refresh } = useSessionsCheck(userId);
  useDeviceCheck();
  const onError = () => show({ ...sessionTexts.device.failed, variant: 'destructive' });
  const confirm = useMutation({
    mutationFn: (sessionId: string) => api.call('sessions.confirm-device', { params: { sessionId } }),
    onSuccess: refresh,
    onError,
  });
  const secure = useMutation({
    mutationFn: async () => {
      await api.call('sessions.end-others', {});
      if (email === undefined) return false;
      // The form for the new password can request another code.
      const sending = api.call('credentials.request-password-reset', { body: { email } });
      return sending.then(
        () => true,
        () => false,
      );
    },
    onSuccess: onSecured,
    onError,
  });
  // A session on a new device cannot confirm another one: it could be the intruder's.
  const isTrusted = sessions.some(({ current, new_device: isNew }) => current && !isNew);
  return {
    unconfirmed: isTrusted ? sessions.find(({ new_device: isNew }) => isNew) : undefined,
    busy: confirm.isPending ? ('confirm' as const) : secure.isPending ? ('secure' as const) : null,
    confirm: confirm.mutate,
    secure: () => secure.mutate(),
  };
};

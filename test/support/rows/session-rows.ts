import { randomUUID } from 'node:crypto';

/** A valid call for each endpoint of sessions. None ends the session of its caller. */
export const sessionRows = () => {
  const unknown = { params: { sessionId: randomUUID() } };
  return {
    'sessions.list-sessions': [{ input: {}, success: 200 }],
    'sessions.end-session': [{ input: unknown, success: 404 }],
    'sessions.end-others': [{ input: {}, success: 204 }],
    'sessions.record-activity': [
      { input: { body: { by: 'activity' } }, success: 200 },
      { variant: 'by the user', input: { body: { by: 'extended' } }, success: 200 },
    ],
    'sessions.get-current': [{ input: {}, success: 200 }],
    'sessions.record-place': [{ input: { body: { latitude: 48.2082, longitude: 16.3738 } }, success: 204 }],
    'sessions.record-page-view': [{ input: { body: { page: 'streaming' } }, success: 204 }],
    'sessions.list-activity': [{ input: { query: { limit: '5' } }, success: 200 }],
    'sessions.recognize-device': [{ input: {}, success: 200 }],
    'sessions.confirm-device': [{ input: unknown, success: 404 }],
    'sessions.renew-session': [{ input: { body: { previous: 'not a token' } }, success: 404 }],
  } as const;
};

import { endpoints } from '../../contract/index.ts';
import { PAGE_VIEW } from '../../contract/people/sign-in-events.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { recordEvent } from './record-event.ts';

/** Records a load of the site, if its user consents to that. */
export const recordPageView = (deps: SessionsDeps) =>
  route(endpoints['sessions.record-page-view'], async (call) => {
    const page = withConsent(call.actor, 'behavior', () => call.body.page);
    if (page) await recordEvent(deps, call, { kind: PAGE_VIEW, at: deps.now() }, { page });
    return { status: 204 };
  });

import { encodeTime } from 'ulid';
import { retentionMs } from '../../contract/retention.ts';
import { SIGN_IN_EVENTS } from '../../contract/people/sign-in-events.ts';
import type { Logger } from '../../domain/logger.ts';
import type { SecurityEvent } from '../../domain/security/event.ts';
import { BEFORE_VIEWS, eventsOf, securityEventEntity, TIME_DIGITS } from '../admin/security-event-repository.ts';
import type { Cursors } from '../table/cursor.ts';
import type { Expression } from '../table/expressions.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';

const names = SIGN_IN_EVENTS.map((_event, index) => `:event${index}`);

/** Condition: the event is about a sign-in or its session. */
const isAboutSignIn: Expression = {
  expression: `#event IN (${names.join(', ')})`,
  names: { '#event': 'event_type' },
  values: Object.fromEntries(SIGN_IN_EVENTS.map((event, index) => [names[index], event])),
};

export type SignInActivityRepository = ReturnType<typeof createSignInActivityRepository>;

/** The security events of users' own sign-ins. Numbers refer to access-patterns.md. */
export const createSignInActivityRepository = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /**
   * SE15. The events of a user's sign-ins, newest first. Without those that have expired and are not deleted yet.
   * `now` in milliseconds.
   */
  list: (
    userId: string,
    page: { readonly cursor: string | undefined; readonly limit: number },
    now: number,
  ): Promise<ListPage<SecurityEvent>> =>
    listPage({ table, ...deps }, securityEventEntity, {
      list: 'sign-in-activity',
      index: 'gsi1',
      partition: eventsOf(userId),
      from: encodeTime(Math.max(0, now - retentionMs('security_events')), TIME_DIGITS),
      upTo: BEFORE_VIEWS,
      filter: isAboutSignIn,
      filterName: 'sign-ins',
      ...page,
    }),
});

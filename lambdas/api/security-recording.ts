import { createSecurityEventRepository } from '../data/admin/security-event-repository.ts';
import { createRateCounters } from '../data/people/rate-counter-repository.ts';
import type { Table } from '../data/table/table.ts';
import { createEventRecorder } from '../domain/security/event-recorder.ts';
import type { HttpDeps } from '../http/http-function.ts';

/** Records security events of the HTTP chain in the table. */
export const recordsSecurity = (table: Table): Required<Pick<HttpDeps, 'security'>> => {
  const counters = createRateCounters(table);
  return {
    security: { recorder: createEventRecorder({ events: createSecurityEventRepository(table), counters }), counters },
  };
};

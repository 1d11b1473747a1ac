import type { Alarms } from '../metrics/alarms.ts';
import { conditionInWords } from '../metrics/words.ts';
import type { Panel } from './panel.ts';

/** The section of alarms: states, conditions and reasons. Its number is the alarms in ALARM. */
export const alarmPanel = (alarms: Pick<Alarms, 'list'>): Panel => ({
  id: 'alarms',
  routes: {
    'GET alarms': () =>
      alarms.list().map((alarm) => ({
        name: alarm.name,
        description: alarm.description,
        state: alarm.state,
        condition: conditionInWords(alarm),
        since: alarm.since,
        reason: alarm.reason,
      })),
  },
  overview: () => ({ alarms: alarms.list().filter(({ state }) => state === 'ALARM').length }),
});

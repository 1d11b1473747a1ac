import { alertItems, someAlert } from '../../security-alerts.ts';

/** More than there are callers of a row, so that each finds an alert that no one has acknowledged or labeled. */
const ALERTS = 20;

/** A valid call for each endpoint about security alerts, and the alerts. */
export const securityAlertRows = () => {
  const open = Array.from({ length: ALERTS }, () => someAlert());
  const unlabeled = Array.from({ length: ALERTS }, () => someAlert());
  let [acknowledged, labeled] = [0, 0];
  return {
    stored: alertItems([...open, ...unlabeled]),
    calls: {
      'security.list-alerts': [{ input: { query: { state: 'unacknowledged' } }, success: 200 }],
      'security.acknowledge-alert': [
        {
          input: {
            params: {
              get alertId() {
                return open[acknowledged++ % ALERTS]?.id ?? '';
              },
            },
            body: { reason: 'Looked at for the matrix test' },
          },
          success: 200,
        },
      ],
      'security.label-alert': [
        {
          input: {
            params: {
              get alertId() {
                return unlabeled[labeled++ % ALERTS]?.id ?? '';
              },
            },
            body: { label: 'benign' },
          },
          success: 200,
        },
      ],
      'security.get-overview': [{ input: {}, success: 200 }],
    },
  } as const;
};

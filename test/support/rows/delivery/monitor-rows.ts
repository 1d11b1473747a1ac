import { siteHourEntity } from '../../../../lambdas/data/delivery/delivery-entities.ts';
import { deliveryAlertEntity } from '../../../../lambdas/data/delivery/watch-entities.ts';
import type { CdnAlert } from '../../../../lambdas/contract/delivery/monitor.ts';
import { hourOf } from '../../../../lambdas/domain/delivery/site-window.ts';
import { NO_DELIVERY } from '../../../../lambdas/domain/delivery/sums.ts';
import { recently } from '../../recent.ts';

/** An alert that was resolved. */
const someAlert = (createdAt: string): CdnAlert => ({
  rule: 'response-time',
  severity: 'medium',
  created_at: createdAt,
  value: 1200,
  threshold: 1000,
  n: 3,
  source: 'probe',
  from: createdAt,
  to: createdAt,
  resolved_at: createdAt,
  resolved_value: 400,
});

/** A valid call for each endpoint of the CDN monitor, with two alerts, so that their list has a second page. */
export const monitorRows = () =>
  ({
    stored: [
      deliveryAlertEntity.toItem(someAlert(recently())),
      deliveryAlertEntity.toItem(someAlert(recently(60_000))),
      siteHourEntity.toItem({ ...NO_DELIVERY, hour: hourOf(Date.parse(recently())) }),
    ],
    calls: {
      'delivery-monitor.get-overview': [{ input: {}, success: 200 }],
      'delivery-monitor.list-hours': [{ input: { query: { hours: '48' } }, success: 200 }],
      'delivery-monitor.list-alerts': [{ input: { query: { limit: '1' } }, success: 200 }],
      'delivery-monitor.cdn-health-monitor': [{ input: {}, success: 200 }],
      'delivery-monitor.ai-cdn-optimizer': [
        { input: { body: { analytics: { cacheHitRatio: 0.85, totalRequests: 10 }, phases: [2, 3] } }, success: 200 },
      ],
      // The stage's distribution has another id.
      'delivery-monitor.check-cdn-status': [{ input: { body: { distributionId: 'E0000000000000' } }, success: 404 }],
    },
  }) as const;

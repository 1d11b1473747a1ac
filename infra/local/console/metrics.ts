import { type Statistic, statisticOf } from '../metrics/bucket.ts';
import { MINUTE_MS, type MetricStore, type MetricSummary } from '../metrics/store.ts';
import type { Panel } from './panel.ts';
import { notFound } from './router.ts';

/** The last hour is shown in periods of this length, oldest first. */
const STEP_MS = 5 * MINUTE_MS;
const STEPS = 12;

/** Units whose values are added up. The others are averaged. */
const SUMMED = new Set(['Count', 'Bytes', 'None']);

const statistic = (name: string): Statistic => {
  const found = statisticOf(name);
  if (!found) throw new Error(`${name} is not a statistic`);
  return found;
};
const [MAXIMUM, SUM, AVERAGE] = [statistic('Maximum'), statistic('Sum'), statistic('Average')];

/** The most useful statistic of a metric. */
const statisticFor = ({ isLevel, unit }: MetricSummary): Statistic =>
  isLevel ? MAXIMUM : SUMMED.has(unit) ? SUM : AVERAGE;

const metricView = (store: MetricStore, metric: MetricSummary, now: number) => {
  const shown = statisticFor(metric);
  const { name, dimensions, unit, lastAt } = metric;
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  return {
    name,
    dimensions,
    unit,
    statistic: shown.name,
    lastAt,
    last: store.read(metric, shown, lastAt, lastAt + MINUTE_MS, unit) ?? null,
    hour: Array.from({ length: STEPS }, (_, index) => {
      const from = end - (STEPS - index) * STEP_MS;
      return store.read(metric, shown, from, from + STEP_MS, unit) ?? null;
    }),
  };
};

/** The section of metrics: those of one namespace, with their values in the last hour. */
export const metricPanel = (store: MetricStore, now: () => number): Panel => ({
  id: 'metrics',
  routes: {
    'GET metrics': ({ query }) => {
      const all = store.list();
      const namespaces = [...Map.groupBy(all, ({ namespace }) => namespace)]
        .map(([name, metrics]) => ({ name, metrics: metrics.length }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      const namespace = query.get('namespace') ?? namespaces[0]?.name ?? '';
      if (namespace !== '' && !namespaces.some(({ name }) => name === namespace))
        throw notFound('namespace', namespace);
      const keyOf = ({ dimensions, name }: MetricSummary) => `${Object.values(dimensions).join(' ')} ${name}`;
      return {
        namespaces,
        namespace,
        metrics: all
          .filter((metric) => metric.namespace === namespace)
          .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
          .map((metric) => metricView(store, metric, now())),
      };
    },
  },
});

import { h } from './dom.js';
import { bytes, count, duration, label } from './format.js';
import { head, table, when } from './parts.js';

/** Minutes of one bar. */
const STEP_MINUTES = 5;

/** A value in its unit. */
const amount = (value, { unit, name }) => {
  if (unit === 'Milliseconds') return duration(value);
  if (unit === 'Seconds') return duration(value * 1000);
  if (unit === 'Bytes' || name === 'BytesDownloaded') return bytes(value);
  const text = Number(value.toFixed(2)).toLocaleString('en-US');
  return unit === 'Percent' ? `${text}%` : text;
};

/** The last hour as bars, oldest on the left. */
const hourBars = (metric) => {
  const highest = Math.max(0, ...metric.hour.filter((value) => value !== null));
  const known = metric.hour.filter((value) => value !== null).length;
  const height = (value) => (value === null ? 0 : highest === 0 ? 4 : Math.max(4, Math.round((100 * value) / highest)));
  return h(
    'span',
    {
      class: 'bars hour',
      role: 'img',
      'aria-label':
        known === 0 ? 'No values in the last hour' : `Highest value in the last hour: ${amount(highest, metric)}`,
    },
    metric.hour.map((value, index) =>
      h('i', { key: String(index), class: value === null ? 'none' : null, style: { '--h': `${height(value)}%` } }),
    ),
  );
};

/** The resource that a metric belongs to. */
const resource = (dimensions) => {
  const names = Object.entries(dimensions).filter(([name]) => name !== 'Region');
  if (names.length === 0) return 'All';
  return h(
    'span',
    { title: names.map(([name, value]) => `${name}=${value}`).join(', ') },
    names.map(([, value]) => label(value)).join(', '),
  );
};

/** The metrics section: what CloudWatch would contain of the last hour. */
export const metrics = {
  id: 'metrics',
  title: 'Metrics',
  load: (api, ui) => api.get(ui.namespace ? `metrics?namespace=${encodeURIComponent(ui.namespace)}` : 'metrics'),
  badge: () => undefined,
  view: ({ namespaces, namespace, metrics: list }, ui) => {
    const wanted = (ui.filter ?? '').trim().toLowerCase();
    const matches = ({ name, dimensions }) =>
      `${name} ${Object.values(dimensions).join(' ')}`.toLowerCase().includes(wanted);
    return [
      head(
        'Metrics',
        'The values that CloudWatch would contain, kept for two hours. ' +
          `Each bar shows ${STEP_MINUTES} minutes of the last hour.`,
        h('input', {
          type: 'search',
          'aria-label': 'Filter metrics by name or resource',
          placeholder: 'Filter metrics',
          'data-input': 'metrics.filter',
        }),
      ),
      h(
        'div',
        { class: 'tabs', role: 'group', 'aria-label': 'Namespaces' },
        namespaces.map(({ name, metrics: total }) =>
          h(
            'button',
            {
              key: name,
              type: 'button',
              class: 'tab',
              'data-act': 'metrics.open',
              'data-args': JSON.stringify([name]),
              'aria-pressed': String(name === namespace),
            },
            name,
            h('small', null, count(total, 'metric')),
          ),
        ),
      ),
      table(
        `Metrics of ${namespace}`,
        ['Metric', 'Resource', 'Statistic', '#Last value', 'Last hour', 'Updated'],
        list.filter(matches).map((metric) => ({
          key: JSON.stringify([metric.name, metric.dimensions, metric.unit]),
          cells: [
            metric.name,
            resource(metric.dimensions),
            metric.statistic,
            metric.last === null ? '–' : amount(metric.last, metric),
            hourBars(metric),
            when(metric.lastAt),
          ],
        })),
        namespaces.length === 0 ? 'No metrics yet. Use the site, and its metrics appear here.' : 'No matching metrics.',
      ),
    ];
  },
  actions: {
    open: ({ ui }, namespace) => void (ui.namespace = namespace),
    filter: ({ ui }, text) => void (ui.filter = text),
  },
};

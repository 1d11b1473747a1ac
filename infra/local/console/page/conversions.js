import { h } from './dom.js';
import { count, duration } from './format.js';
import { chip, head, table, when } from './parts.js';

const TONES = { COMPLETE: 'good', ERROR: 'bad', PROGRESSING: 'cold' };

/** MediaConvert's jobs. */
export const conversions = {
  id: 'conversions',
  title: 'Conversions',
  load: (api) => api.get('conversions'),
  badge: ({ converting }) => (converting > 0 ? { text: `${converting} running`, tone: 'cold' } : undefined),
  view: ({ jobs, total }) => [
    head('Conversions', 'MediaConvert jobs, run with ffmpeg on this machine, one at a time.'),
    table(
      'Jobs',
      ['Job', 'Status', 'Progress', 'Input', 'Submitted', '#Duration', 'Messages'],
      jobs.map((job) => ({
        key: job.id,
        tone: job.error ? 'bad' : null,
        cells: [
          h('span', { class: 'mono' }, job.id),
          chip(job.status.toLowerCase(), TONES[job.status]),
          h(
            'span',
            { class: 'progress' },
            h('progress', {
              max: '100',
              'aria-label': `Progress of job ${job.id}`,
              'data-value': String(job.percent ?? 0),
            }),
            ` ${job.percent ?? 0}%`,
            job.status === 'PROGRESSING' && job.phase ? h('small', null, ` ${job.phase.toLowerCase()}`) : '',
          ),
          h(
            'span',
            { class: 'mono break' },
            job.inputs.map((input) => input.replace(/^s3:\/\/[^/]+\//, '')).join(', '),
          ),
          when(job.createdAt),
          job.startedAt === null ? '–' : duration((job.finishedAt ?? Date.now()) - job.startedAt),
          job.error ? `${job.error.code}: ${job.error.message}` : job.warnings.join(' ') || '–',
        ],
      })),
      'No jobs yet. Upload a file on the site to see its conversion here.',
    ),
    total > jobs.length && h('p', { class: 'dim' }, `Showing the latest ${jobs.length} of ${count(total, 'job')}.`),
  ],
  actions: {},
};

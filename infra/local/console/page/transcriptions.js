import { h } from './dom.js';
import { count, duration } from './format.js';
import { chip, head, table, when } from './parts.js';

const TONES = { COMPLETED: 'good', FAILED: 'bad', IN_PROGRESS: 'cold' };

/** Transcribe's jobs. */
export const transcriptions = {
  id: 'transcriptions',
  title: 'Transcriptions',
  load: (api) => api.get('transcriptions'),
  badge: ({ transcribing }) => (transcribing > 0 ? { text: `${transcribing} running`, tone: 'cold' } : undefined),
  view: ({ jobs, total, recognizer }) => [
    head('Transcriptions', 'Transcribe jobs, run with a speech recognizer on this machine, one at a time.'),
    h('p', null, `Speech recognition: ${recognizer}`),
    table(
      'Jobs',
      ['Job', 'Status', 'Language', 'Media', 'Submitted', '#Duration', 'Reason'],
      jobs.map((job) => ({
        key: job.name,
        tone: job.status === 'FAILED' ? 'bad' : null,
        cells: [
          h('span', { class: 'mono break' }, job.name),
          chip(job.status.toLowerCase().replace('_', ' '), TONES[job.status]),
          job.language ?? '–',
          h('span', { class: 'mono break' }, job.media.replace(/^s3:\/\/[^/]+\//, '')),
          when(job.createdAt),
          job.startedAt === null ? '–' : duration((job.finishedAt ?? Date.now()) - job.startedAt),
          job.reason ?? '–',
        ],
      })),
      'No jobs yet.',
    ),
    total > jobs.length && h('p', { class: 'dim' }, `Showing the latest ${jobs.length} of ${count(total, 'job')}.`),
  ],
  actions: {},
};

import type { StepName, StepState } from '../../../../lambdas/contract/media/steps.ts';

const names: Readonly<Record<StepName, string>> = {
  upload: 'Upload',
  probe: 'Check',
  convert: 'Conversion',
  poster: 'Poster',
  storyboard: 'Storyboard',
  ready: 'Ready to play',
};
const states: Readonly<Record<StepState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
  skipped: 'Not needed',
};

/** Texts of the steps of a content. */
export const stepTexts = {
  open: (title: string) => `Steps of ${title}`,
  title: 'Steps',
  description: (title: string) => `What happened to the file of “${title}”.`,
  list: (title: string) => `Steps of ${title}`,
  loading: 'Loading steps',
  names,
  states,
  percent: (percent: number) => `${percent}%`,
  left: (time: string) => `about ${time} left`,
  progressOf: (name: string) => `Progress of ${name}`,
  started: 'Started',
  took: (time: string) => `took ${time}`,
  attempts: (count: number) => `attempt ${count}`,
  run: 'Run again',
  runOf: (name: string) => `Run again: ${name}`,
  hint: 'Check, conversion, poster and storyboard come from one job: running one of them again converts the file anew. What plays now goes on playing until that is complete.',
  news: (name: string, state: string) => `${name}: ${state}`,
  toasts: {
    begun: 'Running again',
    newAttempt: 'A new attempt has begun. The file is checked and converted anew.',
    playlists: 'The playlists are written anew; nothing is converted.',
    failed: 'Not run again',
    notBegun: 'The step could not be run again.',
  },
} as const;

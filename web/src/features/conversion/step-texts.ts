import type { StepState } from '../../../../lambdas/contract/media/steps.ts';

const states: Readonly<Record<StepState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  interrupted: 'Interrupted',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Not needed',
};

/** Texts of the processing steps of a content item. */
export const stepTexts = {
  open: (title: string) => `Processing steps of ${title}`,
  title: 'Processing steps',
  description: (title: string) => `How the file of “${title}” was checked, converted, and prepared for playback.`,
  list: (title: string) => `Processing steps of ${title}`,
  loading: 'Loading processing steps',
  states,
  percent: (percent: number) => `${percent}%`,
  left: (time: string) => `about ${time} left`,
  progressOf: (name: string) => `Progress of ${name}`,
  started: 'Started',
  took: (time: string) => `took ${time}`,
  attempts: (count: number) => `attempt ${count}`,
  estimated: (amount: string) => `estimated cost ${amount}`,
  paid: (amount: string, estimate: string | undefined) =>
    estimate === undefined ? `cost ${amount}` : `cost ${amount} (estimated ${estimate})`,
  run: 'Run again',
  runFirst: 'Run',
  priced: (action: string, amount: string) => `${action} (up to ${amount})`,
  runLabel: (action: string, name: string) => `${action}: ${name}`,
  pricedLabel: (label: string, amount: string) => `${label}, up to ${amount}`,
  hint:
    'Check, conversion, poster, and storyboard run as one job. Running any of them again converts the file again. ' +
    'The current version stays available until the new one is ready.',
  announcement: (name: string, state: string) => `${name}: ${state}`,
  toasts: {
    started: 'Step started',
    newAttempt: 'A new attempt has started. The file is being checked and converted again.',
    alone: (title: string) => `“${title}” is running. The file isn't converted again.`,
    failed: 'Step not started',
    notStarted: 'Failed to start the step. Please try again.',
  },
} as const;

import type { BulkJob, BulkKind } from '../../../../lambdas/contract/content/bulk.ts';
import { retentionDays } from '../../../../lambdas/contract/retention.ts';

const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

/** How many items a job changes, leaves as they are, and cannot change. */
type Counts = Pick<BulkJob, 'changed' | 'same' | 'failed'>;

const participles: Readonly<Record<BulkKind, string>> = {
  publish: 'published',
  unpublish: 'unpublished',
  move: 'moved',
  tag: 'updated',
  delete: 'deleted',
  undo: 'restored',
};

/** Joins the parts whose count is above zero into a sentence; the first part is always included. */
const sentenceOf = ([first, ...others]: readonly (readonly [count: number, text: string])[]): string =>
  `${[first?.[1], ...others.flatMap(([count, text]) => (count > 0 ? [text] : []))].join('; ')}.`;

/** Texts of bulk jobs. */
export const bulkTexts = {
  bar: 'Selected items',
  selected: (count: number): string => `${items(count)} selected`,
  page: 'Select all shown',
  match: 'Select all matching',
  matchLimited: (most: number): string => `More than ${most} items match. The first ${most} are selected.`,
  most: (most: number): string => `A job can include up to ${most} items.`,
  matching: 'Selecting...',
  clear: 'Clear selection',
  actions: {
    publish: 'Publish',
    unpublish: 'Unpublish',
    move: 'Move to category',
    tag: 'Edit tags',
    delete: 'Delete',
  },
  jobs: 'Bulk jobs',
  title: {
    publish: 'Publish items',
    unpublish: 'Unpublish items',
    move: 'Move items',
    tag: 'Edit tags',
    delete: 'Delete items',
  },
  description: (count: number): string => `${items(count)} selected. Nothing changes until you confirm the preview.`,
  started: (count: number): string => `${items(count)} in this job.`,
  category: 'Category',
  choose: 'Choose a category',
  noCategory: 'No category',
  notChosen: 'Choose a category or “No category”.',
  add: 'Tags to add',
  remove: 'Tags to remove',
  tagsHint: 'Separate tags with commas',
  noTags: 'Enter a tag to add or remove.',
  badTags: 'Enter up to 30 tags of up to 50 characters each.',
  preview: 'Preview',
  previewing: 'Loading preview...',
  retry: 'Try again',
  summary: (kind: BulkKind, { changed, same, failed }: Counts): string =>
    sentenceOf([
      [changed, `${changed} will be ${participles[kind]}`],
      [same, `${same} ${same === 1 ? 'needs' : 'need'} no change`],
      [failed, `${failed} can't be ${participles[kind]}`],
    ]),
  failedTitle: "These items can't be changed",
  more: (count: number): string => `and ${count} more`,
  apply: {
    publish: (count: number) => `Publish ${items(count)}`,
    unpublish: (count: number) => `Unpublish ${items(count)}`,
    move: (count: number) => `Move ${items(count)}`,
    tag: (count: number) => `Update ${items(count)}`,
    delete: (count: number) => `Delete ${items(count)}`,
  },
  confirmLabel: (count: number): string => `Type ${count} to delete ${items(count)}`,
  confirmHint: "This can't be undone.",
  confirmWrong: "The number doesn't match.",
  running: (done: number, total: number): string => `${done} of ${total} done`,
  progress: 'Job progress',
  background: 'You can close this dialog. The job continues in the background, and you can find it under Bulk jobs.',
  result: ({ kind, changed, same, failed }: Counts & Pick<BulkJob, 'kind'>): string =>
    sentenceOf([
      [changed, `${changed} ${participles[kind]}`],
      [same, `${same} unchanged`],
      [failed, `${failed} failed`],
    ]),
  undo: 'Undo',
  undone: 'Undone',
  close: 'Close',
  back: 'Back',
  jobsTitle: 'Bulk jobs',
  jobsDescription: `Bulk changes from the last ${retentionDays('bulk_jobs')} days.`,
  noJobs: 'No bulk jobs yet',
  jobsLoading: 'Loading jobs',
  kinds: {
    publish: 'Publish',
    unpublish: 'Unpublish',
    move: 'Move',
    tag: 'Edit tags',
    delete: 'Delete',
    undo: 'Undo',
  } satisfies Record<BulkKind, string>,
  outcomes: { changed: 'done', same: 'no change needed', failed: 'failed' },
  waiting: 'waiting',
  results: 'Results',
  showResults: 'Show results',
  moreResults: 'Load more results',
  resultsLoading: 'Loading results',
  moreResultsFailed: 'Failed to load more results. Please try again.',
  moreJobs: 'Load earlier jobs',
  moreJobsFailed: 'Failed to load earlier jobs. Please try again.',
  untitled: 'Deleted item',
  failed: 'Something went wrong',
} as const;

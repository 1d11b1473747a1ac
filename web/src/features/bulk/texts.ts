import type { BulkKind } from '../../../../lambdas/contract/content/bulk.ts';

const contents = (count: number): string => `${count} ${count === 1 ? 'content' : 'contents'}`;

/** Texts of what is done to many contents at once. */
export const bulkTexts = {
  bar: 'Selected contents',
  selected: (count: number): string => `${contents(count)} selected`,
  page: 'Select all shown',
  match: 'Select all that match',
  matchLimited: (most: number): string => `More than ${most} match. The first ${most} are selected.`,
  most: (most: number): string => `${most} contents are the most for one job.`,
  matching: 'Selecting...',
  clear: 'Clear selection',
  actions: { publish: 'Publish', unpublish: 'Unpublish', move: 'Move to category', tag: 'Tag', delete: 'Delete' },
  jobs: 'Bulk jobs',
  title: {
    publish: 'Publish many contents',
    unpublish: 'Unpublish many contents',
    move: 'Move many contents',
    tag: 'Tag many contents',
    delete: 'Delete many contents',
  },
  description: (count: number): string =>
    `This concerns ${contents(count)}. Nothing changes before you confirm the preview.`,
  concerned: (count: number): string => `This concerned ${contents(count)}.`,
  category: 'Category',
  choose: 'Choose a category',
  noCategory: 'No category',
  notChosen: 'Please choose a category, or that there shall be none.',
  add: 'Tags to add',
  remove: 'Tags to take away',
  tagsHint: 'Separated by commas',
  noTags: 'Please enter a tag to add or to take away.',
  badTags: 'Use at most 30 tags of up to 50 characters each.',
  preview: 'Preview',
  previewing: 'Looking...',
  again: 'Try again',
  summary: ({
    changed,
    same,
    refused,
  }: {
    readonly changed: number;
    readonly same: number;
    readonly refused: number;
  }): string => `${changed} will change, ${same} are so already, ${refused} cannot be changed.`,
  refusedTitle: 'Cannot be changed',
  more: (count: number): string => `and ${count} more`,
  apply: (kind: Exclude<BulkKind, 'undo'>, count: number): string => `${bulkTexts.kinds[kind]} ${contents(count)}`,
  confirmLabel: (count: number): string => `Write ${count} to delete ${contents(count)}`,
  confirmHint: 'A deletion cannot be undone.',
  confirmWrong: 'This is not the number.',
  running: (done: number, total: number): string => `${done} of ${total} done`,
  runningTitle: 'Working',
  goesOn: 'You can close this. The work goes on, and you find it under Bulk jobs.',
  result: ({
    changed,
    same,
    refused,
  }: {
    readonly changed: number;
    readonly same: number;
    readonly refused: number;
  }): string => `${changed} changed, ${same} were so already, ${refused} could not be changed.`,
  putBack: ({
    changed,
    same,
    refused,
  }: {
    readonly changed: number;
    readonly same: number;
    readonly refused: number;
  }): string => `${changed} put back, ${same} were so already, ${refused} could not be put back.`,
  undo: 'Undo',
  undone: 'Undone',
  close: 'Close',
  back: 'Back',
  jobsTitle: 'Bulk jobs',
  jobsDescription: 'What was done to many contents at once in the last 90 days.',
  noJobs: 'Nothing was done to many contents yet.',
  jobsLoading: 'Loading jobs',
  kinds: {
    publish: 'Publish',
    unpublish: 'Unpublish',
    move: 'Move',
    tag: 'Tag',
    delete: 'Delete',
    undo: 'Undo',
  } satisfies Record<BulkKind, string>,
  outcomes: { changed: 'changed', same: 'so already', refused: 'not changed' },
  waiting: 'waiting',
  items: 'What became of each content',
  showItems: 'Each content',
  moreItems: 'More contents',
  itemsLoading: 'Loading contents',
  itemsMoreFailed: 'The next contents could not be loaded.',
  moreJobs: 'Earlier jobs',
  moreJobsFailed: 'The earlier jobs could not be loaded.',
  untitled: 'A content that is gone',
  failed: 'This did not work',
} as const;

import type {
  SafetyCategory,
  SafetyOutcome,
  SafetyRisk,
  SafetyVerdict,
} from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { formatCount } from '../../lib/format.ts';
import { outcomeNames, verdictNames } from './verdict-texts.ts';

/** Names of the sensitive topics. */
export const categoryNames: Readonly<Record<SafetyCategory, string>> = {
  adult: 'Adult content',
  arms: 'Arms and ammunition',
  crime: 'Crime and harmful acts',
  conflict: 'Death, injury or military conflict',
  piracy: 'Online piracy',
  hate: 'Hate speech',
  profanity: 'Obscenity and profanity',
  drugs: 'Drugs, tobacco and alcohol',
  spam: 'Spam or harmful content',
  terrorism: 'Terrorism',
  social_issues: 'Debated social issues',
};

/** What the risks of findings are called. */
export const riskNames: Readonly<Record<SafetyRisk, string>> = {
  floor: 'Floor risk: suitable for no advertising',
  high: 'High risk',
  medium: 'Medium risk',
  low: 'Low risk',
};

const titles = (count: number): string => (count === 1 ? '1 title' : `${formatCount(count)} titles`);

/** Texts of reviews and of the safety policy. */
export const safetyTexts = {
  title: 'Content Reviews',
  lead: 'Look at what the analysis found, then approve or reject each title.',
  lists: { flagged: 'Something was found', unknown: 'Not fully analyzed' },
  show: 'Show',
  filter: 'Filter',
  filters: { all: 'All', review: 'Needs review', blocked: 'Blocked', appealed: 'Appeals' },
  waiting: 'Titles that wait for a decision',
  none: 'No titles wait for a decision.',
  loading: 'Loading reviews',
  loadFailed: 'Failed to load the reviews. Please try again.',
  loadMore: 'Load more',
  loadMoreFailed: 'Failed to load more. Please try again.',
  since: (date: string) => `Waits since ${date}`,
  appealed: 'Appeal',
  keys: 'Keyboard shortcuts in this list',
  keyList: [
    ['J', 'next title'],
    ['K', 'previous title'],
    ['O', 'open or close'],
    ['A', 'approve'],
    ['R', 'reject'],
  ],
  reviewOf: (title: string) => `Review of ${title}`,
  reviewFailed: 'Failed to load this review. Please try again.',
  missing: (names: string) => `Not checked, although the policy requires it: ${names}.`,
  notCovered: (names: string) => `No model can detect this here: ${names}.`,
  problem: (step: string, reason: string) => `${step}: ${reason}`,
  steps: { speech: 'Speech', text: 'Text', frames: 'Picture' } as Readonly<Record<string, string>>,
  stale: 'The transcript was edited after it was checked. The findings are about the earlier text.',
  models: (names: string) => `Checked by: ${names}`,
  noEvidence: 'The analysis found nothing.',
  evidence: 'Evidence',
  evidenceAt: (label: string, time: string) => `${label} at ${time}`,
  confidence: (percent: string) => `${percent} confident`,
  noConfidence: 'Confidence unknown',
  reasonForVerdict: 'Reason for the verdict',
  inPicture: (time: string) => `In the picture at ${time}`,
  inSpeech: (from: string, to: string) => `Spoken from ${from} to ${to}`,
  foundBy: (model: string) => `Found by ${model}`,
  showFrame: 'Show frame',
  showQuote: 'Show quote',
  playAt: (time: string) => `Play at ${time}`,
  frameOf: (label: string, time: string) => `Frame at ${time}: ${label}`,
  loadingFrame: 'Loading the frame',
  frameFailed: 'Failed to load the frame. Close it and try again.',
  frameMissing: (play: string) => `This picture no longer exists. Choose “${play}” instead: that counts as opened.`,
  frameDeleted: 'This picture no longer exists.',
  appealText: (text: string) => `Appeal of the owner: ${text}`,
  decisions: 'Decisions',
  decisionBy: (outcome: SafetyOutcome, who: string, when: string) => `${outcomeNames[outcome]} by ${who}, ${when}`,
  earlierFile: 'About an earlier file',
  policyVersion: (version: number | null) =>
    version === null ? 'Before any evaluation' : version === 0 ? 'Initial policy' : `Policy version ${version}`,
  unknownPerson: 'Deleted user',
  approve: 'Approve',
  reject: 'Reject',
  toOpen: (names: string) => `Open evidence of each category before you decide. Still to open: ${names}.`,
  approveTitle: (title: string) => `Approve ${title}?`,
  rejectTitle: (title: string) => `Reject ${title}?`,
  approveText: 'The decision applies until the file is replaced or something else is found.',
  rejectText: 'The title is unpublished. Its owner sees your reason and can appeal once.',
  reasonHint: 'Recorded in the audit log with your name. The owner sees it.',
  publish: 'Publish now',
  decided: { approved: 'Title approved', rejected: 'Title rejected' },
  decisionFailed: "Your decision couldn't be saved",
  newer: 'The verdict or the title has changed. Look at the review again, then decide.',
  notice: {
    heading: 'Brand safety',
    text: {
      clear: 'The analysis found nothing that the policy restricts.',
      unknown: 'This title was not fully analyzed. While content moderation is on, staff must approve it.',
      review: 'The analysis found something that staff must look at before this title is published.',
      blocked: 'The analysis found something that the policy does not allow. Staff must decide about it.',
    } satisfies Record<SafetyVerdict, string>,
    found: (names: string) => `Found: ${names}`,
    rule: (
      category: string,
      level: 'review' | 'blocked',
      { findings, percent, seconds }: { readonly findings: number; readonly percent: string; readonly seconds: number },
    ) => {
      const found = findings === 1 ? '1 finding' : `${findings} findings`;
      const within = findings === 1 ? '' : ` within ${seconds === 1 ? '1 second' : `${seconds} seconds`}`;
      const result = level === 'blocked' ? 'blocked' : 'a review';
      return `The rule for “${category}”: ${result} from ${found} of at least ${percent} confidence${within}.`;
    },
    evidence: 'What counts',
    decided: (outcome: SafetyOutcome, reason: string) => `${outcomeNames[outcome]} by staff: ${reason}`,
    appealText: 'Why should staff decide again?',
    appealHint: 'You can appeal once.',
    appeal: 'Appeal',
    appeals: 'Appeals',
    appealed: (text: string, when: string) => `Appealed on ${when}: ${text}`,
    appealStates: {
      waiting: 'Waits for a decision of staff.',
      superseded: 'The file was replaced before staff decided.',
    },
    answered: (outcome: SafetyOutcome, when: string, reason: string) =>
      `${outcomeNames[outcome]} by staff on ${when}: ${reason}`,
    sent: 'Appeal sent',
    failed: 'Failed to send the appeal. Please try again.',
    changed: 'The verdict or the file has changed since you opened this. Read what was found now, then appeal.',
    loadFailed: 'Failed to load what the analysis found. Please try again.',
    loading: 'Loading what the analysis found',
  },
  own: {
    list: 'Your titles',
    none: 'No titles belong to you. Administrators connect titles with an account by their creator.',
    statistics: (title: string) => `Statistics of ${title}`,
    loading: 'Loading your titles',
    loadFailed: 'Failed to load your titles. Please try again.',
  },
  policy: {
    title: 'Safety Policy',
    lead:
      'Choose what the findings of the analysis lead to. ' +
      'A change applies to the whole catalog, without a new analysis.',
    form: 'Safety policy',
    loading: 'Loading the policy',
    loadFailed: 'Failed to load the policy. Please try again.',
    fields: {
      review_at: 'Review from confidence',
      min_hits: 'Findings for a review',
      block_at: 'Block from confidence',
      block_hits: 'Findings to block',
      window_s: 'Within seconds',
    },
    thresholdHint: '0 to 1. Leave blank for never.',
    coverage: 'Must be checked',
    number: (from: number, to: number) => `Enter a number from ${from} to ${to}.`,
    whole: (from: number, to: number) => `Enter a whole number from ${from} to ${to}.`,
    preview: 'Preview changes',
    progress: 'Comparing titles',
    previewing: (count: number, total: number | undefined) =>
      total === undefined ? 'Comparing the first titles' : `${formatCount(count)} of ${titles(total)} compared`,
    previewed: (count: number) => `${titles(count)} compared`,
    previewPartial: (count: number, total: number) =>
      `This is a part of the catalog: ${formatCount(count)} of ${titles(total)} compared. ` +
      'What would change in the others is not known.',
    previewEmpty: 'No title has been compared yet.',
    previewLacks: (count: number) =>
      count === 1
        ? '1 title was not compared: its analysis has not ended, or there was none.'
        : `${titles(count)} were not compared: their analysis has not ended, or there was none.`,
    stop: 'Stop',
    resume: 'Continue',
    unchanged: 'No verdict would change.',
    change: (count: number, from: SafetyVerdict, to: SafetyVerdict) =>
      `${titles(count)}: “${verdictNames[from]}” becomes “${verdictNames[to]}”`,
    samples: 'For example:',
    previewFailed: 'Failed to preview the changes.',
    save: 'Save policy',
    saveHint: 'Preview your changes before you save them.',
    saved: 'Policy saved',
    saveFailed: 'Failed to save the policy.',
    conflict:
      'Someone else saved a policy in the meantime. It is shown now, with what you changed. ' +
      'Preview your changes again to save them.',
    unsaved: 'The policy has not been changed yet.',
    lastChange: (who: string, when: string) => `Version saved by ${who}, ${when}`,
    versions: 'Versions',
    loadingVersions: 'Loading the versions',
    versionsFailed: 'Failed to load the versions. Please try again.',
    version: (number: number) => (number === 0 ? 'Initial policy' : `Version ${number}`),
    initial: 'The policy of a new platform',
    savedBy: (who: string, when: string) => `Saved by ${who}, ${when}`,
    changed: (category: string, field: string, from: string, to: string) =>
      `${category}, “${field}”: ${from} became ${to}`,
    never: 'never',
    choices: { on: 'yes', off: 'no' },
    running: (checked: number) => `Applying the policy to the catalog: ${titles(checked)} so far.`,
    done: (checked: number, changed: number) =>
      `Applied to ${titles(checked)}; ${changed === 1 ? '1 verdict' : `${changed} verdicts`} changed.`,
  },
} as const;

import type {
  BehaviorCount,
  BehaviorInput,
  BehaviorRule,
} from '../../../../../lambdas/contract/security/behavior-rules.ts';

/** What each rule found. */
const rules: Readonly<Record<BehaviorRule, string>> = {
  skip_rate: 'High skip rate detected',
  pause_frequency: 'Many pauses',
  quality_changes: 'Many changes of the quality',
  steady_volume: 'The volume never changed',
  click_speed: 'Very fast clicks',
  few_mouse_moves: 'Hardly any mouse movements',
};

const counts: Readonly<Record<BehaviorCount, string>> = {
  plays: 'Titles played',
  skips: 'Titles skipped',
  pauses: 'Pauses',
  quality_changes: 'Changes of the quality',
  volume_changes: 'Changes of the volume',
  watch_seconds: 'Seconds of playback',
  clicks: 'Clicks',
  busiest_clicks: 'Most clicks in ten seconds',
  mouse_moves: 'Mouse movements',
  page_views: 'Screens opened',
};

const inputs: Readonly<Record<BehaviorInput, string>> = {
  mouse: 'Mouse',
  touch: 'Touch',
  keyboard: 'Keyboard',
  assistive: 'Assistive tools',
};

/** Texts of the Behavioral Analysis. */
export const behaviorTexts = {
  lead:
    'Browsers of users who consent to behavioral security analysis count how the site is used. Unusual counts add ' +
    'points, which can raise an alert. Points never restrict a user: an administrator decides what to do.',
  trust: 'These numbers are reported by a browser. Its user can forge them, or send none.',
  falsePositives: {
    title: 'False positives',
    lead: 'The share of false positives among the alerts about anomalies that were labeled as true or false positives.',
  },
  user: {
    title: 'User',
    picker: {
      label: 'Find a user',
      placeholder: 'Name or email address',
      clear: 'Clear search',
      list: 'Users to choose from',
      loading: 'Loading users',
      loadFailed: 'Failed to load users. Please try again.',
    },
    choice: (name: string, email: string) => (email === '' ? name : `${name}, ${email}`),
    none: 'No users match your search',
    another: 'Choose another user',
    choose: 'Choose a user to see their patterns.',
    unnamed: 'Unknown User',
  },
  patterns: {
    untitled: 'Patterns',
    title: (name: string) => `Patterns of ${name}`,
    newest: (count: number) => `These are the newest ${count}.`,
    loading: 'Loading the patterns',
    loadFailed: 'Failed to load the patterns. Please try again.',
    missing: 'The user no longer exists.',
    empty: 'No patterns yet',
    noConsent: 'This user does not consent to behavioral security analysis. Nothing is counted, and nothing is stored.',
    anomaly: 'Anomaly',
    bot: 'potential bot',
    reasons: 'What the points came from',
    none: 'No rule added points.',
    points: (title: string, points: number) => `${title}: ${points} points`,
    capped: (most: number) => `The points add up to more. The risk is at most ${most}.`,
    details: 'What was counted',
    inputs: 'Operated by',
    noInputs: 'Nothing so far',
    session: 'Session',
    names: { rules, counts, inputs },
    found: {
      skip_rate: (value: string, limit: string, least: string) =>
        `${value} of the titles were skipped. More than ${limit} of ${least} titles or more adds points.`,
      pause_frequency: (value: string, limit: string) => `${value} pauses. More than ${limit} adds points.`,
      quality_changes: (value: string, limit: string) => `${value} changes. More than ${limit} adds points.`,
      steady_volume: (value: string, limit: string) => `${value} minutes of playback. More than ${limit} adds points.`,
      click_speed: (value: string, limit: string) =>
        `${value} clicks a second, in the busiest ten seconds. More than ${limit} adds points.`,
      few_mouse_moves: (moves: string, screens: string, least: string, limit: string) =>
        `${moves} movements on ${screens} screens. Fewer than ${least} on more than ${limit} screens adds points.`,
    },
  },
} as const;

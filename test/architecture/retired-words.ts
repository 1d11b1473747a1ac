/**
 * Words that this repository no longer uses. The glossary in .github/CONTRIBUTING.md explains the words to use instead.
 * Patterns match prose and identifiers: a line is searched after `camelCase` and `snake_case` were split into words.
 */
export interface RetiredWord {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
  /** Sources in which the word is searched. Default: all. */
  readonly where?: RegExp;
}

/** Sources of the product, without tests, whose users and titles may have any name. */
const PRODUCT = /^(?!test\/)/;

/** What may follow "a content" only if "content" is the noun itself, as in "a content that exists". */
const END_OF_NOUN = String.raw`(?=["'\x60.,;:!?)]|\s(?:${[
  ...['an?', 'and', 'as', 'at', 'by', 'can', 'for', 'from', 'has', 'had', 'in', 'is', 'may', 'must', 'of', 'on', 'or'],
  ...['that', 'to', 'was', 'which', 'whose', 'with', 'without'],
].join('|')})\b)`;

export const retiredWords: readonly RetiredWord[] = [
  { pattern: /\b(?:tells?|telling|told)\b/i, instead: 'publish, deliver, notify, report or return' },
  { pattern: /\b(?:noted|noting|notes? (?:down|that))\b/i, instead: 'record, log or store' },
  {
    pattern: /\b(?:works?|worked|working) (?:off|(?:a|an|the|its|each|every) (?:messages?|jobs?|queue|events?))\b/i,
    instead: 'process a message; run a job',
  },
  { pattern: /\b(?:stands?|stood|standing)\b/i, instead: 'is, exists, is stored or current' },
  { pattern: /\bbeside\b/i, instead: 'replacement (an upload); next to; in addition to' },
  {
    pattern: /\b(?:conversion|media convert|shortcut|stage|log|read|restart|write) homes?\b|\bhomeless\b/i,
    instead: 'conversion record',
  },
  { pattern: /\bexpel(?:s|led|ling)?\b/i, instead: 'disconnect or remove' },
  { pattern: /\b(?:gives?|giving|gave|given) way\b/i, instead: 'release or be superseded' },
  {
    pattern: /\b(?:gives?|giving|gave|given|takes?|taking|took|taken) back\b/i,
    instead: 'unpublish, remove, revoke or undo',
  },
  { pattern: /\b(?:puts?|putting) off\b/i, instead: 'postpone' },
  { pattern: /\b(?:go|goes|going|gone|went) on\b/i, instead: 'resume or continue' },
  { pattern: /\bcatalogues?\b/i, instead: 'catalog' },
  // In capitals, it is a phase of MediaConvert's jobs.
  { pattern: /\b[Tt]ranscod(?:e|es|ed|er|ing)\b/, instead: 'conversion, convert' },
  {
    pattern: new RegExp(String.raw`\b(?:an?|another|each|every|one|which) content\b${END_OF_NOUN}`, 'i'),
    instead: 'content item; item or title in texts',
  },
  {
    pattern: /\b(?:all|deleted|few|many|no|other|published|several|some|these|those|three|two|whose|\d+) contents\b/i,
    instead: 'items',
  },
  { pattern: /\bwhoever\b/i, instead: 'who, anyone who, the caller that' },
  { pattern: /\banew\b/i, instead: 'again; from scratch' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix or repair' },
  {
    pattern: /\b(?:everybody|nobody|somebody)\b/i,
    instead: 'the role (user, visitor, caller); someone else, no one, everyone',
    where: PRODUCT,
  },
  { pattern: /\b(?:lies|lay) (?:at|behind|below|between|in|next|on|under)\b/i, instead: 'is, is stored, is located' },
  { pattern: /\b(?:is|are|was|were) ill\b/i, instead: 'fails, is unavailable' },
  { pattern: /\b(?:is|are|was|were) gone\b/i, instead: 'expires, is deleted, no longer exists' },
  { pattern: /\b(?:is|are|was|were) to be\b/i, instead: 'must be, will be' },
  {
    pattern: /\bplace Of\b|\b(?:own|playback|resume|saved|start) places?\b/,
    instead: 'playback position, resume point',
  },
  { pattern: /\bheld contents?\b/i, instead: 'saved content; library item' },
  { pattern: /\bdoors?\b/i, instead: 'lazy-loaded' },
  { pattern: /\bhears? (?:about|from|of)\b|\bhears\b/i, instead: 'subscribe to, receive' },
  { pattern: /\bby (?:it|them)sel(?:f|ves)\b/i, instead: 'automatically; on its own' },
  { pattern: /\ball the same\b/i, instead: 'anyway, still' },
  { pattern: /\b(?:judg(?:es?|ed|ing|e?ment))\b/i, instead: 'check, compare, evaluate or decide; decision' },
  { pattern: /\brefus(?:es?|ing)\b/i, instead: 'reject (an invalid input); deny (a missing permission)' },
  { pattern: /\b(?:assert )?may [A-Z]\w*/, instead: 'can…, as in `canEdit` and `assertCanEdit`' },
  { pattern: /\bfarewells?\b|\bweed(?:s|ed|ing)?\b/i, instead: 'a plain word: end, closing; remove' },
  {
    pattern: /\b(?:behaviour|cancelled|colour|favourite|honour|labelled\b|licence|neighbour)/i,
    instead: 'American spelling: behavior, canceled, color, favorite, honor, labeled, license, neighbor',
  },
  { pattern: /\b(?:authoris|organis|recognis|initialis|normalis)/i, instead: 'American spelling: -ize' },
];

/** Files in which retired words are right, with the reason. */
export const exemptFiles: ReadonlyMap<string, string> = new Map([
  ['test/architecture/retired-words.ts', 'It lists the words.'],
  ['test/architecture/language.test.ts', 'It tests the list.'],
  ['test/web/support/administrator-texts.json', 'Texts of the specification, byte for byte.'],
  ['test/web/support/listener-texts.json', 'Texts of the specification, byte for byte.'],
  ['test/web/support/spec-texts.json', 'Texts of the specification, byte for byte.'],
]);

/** Lines in which retired words are right, by file, with the reason. */
export const exemptLines: readonly { readonly path: string; readonly line: RegExp; readonly reason: string }[] = [
  {
    path: '.github/CONTRIBUTING.md',
    line: /^\|(?:[^|]*\|){3}$/,
    reason: 'The glossary lists the words that are not used.',
  },
];

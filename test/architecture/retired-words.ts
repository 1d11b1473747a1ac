/**
 * Words that this repository no longer uses. The glossary in .github/CONTRIBUTING.md explains the words to use instead.
 * Patterns match prose and identifiers: a line is searched after `camelCase` and `snake_case` were split into words.
 */
export interface RetiredWord {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
  /** A line with the word, and the word as the search reports it. */
  readonly finds: readonly [line: string, word: string];
  /** Lines with similar words that are right. */
  readonly accepts?: readonly string[];
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
  {
    pattern: /\b(?:tells?|telling|told)\b/i,
    instead: 'publish, deliver, notify, report or return',
    finds: ['// The hub is told of the change', 'told'],
    accepts: ['// a storyteller'],
  },
  {
    pattern: /\b(?:noted|noting|notes? (?:down|that))\b/i,
    instead: 'record, log or store',
    finds: ['const wasNoted = true;', 'Noted'],
    accepts: ['// release notes'],
  },
  {
    pattern: /\b(?:works?|worked|working) (?:off|(?:a|an|the|its|each|every) (?:messages?|jobs?|queue|events?))\b/i,
    instead: 'process a message; run a job',
    finds: ['/** Workers that worked off a message. */', 'worked off'],
    accepts: ['// works with any queue'],
  },
  {
    pattern: /\b(?:stands?|stood|standing)\b/i,
    instead: 'is, exists, is stored or current',
    finds: ['// the file that stands there', 'stands'],
    accepts: ['// a standard playlist'],
  },
  {
    pattern: /\bbeside\b/i,
    instead: 'replacement (an upload); next to; in addition to',
    finds: ['const besideUpload = 1;', 'beside'],
    accepts: ['// besides, it is slow'],
  },
  {
    pattern: /\b(?:conversion|media convert|shortcut|stage|log|read|restart|write) homes?\b|\bhomeless\b/i,
    instead: 'conversion record',
    finds: ['readConversionHome()', 'Conversion Home'],
    accepts: ['// the home page'],
  },
  { pattern: /\bexpel(?:s|led|ling)?\b/i, instead: 'disconnect or remove', finds: ['// expelled users', 'expelled'] },
  {
    pattern: /\b(?:gives?|giving|gave|given) way\b/i,
    instead: 'release or be superseded',
    finds: ['const giveWay = 1;', 'give Way'],
    accepts: ['// gives the way to a file'],
  },
  {
    pattern: /\b(?:gives?|giving|gave|given|takes?|taking|took|taken) back\b/i,
    instead: 'unpublish, remove, revoke or undo',
    finds: ['// the right was taken back', 'taken back'],
    accepts: ['// takes the back button'],
  },
  {
    pattern: /\b(?:puts?|putting) off\b/i,
    instead: 'postpone',
    finds: ['// puts off the retry', 'puts off'],
    accepts: ['// turns off the retry'],
  },
  {
    pattern: /\b(?:go|goes|going|gone|went) on\b/i,
    instead: 'resume or continue',
    finds: ['const goOn = 1;', 'go On'],
    accepts: ['// goes online'],
  },
  {
    pattern: /\bcatalogues?\b/i,
    instead: 'catalog',
    finds: ['// the catalogue', 'catalogue'],
    accepts: ['// the catalogs'],
  },
  // In capitals, it is a phase of MediaConvert's jobs.
  {
    pattern: /\b[Tt]ranscod(?:e|es|ed|er|ing)\b/,
    instead: 'conversion, convert',
    finds: ['// after transcoding', 'transcoding'],
    accepts: ['const phases = ["TRANSCODING"];'],
  },
  {
    pattern: new RegExp(String.raw`\b(?:an?|another|each|every|one|which) content\b${END_OF_NOUN}`, 'i'),
    instead: 'content item; item or title in texts',
    finds: ['/** Deletes a content. */', 'a content'],
    accepts: ['/** Returns a content item. */', "header('content-type');"],
  },
  {
    pattern: /\b(?:all|deleted|few|many|no|other|published|several|some|these|those|three|two|whose|\d+) contents\b/i,
    instead: 'items',
    finds: ["'3 contents'", '3 contents'],
    accepts: ['display: contents;'],
  },
  { pattern: /\bwhoever\b/i, instead: 'who, anyone who, the caller that', finds: ['// whoever calls', 'whoever'] },
  {
    pattern: /\banew\b/i,
    instead: 'again; from scratch',
    finds: ['// begins anew', 'anew'],
    accepts: ['// a new file'],
  },
  {
    pattern: /\bmend(?:s|ed|ing)?\b/i,
    instead: 'fix or repair',
    finds: ['// mended', 'mended'],
    accepts: ['// recommended'],
  },
  {
    pattern: /\b(?:everybody|nobody|somebody)\b/i,
    instead: 'the role (user, visitor, caller); someone else, no one, everyone',
    finds: ["'Nobody is here'", 'Nobody'],
    accepts: ['// no body'],
    where: PRODUCT,
  },
  {
    pattern: /\b(?:lies|lay) (?:at|behind|below|between|in|next|on|under)\b/i,
    instead: 'is, is stored, is located',
    finds: ['// It lies at the address', 'lies at'],
    accepts: ['// supplies at most one'],
  },
  {
    pattern: /\b(?:is|are|was|were) ill\b/i,
    instead: 'fails, is unavailable',
    finds: ['// storage is ill', 'is ill'],
    accepts: ['// it is illegal'],
  },
  {
    pattern: /\b(?:is|are|was|were) gone\b/i,
    instead: 'expires, is deleted, no longer exists',
    finds: ['// the item is gone', 'is gone'],
    accepts: ['throw new GoneException({});'],
  },
  {
    pattern: /\b(?:is|are|was|were) to be\b/i,
    instead: 'must be, will be',
    finds: ['// the file is to be deleted', 'is to be'],
    accepts: ['// it wants to be deleted'],
  },
  {
    pattern: /\bplace Of\b|\b(?:own|playback|resume|saved|start) places?\b|\bsoundstage\.places?\b/,
    instead: 'playback position, resume point',
    finds: ['const placeOf = 1;', 'place Of'],
    accepts: ['// changes take place'],
  },
  {
    pattern: /\bheld contents?\b/i,
    instead: 'saved content; library item',
    finds: ['// counts held contents', 'held contents'],
    accepts: ['// held by a lock'],
  },
  { pattern: /\bdoors?\b/i, instead: 'lazy-loaded', finds: ['const playerDoor = 1;', 'Door'], accepts: ['// indoors'] },
  {
    pattern: /\bhears? (?:about|from|of)\b|\bhears\b/i,
    instead: 'subscribe to, receive',
    finds: ['// a screen that hears of it', 'hears of'],
    accepts: ['// hearing aids'],
  },
  {
    pattern: /\bby (?:it|them)sel(?:f|ves)\b/i,
    instead: 'automatically; on its own',
    finds: ['// it works by itself', 'by itself'],
    accepts: ['// the worker itself'],
  },
  {
    pattern: /\ball the same\b/i,
    instead: 'anyway, still',
    finds: ['// it runs all the same', 'all the same'],
    accepts: ['// all at the same time'],
  },
  {
    pattern: /\b(?:judg(?:es?|ed|ing|e?ment))\b/i,
    instead: 'check, compare, evaluate or decide; decision',
    finds: ['const onJudged = 1;', 'Judged'],
  },
  {
    pattern: /\brefus(?:als?|e[sd]?|ing)\b/i,
    instead: 'reject (an invalid input); deny (a missing permission)',
    finds: ['const trialRefused = true;', 'Refused'],
    accepts: ["const code = 'ECONNREFUSED';"],
  },
  {
    pattern: /\b(?:assert )?may [A-Z]\w*/,
    instead: 'can…, as in `canEdit` and `assertCanEdit`',
    finds: ['const mayEdit = 1;', 'may Edit'],
    accepts: ['// an item may change'],
  },
  {
    pattern: /\bfarewells?\b|\bweed(?:s|ed|ing)?\b/i,
    instead: 'a plain word: end, closing; remove',
    finds: ['// weeds the list', 'weeds'],
    accepts: ['// seaweed'],
  },
  {
    pattern: /\b(?:behaviour|cancelled|colour|favourite|honour|labelled\b|licence|neighbour)/i,
    instead: 'American spelling: behavior, canceled, color, favorite, honor, labeled, license, neighbor',
    finds: ['// behaviour', 'behaviour'],
    accepts: ['// behavior'],
  },
  {
    pattern: /\b(?:authoris|organis|recognis|initialis|normalis)/i,
    instead: 'American spelling: -ize',
    finds: ['// organised', 'organis'],
    accepts: ['// organized'],
  },
  {
    pattern: /\banalys(?:e|ed|ers?|ing)\b/i,
    instead: 'American spelling: analyze, analyzer',
    finds: ['const topicAnalyser = 1;', 'Analyser'],
    accepts: ['// the analyses of a title'],
  },
  {
    pattern: /\bthe person\b(?! who)|\b(?:an?|another|each|the) person's/i,
    instead: 'user',
    finds: ['// where the person left it', 'the person'],
    accepts: ['// the person who runs the site', '// for one person only'],
    where: PRODUCT,
  },
  // In the browser, users answer questions. What servers send are responses.
  {
    pattern: /\b(?:an?|each|every|no|its|the|their|without) answers?\b(?! to\b)|\banswers \d{3}\b/i,
    instead: 'response, or what it contains; returns 404',
    finds: ['// Throws without an answer.', 'an answer'],
    accepts: ['// answers a challenge'],
    where: /^(?:bin|infra|lambdas)\/|\.md$/,
  },
];

/** Files in which retired words are right, with the reason. */
export const exemptFiles: ReadonlyMap<string, string> = new Map([
  ['test/architecture/retired-words.ts', 'It lists the words.'],
  ['test/bench/topics/labeled-lines.ts', 'It quotes what people say in videos.'],
  ['test/bench/evaluation/sentiment-lines.ts', 'It quotes what people say in videos.'],
  ['test/bench/evaluation/profane-lines.ts', 'It quotes what people say in videos.'],
]);

/** A part of lines in which retired words are right. */
export interface ExemptPart {
  readonly path: string;
  /** The heading of the section. It ends at the next heading. */
  readonly heading: string;
  /** What is not searched in each line. */
  readonly part: RegExp;
  readonly reason: string;
}

export const exemptParts: readonly ExemptPart[] = [
  {
    path: '.github/CONTRIBUTING.md',
    heading: '## Glossary',
    part: /(?<=^\|[^|]*\|[^|]*\|)[^|]*(?=\|$)/,
    reason: 'The third column lists the words that are not used.',
  },
];

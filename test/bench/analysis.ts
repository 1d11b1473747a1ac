import { confidencesOfHarmlessFrames, falseAlarms } from './evaluation/frames.ts';
import { measureAlignment, measureWordErrors, measureWordsInMusic } from './evaluation/speech.ts';
import { measureProfanity, measureSentiment, measureTopics } from './evaluation/text.ts';
import { shareOf, type Share } from './intervals.ts';
import { median, type Row } from './report.ts';

const GROUP = 'Analysis, measured on labeled samples (the engines of the local cloud; AWS was not measured)';

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const row = (measure: string, { share, low, high, n }: Share, note: string): Row => ({
  group: GROUP,
  measure,
  figure: Number.isNaN(share) ? null : 100 * share,
  unit: '%',
  note: `n = ${n}, 95 % interval ${percent(low)} to ${percent(high)}; ${note}`,
});
const missing = (measure: string, note: string): Row => ({ group: GROUP, measure, figure: null, unit: '%', note });

/** Milliseconds within which a word starts or ends on time. */
const ON_TIME_MS = 100;

const speechRows = async (): Promise<readonly Row[]> => {
  const errors = await measureAlignment();
  const music = await measureWordsInMusic();
  return [
    ...(await measureWordErrors()).map(({ version, rate }) =>
      row(`speech: word error rate, PocketSphinx ${version}`, rate, 'words of one recording of 1961, 11 s, replayed'),
    ),
    row('speech: words found in music and kept', music, 'words that PocketSphinx 0.8 found in 41 s of heavy metal'),
    row(
      'script: word edges within 0.1 s',
      shareOf(errors.filter((error) => error <= ON_TIME_MS).length, errors.length),
      `edges of pauses in the same recording; median error ${median(errors)} ms, largest ${Math.max(...errors)} ms`,
    ),
    missing('speech: word error rate, whisper.cpp', 'needs a program and a model that you install'),
  ];
};

const textRows = (): readonly Row[] => {
  const topics = measureTopics();
  const sentiment = measureSentiment();
  const profanity = measureProfanity();
  return [
    row('topics: precision', topics.precision, 'first topic of single sentences, where one was found'),
    row('topics: recall', topics.recall, `of all sentences; no topic was found in ${topics.undecided}`),
    row('sentiment: right', sentiment.accuracy, 'single sentences of four kinds; one in five is hard'),
    row('sentiment: opposite', sentiment.opposite, 'positive sentences called negative, or the other way round'),
    ...sentiment.perLabel.flatMap(({ label, precision, recall }) => [
      row(`  ${label.toLowerCase()}, precision`, precision, 'of the sentences called so'),
      row(`  ${label.toLowerCase()}, recall`, recall, 'of the sentences that are so'),
    ]),
    row('profanity: precision', profanity.precision, 'of the lines called profane; half of all lines are'),
    row('profanity: recall', profanity.recall, 'of the profane lines; slurs are not among them'),
    row('profanity: false alarms', profanity.falseAlarms, 'of lines with harmless words that contain profane ones'),
    missing('other toxic speech', 'the local Comprehend has no model for it'),
  ];
};

const frameRows = async (): Promise<readonly Row[]> => {
  const confidences = await confidencesOfHarmlessFrames();
  const note = 'frames of three films and five computed pictures; frames of a film are alike, so the interval is wider';
  return [
    row('frames: false alarms from confidence 50', falseAlarms(confidences, 50), note),
    row('frames: false alarms from confidence 20', falseAlarms(confidences, 20), note),
    missing('frames: recall', 'there are no pictures to find in this repository, on purpose'),
    missing('frames: violence, weapons, drugs, symbols', 'the local Rekognition has no model for them'),
  ];
};

/** What the analysis gets right. The figures have no limit: they say how far to trust a result. Takes a minute. */
export const analysisRows = async (): Promise<readonly Row[]> => [
  ...(await speechRows()),
  ...textRows(),
  ...(await frameRows()),
];

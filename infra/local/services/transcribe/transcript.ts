import { LOCAL_ACCOUNT } from '../../aws/service.ts';
import type { Recognition, RecognizedItem } from './recognizer.ts';

/** Seconds as Transcribe writes them: text with one to three decimals. */
const seconds = (value: number): string => {
  const text = String(Number(value.toFixed(3)));
  return text.includes('.') ? text : `${text}.0`;
};

/** The text of some items: words with spaces between them, marks without. */
export const textOf = (items: readonly RecognizedItem[]): string =>
  items
    .map(({ type, content }) => (type === 'punctuation' ? content : ` ${content}`))
    .join('')
    .trim();

/** Start of the first and end of the last word. */
export const timesOf = (items: readonly RecognizedItem[]): { readonly from: number; readonly to: number } => {
  const words = items.filter((item) => item.type === 'pronunciation');
  return { from: words[0]?.from ?? 0, to: words.at(-1)?.to ?? 0 };
};

const itemOf = (item: RecognizedItem, id: number) =>
  item.type === 'punctuation'
    ? { id, type: item.type, alternatives: [{ confidence: '0.0', content: item.content }] }
    : {
        id,
        type: item.type,
        alternatives: [{ confidence: seconds(item.confidence), content: item.content }],
        start_time: seconds(item.from),
        end_time: seconds(item.to),
      };

/**
 * The transcript file, in the shape that Transcribe's developer guide shows. `identified` is the language code of a job
 * with IdentifyLanguage. AWS adds scores for each language there, which no local recognizer reports.
 */
export const transcriptFile = (
  jobName: string,
  { segments }: Recognition,
  identified: string | undefined,
): Readonly<Record<string, unknown>> => {
  let next = 0;
  const numbered = segments.map((items) => items.map((item) => ({ item, id: next++ })));
  return {
    jobName,
    accountId: LOCAL_ACCOUNT,
    status: 'COMPLETED',
    results: {
      ...(identified === undefined ? {} : { language_code: identified }),
      transcripts: [{ transcript: segments.map(textOf).join(' ') }],
      items: numbered.flat().map(({ item, id }) => itemOf(item, id)),
      audio_segments: numbered.map((items, id) => {
        const own = items.map(({ item }) => item);
        const { from, to } = timesOf(own);
        return {
          id,
          transcript: textOf(own),
          start_time: seconds(from),
          end_time: seconds(to),
          items: items.map((each) => each.id),
        };
      }),
    },
  };
};

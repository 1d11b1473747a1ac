import nlp from 'compromise';

/** An entity in the shape of the API. Offsets are in Unicode code points; the end is exclusive. */
export interface Entity {
  readonly Score: number;
  readonly Type: 'DATE' | 'PERSON' | 'LOCATION' | 'ORGANIZATION' | 'QUANTITY';
  readonly Text: string;
  readonly BeginOffset: number;
  readonly EndOffset: number;
}

/** A place in a text, in UTF-16 units. */
interface Span {
  readonly begin: number;
  readonly end: number;
}

type Finding = Span & Pick<Entity, 'Type' | 'Score'>;
type Document = ReturnType<typeof nlp>;
type Selection = ReturnType<Document['match']>;

/** A match in compromise's JSON, with these options. Offsets are in UTF-16 units. */
interface Match {
  readonly confidence: number;
  readonly terms: readonly { readonly offset: { readonly start: number; readonly length: number } }[];
}

/** `confidence` is missing in the package's type. */
const MATCH_OPTIONS = { confidence: true, terms: { offset: true }, offset: true };

/** Where compromise finds each type. A place in the text has the first type that fits it. */
const FINDERS: readonly (readonly [Entity['Type'], (document: Document) => Selection])[] = [
  ['DATE', (document) => document.match("#Value? (#Date|#Time|#Duration|o'clock)+")],
  ['PERSON', (document) => document.people() as Selection],
  ['LOCATION', (document) => document.places() as Selection],
  ['ORGANIZATION', (document) => document.organizations() as Selection],
  ['QUANTITY', (document) => document.match('#Value+ (#Unit|#Percent)?')],
];

/** Characters of a text that are analyzed at once, in some 20 ms. Other calls are served in between. */
const CHUNK_LENGTH = 2000;

/** Parts of a text of limited length, cut after a sentence or line where there is one. */
const chunksOf = (text: string): readonly Span[] => {
  const chunks: Span[] = [];
  let begin = 0;
  while (begin < text.length) {
    const limit = Math.min(text.length, begin + CHUNK_LENGTH);
    const part = text.slice(begin, limit);
    const sentence = limit === text.length ? part.length : (/^.*(?:[.!?]\s|\n)/s.exec(part)?.[0].length ?? 0);
    const end = begin + (sentence || part.replace(/\S{1,200}$/, '').length || part.length);
    chunks.push({ begin, end });
    begin = end;
  }
  return chunks;
};

/** A span without the punctuation around a name, and without a genitive. */
const trimmed = (text: string, { begin, end }: Span): Span => {
  const found = text.slice(begin, end);
  const start = /^[^\p{L}\p{N}$€£¥#@]*/u.exec(found)?.[0].length ?? 0;
  const rest = found
    .slice(start)
    .replace(/[^\p{L}\p{N}%°$€£¥]+$/u, '')
    .replace(/['’]s$/, '');
  return { begin: begin + start, end: begin + start + rest.length };
};

const overlaps = (one: Span, other: Span): boolean => one.begin < other.end && other.begin < one.end;

/** Joins the parts of one name: compromise separates a first name from a last name in the genitive. */
const joinedNames = (text: string, found: readonly Finding[]): readonly Finding[] => {
  const joined: Finding[] = [];
  for (const next of [...found].sort((a, b) => a.begin - b.begin)) {
    const before = joined.at(-1);
    const isOneName = before?.Type === 'PERSON' && next.Type === 'PERSON' && text.slice(before.end, next.begin) === ' ';
    if (before && isOneName)
      joined[joined.length - 1] = { ...before, end: next.end, Score: Math.min(before.Score, next.Score) };
    else joined.push(next);
  }
  return joined;
};

/** The entities of a part, in UTF-16 units of the part. */
const entitiesIn = (text: string): readonly Finding[] => {
  const document = nlp(text);
  const found: Finding[] = [];
  for (const [Type, find] of FINDERS) {
    const matches = find(document).json(MATCH_OPTIONS) as Match[];
    for (const { confidence, terms } of matches) {
      const first = terms[0]?.offset;
      const last = terms.at(-1)?.offset;
      if (!first || !last) continue;
      const span = trimmed(text, { begin: first.start, end: last.start + last.length });
      const isName = Type !== 'PERSON' || /\p{Lu}/u.test(text.slice(span.begin, span.end));
      if (isName && span.end > span.begin && !found.some((other) => overlaps(other, span)))
        found.push({ ...span, Type, Score: confidence });
    }
  }
  return joinedNames(text, found);
};

/** Counts code points up to rising positions in UTF-16 units. */
const codePointCounter = (text: string) => {
  let position = 0;
  let count = 0;
  return (target: number): number => {
    for (; position < target; count += 1) position += (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
    return count;
  };
};

/**
 * The people, places, organizations, dates and quantities in an English text, in their order. The score is compromise's
 * confidence in the grammar of the words, from 0 to 1.
 */
export const detectEntities = async (text: string): Promise<readonly Entity[]> => {
  const found: Finding[] = [];
  for (const chunk of chunksOf(text)) {
    if (chunk.begin > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const entity of entitiesIn(text.slice(chunk.begin, chunk.end)))
      found.push({ ...entity, begin: entity.begin + chunk.begin, end: entity.end + chunk.begin });
  }
  const countTo = codePointCounter(text);
  return found.map(({ Type, Score, begin, end }) => ({
    Score,
    Type,
    Text: text.slice(begin, end),
    BeginOffset: countTo(begin),
    EndOffset: countTo(end),
  }));
};

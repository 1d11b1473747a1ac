import type { SearchDocument } from './document.ts';
import { wordsOf } from './fold.ts';
import { BLOCK, recordGrams, rowWords, ROWS } from './grams.ts';
import { lettersOf } from './typos.ts';

/** Bytes of a content id: `cnt_` and a ULID. The id of every document starts with one. */
export const CONTENT_ID_BYTES = 30;

/** Searched fields. Their index is stored with each position of a word. */
export const FIELDS = ['title', 'artist', 'tags', 'category'] as const;

/** Flags of an item. */
export const IS_VIDEO = 1;
export const IS_PUBLIC = 2;

/** Parts of a packed index, in storage order. */
const parts = {
  ids: Uint8Array,
  /** Start offset of each title, and the end of the last one. */
  titleStarts: Uint32Array,
  /** Folded titles, each followed by a line break. */
  titles: Uint8Array,
  extraStarts: Uint32Array,
  /** Artist, tags and category of each item. */
  extras: Uint8Array,
  flags: Uint8Array,
  /** Index in `categories`. */
  categoryOf: Uint16Array,
  gramRows: Uint32Array,
  wordStarts: Uint32Array,
  /** Words, sorted by UTF-16 code units. */
  words: Uint8Array,
  wordLetters: Uint32Array,
  /** Length of each word in UTF-16 code units. */
  wordLengths: Uint8Array,
  positionStarts: Uint32Array,
  /** Position of a word: item number × 4 + field. */
  positions: Uint32Array,
  /**
   * Number of the content item of each document, counted from 0 in the order of the documents. Empty when every
   * document is a content item of its own, and in indexes that were packed before there were others.
   */
  itemOf: Uint32Array,
} as const;

type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as readonly PartName[];

/** The opened parts of a packed index. */
export type PackedParts = { readonly [P in PartName]: InstanceType<(typeof parts)[P]> } & {
  readonly count: number;
  /** Bytes of each id. */
  readonly idBytes: number;
  readonly categories: readonly (string | null)[];
};

/** Format version, stored with the index. An index in another format must be rebuilt (`npm run reindex`). */
const FORMAT = 1;

const FIELD_BREAK = '\u001f';
const MAX_WORD = 64;

interface Words {
  readonly sorted: readonly string[];
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

const collectWords = (documents: readonly SearchDocument[]): Words => {
  const positions = new Map<string, number[]>();
  documents.forEach((document, index) => {
    FIELDS.forEach((field, number) => {
      for (const word of new Set(wordsOf(document[field]))) {
        const short = word.slice(0, MAX_WORD);
        const list = positions.get(short);
        if (list) list.push(index * 4 + number);
        else positions.set(short, [index * 4 + number]);
      }
    });
  });
  return { sorted: [...positions.keys()].sort(), positions };
};

const textPart = (texts: readonly string[]): { readonly bytes: Uint8Array; readonly starts: Uint32Array } => {
  const starts = new Uint32Array(texts.length + 1);
  const bytes = Buffer.from(texts.join(''));
  let at = 0;
  texts.forEach((text, index) => {
    at += Buffer.byteLength(text);
    starts[index + 1] = at;
  });
  return { bytes, starts };
};

/** The content items of sorted documents; see `itemOf` of the parts. */
const itemsOf = (documents: readonly SearchDocument[], idBytes: number): Uint32Array => {
  if (idBytes === CONTENT_ID_BYTES) return new Uint32Array(0);
  let last: string | undefined;
  let number = -1;
  return Uint32Array.from(documents, ({ id }) => {
    if (last === undefined || !id.startsWith(last)) {
      last = id.slice(0, CONTENT_ID_BYTES);
      number += 1;
    }
    return number;
  });
};

const partsOf = (
  documents: readonly SearchDocument[],
  idBytes: number,
  categories: readonly (string | null)[],
): Record<PartName, ArrayBufferView> => {
  const titles = textPart(documents.map(({ title }) => `${title}\n`));
  const extras = textPart(documents.map(({ artist, tags, category }) => [artist, tags, category].join(FIELD_BREAK)));
  const words = rowWords(documents.length);
  const gramRows = new Uint32Array(ROWS * words);
  documents.forEach((_, index) =>
    recordGrams(
      gramRows,
      words,
      Math.floor(index / BLOCK),
      titles.bytes,
      titles.starts[index] ?? 0,
      (titles.starts[index + 1] ?? 0) - 1,
    ),
  );
  const { sorted, positions } = collectWords(documents);
  const wordPart = textPart(sorted);
  const positionStarts = new Uint32Array(sorted.length + 1);
  sorted.forEach(
    (word, index) => (positionStarts[index + 1] = (positionStarts[index] ?? 0) + (positions.get(word)?.length ?? 0)),
  );
  const allPositions = new Uint32Array(positionStarts[sorted.length] ?? 0);
  sorted.forEach((word, index) => allPositions.set(positions.get(word) ?? [], positionStarts[index] ?? 0));
  const numbers = new Map(categories.map((id, index) => [id, index]));
  return {
    ids: Buffer.from(documents.map(({ id }) => id).join(''), 'latin1'),
    titleStarts: titles.starts,
    titles: titles.bytes,
    extraStarts: extras.starts,
    extras: extras.bytes,
    flags: Uint8Array.from(
      documents,
      (document) => (document.content_type === 'video' ? IS_VIDEO : 0) | (document.is_public ? IS_PUBLIC : 0),
    ),
    categoryOf: Uint16Array.from(documents, ({ category_id: id }) => numbers.get(id) ?? 0),
    gramRows,
    wordStarts: wordPart.starts,
    words: wordPart.bytes,
    wordLetters: Uint32Array.from(sorted, lettersOf),
    wordLengths: Uint8Array.from(sorted, ({ length }) => length),
    positionStarts,
    positions: allPositions,
    itemOf: itemsOf(documents, idBytes),
  };
};

/** Aligns the start of a part, as typed arrays require. */
const align = (at: number): number => Math.ceil(at / 8) * 8;

/**
 * Packs documents into one buffer of typed arrays. The buffer is searched directly, so loading it needs no parsing. Ids
 * must be unique, start with a content id and have the same length. A content item takes about 150 bytes.
 */
export const packDocuments = (documents: readonly SearchDocument[]): Uint8Array => {
  const idBytes = documents[0]?.id.length ?? CONTENT_ID_BYTES;
  const wrong = documents.find(({ id }) => id.length !== idBytes || idBytes < CONTENT_ID_BYTES);
  if (wrong) throw new Error(`Not an id of this index: ${wrong.id}`);
  const ordered = [...documents].sort((a, b) => (a.id < b.id ? 1 : -1));
  const categories = [...new Set(ordered.map(({ category_id: id }) => id))];
  const views = partsOf(ordered, idBytes, categories);
  const lengths = partNames.map((name) => views[name].byteLength);
  const head = Buffer.from(JSON.stringify({ format: FORMAT, count: ordered.length, idBytes, categories, lengths }));
  const size = lengths.reduce((at, length) => align(at) + length, align(4 + head.length));
  const packed = new Uint8Array(size);
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, 4);
  let at = 4 + head.length;
  for (const name of partNames) {
    const { buffer, byteOffset, byteLength } = views[name];
    at = align(at);
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return packed;
};

interface Head {
  readonly format: number;
  readonly count: number;
  /** Not in indexes of content items that were packed before there were others. */
  readonly idBytes?: number;
  readonly categories: readonly (string | null)[];
  readonly lengths: readonly number[];
}

/** Opens a buffer from `packDocuments`. Throws when it has another format. */
export const openParts = (stored: Uint8Array): PackedParts => {
  // Typed arrays require alignment, but a stored object can start anywhere in its buffer.
  const packed = stored.byteOffset % 8 === 0 ? stored : Uint8Array.from(stored);
  const headLength = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const head = JSON.parse(Buffer.from(packed.buffer, packed.byteOffset + 4, headLength).toString()) as Head;
  if (head.format !== FORMAT) throw new Error(`The search index has the unsupported format ${head.format}`);
  let at = 4 + headLength;
  const opened = partNames.map((name, index) => {
    const length = head.lengths[index] ?? 0;
    at = align(at);
    const Part = parts[name];
    const view = new Part(packed.buffer as ArrayBuffer, packed.byteOffset + at, length / Part.BYTES_PER_ELEMENT);
    at += length;
    return [name, view] as const;
  });
  const { count, idBytes = CONTENT_ID_BYTES, categories } = head;
  return { ...(Object.fromEntries(opened) as unknown as PackedParts), count, idBytes, categories };
};

/** Decodes the text at an index. */
export const textAt = (bytes: Uint8Array, starts: Uint32Array, index: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + (starts[index] ?? 0),
    (starts[index + 1] ?? 0) - (starts[index] ?? 0),
  ).toString();

/** The id of a document number. */
export const idAt = ({ ids, idBytes }: PackedParts, index: number): string =>
  Buffer.from(ids.buffer, ids.byteOffset + index * idBytes, idBytes).toString('latin1');

/** The documents that were packed. */
export const unpackDocuments = (packed: PackedParts): readonly SearchDocument[] =>
  Array.from({ length: packed.count }, (_, index) => {
    const [artist = '', tags = '', category = ''] = textAt(packed.extras, packed.extraStarts, index).split(FIELD_BREAK);
    const flags = packed.flags[index] ?? 0;
    return {
      id: idAt(packed, index),
      title: textAt(packed.titles, packed.titleStarts, index).slice(0, -1),
      artist,
      tags,
      category,
      category_id: packed.categories[packed.categoryOf[index] ?? 0] ?? null,
      content_type: flags & IS_VIDEO ? 'video' : 'music',
      is_public: (flags & IS_PUBLIC) !== 0,
    };
  });

import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/**
 * What replaces an ID of the stage in a dump. AWS assigns the IDs of accounts and object versions, and they differ in
 * every pool and bucket, so a dump names the account by its address and the version by its key.
 */
export type Reference = { readonly user: string } | { readonly source: string };

/** A string in parts, because it contains references. */
interface TextInParts {
  readonly $: readonly (string | Reference)[];
}

/** A string of an item: unchanged, or in parts when it contains references. */
export type StoredText = { readonly S: string } | TextInParts;

/** An attribute value in a dump: DynamoDB's own JSON with base64 bytes, sorted names and sets, and references. */
export type StoredValue =
  | StoredText
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly B: string }
  | { readonly SS: readonly (string | TextInParts)[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly L: readonly StoredValue[] }
  | { readonly M: Readonly<Record<string, StoredValue>> };

export type StoredItem = Readonly<Record<string, StoredValue>>;

/** IDs are delimited by these: `USER#<id>`, `<version>/<attempt>`, `user:<id>`. */
const SEPARATORS = /([#/:])/;

const encodeText = (text: string, references: ReadonlyMap<string, Reference>): StoredText => {
  const parts: (string | Reference)[] = [];
  let found = false;
  for (const piece of text.split(SEPARATORS)) {
    const reference = references.get(piece);
    const last = parts.at(-1);
    if (reference) {
      found = true;
      parts.push(reference);
    } else if (piece !== '') {
      if (typeof last === 'string') parts[parts.length - 1] = last + piece;
      else parts.push(piece);
    }
  }
  return found ? { $: parts } : { S: text };
};

const sortName = (text: string | TextInParts): string => (typeof text === 'string' ? text : JSON.stringify(text));

/** Encodes a set. Its order is the same in every stage, whatever IDs the references have there. */
const encodeTexts = (
  texts: readonly string[],
  references: ReadonlyMap<string, Reference>,
): readonly (string | TextInParts)[] =>
  texts
    .map((text) => {
      const encoded = encodeText(text, references);
      return 'S' in encoded ? encoded.S : encoded;
    })
    .sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1));

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(
    Object.entries(record)
      .sort(byName)
      .map(([name, value]) => [name, change(value)]),
  );

const encodeValue = (value: AttributeValue, references: ReadonlyMap<string, Reference>): StoredValue => {
  if (value.S !== undefined) return encodeText(value.S, references);
  if (value.N !== undefined) return { N: value.N };
  if (value.BOOL !== undefined) return { BOOL: value.BOOL };
  if (value.NULL !== undefined) return { NULL: true };
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.SS !== undefined) return { SS: encodeTexts(value.SS, references) };
  if (value.NS !== undefined) return { NS: [...value.NS].sort() };
  if (value.BS !== undefined) return { BS: value.BS.map(base64).sort() };
  if (value.L !== undefined) return { L: value.L.map((entry) => encodeValue(entry, references)) };
  if (value.M !== undefined) return { M: mapValues(value.M, (entry) => encodeValue(entry, references)) };
  throw new Error('An attribute has an unknown type');
};

/** Encodes an item for a dump. `references` maps an AWS ID to its reference. */
export const encodeItem = (
  item: Readonly<Record<string, AttributeValue>>,
  references: ReadonlyMap<string, Reference>,
): StoredItem => mapValues(item, (value) => encodeValue(value, references));

const textOf = (value: StoredText, resolve: (reference: Reference) => string): string =>
  'S' in value ? value.S : value.$.map((part) => (typeof part === 'string' ? part : resolve(part))).join('');

const decodeValue = (value: StoredValue, resolve: (reference: Reference) => string): AttributeValue => {
  if ('S' in value || '$' in value) return { S: textOf(value, resolve) };
  if ('B' in value) return { B: Buffer.from(value.B, 'base64') };
  if ('BS' in value) return { BS: value.BS.map((bytes) => Buffer.from(bytes, 'base64')) };
  if ('SS' in value) return { SS: value.SS.map((text) => (typeof text === 'string' ? text : textOf(text, resolve))) };
  if ('L' in value) return { L: value.L.map((entry) => decodeValue(entry, resolve)) };
  if ('M' in value) return { M: mapValues(value.M, (entry) => decodeValue(entry, resolve)) };
  return value as AttributeValue;
};

/** Decodes an item for a table. `resolve` returns the ID that a reference has in the target stage. */
export const decodeItem = (
  item: StoredItem,
  resolve: (reference: Reference) => string,
): Record<string, AttributeValue> => mapValues(item, (value) => decodeValue(value, resolve));

/** Every reference in a value. */
export const referencesIn = (value: StoredValue | StoredItem): readonly Reference[] => {
  if ('$' in value && Array.isArray(value.$)) return value.$.filter((part) => typeof part !== 'string');
  return Object.values(value).flatMap((inner: unknown) =>
    typeof inner === 'object' && inner !== null ? referencesIn(inner as StoredValue) : [],
  );
};

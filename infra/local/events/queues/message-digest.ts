import { createHash } from 'node:crypto';

/** A message attribute in the SQS JSON protocol; binary values are Base64. */
export interface MessageAttribute {
  /** `String`, `Number` or `Binary`, optionally with a custom suffix after a dot. */
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

/** MD5 in hex; SDKs compare it with their own. */
export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

const lengthOf = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
};

/**
 * MD5 of message attributes as the SQS developer guide defines it: per name in order, the lengths and bytes of name and
 * data type, one byte for the transport (1 text, 2 binary), then length and bytes of the value.
 */
export const md5OfAttributes = (attributes: MessageAttributes): string | undefined => {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  for (const name of names) {
    const { DataType = '', StringValue, BinaryValue } = attributes[name] ?? {};
    const value = BinaryValue === undefined ? Buffer.from(StringValue ?? '') : Buffer.from(BinaryValue, 'base64');
    for (const bytes of [Buffer.from(name), Buffer.from(DataType)]) hash.update(lengthOf(bytes)).update(bytes);
    hash.update(Buffer.from([BinaryValue === undefined ? 1 : 2]));
    hash.update(lengthOf(value)).update(value);
  }
  return hash.digest('hex');
};

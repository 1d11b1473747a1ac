import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { MessageAttributes } from './message-digest.ts';

/** A message as a queue keeps it. Times are epoch milliseconds. */
export interface StoredMessage {
  readonly id: string;
  readonly body: string;
  readonly attributes: MessageAttributes;
  readonly sentAt: number;
  /** Not handed out before this time: delayed, or with a receiver. */
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt?: number;
  /** Of the latest receive; only this one deletes. */
  receiptHandle?: string;
  /** The queue that gave this message up, once it lies in a dead-letter queue. */
  readonly sourceArn?: string;
}

/** One line of a queue's file. */
export type JournalEntry =
  | { readonly put: StoredMessage }
  | { readonly received: readonly [id: string, count: number, firstAt: number] }
  | { readonly gone: string }
  | { readonly purged: true };

/** Where a queue writes what happens to it, so that messages outlive a restart. */
export interface QueueJournal {
  /** Messages of the last run, oldest first. Those that were with a receiver are back: their receiver is gone. */
  load(): StoredMessage[];
  append(entry: JournalEntry): void;
  /** Called when the queue is empty, to let the file shrink. */
  emptied(): void;
  close(): void;
}

/** A journal of a queue that lives in memory only. */
export const noJournal: QueueJournal = {
  load: () => [],
  append: () => undefined,
  emptied: () => undefined,
  close: () => undefined,
};

/** A file this long is cut when its queue is empty. */
const SHRINK_BYTES = 256 * 1024;

const replay = (text: string): StoredMessage[] => {
  const messages = new Map<string, StoredMessage>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    let entry: JournalEntry;
    try {
      entry = JSON.parse(line) as JournalEntry;
    } catch {
      continue; // The last line of a run that was killed while it wrote.
    }
    if ('put' in entry) messages.set(entry.put.id, entry.put);
    else if ('gone' in entry) messages.delete(entry.gone);
    else if ('purged' in entry) messages.clear();
    else {
      const message = messages.get(entry.received[0]);
      if (message) [, message.receiveCount, message.firstReceivedAt] = entry.received;
    }
  }
  return [...messages.values()];
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Keeps a queue in a file of JSON lines, one write per change. */
export const createFileJournal = (file: string): QueueJournal => {
  mkdirSync(dirname(file), { recursive: true });
  let descriptor: number | undefined;
  let written = 0;
  const append = (entry: JournalEntry): void => {
    descriptor ??= openSync(file, 'a');
    written += writeSync(descriptor, `${JSON.stringify(entry)}\n`);
  };
  return {
    load() {
      const messages = replay(readText(file));
      const compact = messages.map((message) => `${JSON.stringify({ put: message })}\n`).join('');
      writeFileSync(`${file}.new`, compact);
      renameSync(`${file}.new`, file);
      written = Buffer.byteLength(compact);
      return messages;
    },
    append,
    emptied() {
      if (descriptor === undefined || written < SHRINK_BYTES) return;
      ftruncateSync(descriptor);
      written = 0;
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
};

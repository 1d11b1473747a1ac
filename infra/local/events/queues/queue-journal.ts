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

/** A message as a queue stores it. Times are epoch milliseconds. */
export interface StoredMessage {
  readonly id: string;
  readonly body: string;
  readonly attributes: MessageAttributes;
  readonly sentAt: number;
  /** Invisible until this time: delayed, or in flight. */
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt?: number;
  /** Receipt handle of the latest receive; older ones are invalid. */
  receiptHandle?: string;
  /** In a dead-letter queue: the queue that the message came from. */
  readonly sourceArn?: string;
}

/** One line of a queue's file. */
export type JournalEntry =
  | { readonly put: StoredMessage }
  /** Receives that have ended. */
  | { readonly received: readonly [id: string, count: number, firstAt: number] }
  | { readonly gone: string }
  | { readonly purged: true };

/** Stores a queue's changes, so that messages survive a restart. */
export interface QueueJournal {
  /**
   * Messages of the last run, oldest first. Messages that were in flight are visible again, because their receivers no
   * longer exist, and these receives do not count: otherwise a few restarts would move a message that never failed to
   * the dead-letter queue.
   */
  load(): StoredMessage[];
  append(entry: JournalEntry): void;
  /** Called when the queue is empty, so that the file can shrink. */
  emptied(): void;
  close(): void;
}

/** The journal of a queue that is kept in memory only. */
export const noJournal: QueueJournal = {
  load: () => [],
  append: () => undefined,
  emptied: () => undefined,
  close: () => undefined,
};

/** A file of at least this size is truncated when its queue is empty. */
const SHRINK_BYTES = 256 * 1024;

const replay = (text: string): StoredMessage[] => {
  const messages = new Map<string, StoredMessage>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    let entry: JournalEntry;
    try {
      entry = JSON.parse(line) as JournalEntry;
    } catch {
      continue; // The last line of a run that was killed while writing it.
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

/** Stores a queue in a JSON Lines file, one line per change. */
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

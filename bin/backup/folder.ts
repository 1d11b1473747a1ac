import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OperatorError } from '../operator.ts';
import type { StoredItem } from './item-text.ts';

/** Version of the dump format. */
const FORMAT = 1;

const File = z.strictObject({ count: z.int(), sha256: z.string() });
const Manifest = z.strictObject({ format: z.literal(FORMAT), items: File, users: File, objects: z.nullable(File) });
export type Manifest = z.infer<typeof Manifest>;

const Attributes = z.strictObject({
  content_type: z.optional(z.string()),
  cache_control: z.optional(z.string()),
  content_disposition: z.optional(z.string()),
  content_encoding: z.optional(z.string()),
  content_language: z.optional(z.string()),
  metadata: z.optional(z.record(z.string(), z.string())),
});
/** What S3 stores with an object's bytes. */
export type ObjectAttributes = z.infer<typeof Attributes>;

const StoredObject = z.strictObject({
  bucket: z.enum(['uploads', 'media']),
  key: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  attributes: Attributes,
});
/** One object of a dump. Its bytes are stored under their hash. */
export type StoredObject = z.infer<typeof StoredObject>;

const StoredUser = z.strictObject({
  email: z.string(),
  enabled: z.boolean(),
  /** Attributes other than the address, by Cognito's names. */
  attributes: z.record(z.string(), z.string()),
});
/** One account of a dump, without its password: Cognito exports none. */
export type StoredUser = z.infer<typeof StoredUser>;

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/**
 * A journal of completed work, one line per entry, so that an interrupted command can resume. `key` identifies an
 * entry.
 */
export const openJournal = <T>(file: string, key: (entry: T) => string) => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // An interruption may have cut the last line off. It is removed, so that the next entry starts on a line of its own.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete !== text) writeFileSync(file, complete);
  const done = new Map(
    complete
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as T)
      .map((entry) => [key(entry), entry]),
  );
  return {
    find: (entryKey: string): T | undefined => done.get(entryKey),
    add(entry: T): void {
      done.set(key(entry), entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
    remove: (): void => rmSync(file, { force: true }),
  };
};

/** The files of a dump. */
export const openFolder = (folder: string) => {
  const path = (...names: readonly string[]): string => join(folder, ...names);
  const manifestFile = path('manifest.json');

  const writeLines = (name: string, lines: readonly string[]): z.infer<typeof File> => {
    const text = lines.map((line) => `${line}\n`).join('');
    writeFileSync(path(name), text);
    return { count: lines.length, sha256: hash(text) };
  };
  const readLines = (name: string): readonly unknown[] =>
    readFileSync(path(name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);

  const blob = (sha256: string): string => path('objects', sha256.slice(0, 2), sha256);

  return {
    path,
    /** Path of the bytes with this hash. */
    blob,
    isComplete: (): boolean => existsSync(manifestFile),
    create: (): void => void mkdirSync(path('objects'), { recursive: true, mode: 0o700 }),
    /** Writes the lists, then the manifest, and returns the dump's digest. Expects sorted lines. */
    write(content: {
      readonly items: readonly string[];
      readonly users: readonly string[];
      readonly objects: readonly string[] | null;
    }): string {
      const manifest: Manifest = {
        format: FORMAT,
        items: writeLines('items.jsonl', content.items),
        users: writeLines('users.jsonl', content.users),
        objects: content.objects && writeLines('objects.jsonl', content.objects),
      };
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      writeFileSync(manifestFile, text);
      return hash(text);
    },
    items: (): readonly StoredItem[] => readLines('items.jsonl') as readonly StoredItem[],
    users: (): readonly StoredUser[] => readLines('users.jsonl').map((line) => StoredUser.parse(line)),
    objects: (): readonly StoredObject[] =>
      existsSync(path('objects.jsonl')) ? readLines('objects.jsonl').map((line) => StoredObject.parse(line)) : [],
    /**
     * Verifies every byte of the dump against its hash. Returns manifest and digest. Throws OperatorError naming the
     * first file that differs.
     */
    async verify(): Promise<{ readonly manifest: Manifest; readonly digest: string }> {
      if (!existsSync(manifestFile))
        throw new OperatorError(`${folder} contains no complete dump: manifest.json is missing.`);
      const text = readFileSync(manifestFile, 'utf8');
      const parsed = Manifest.safeParse(JSON.parse(text));
      if (!parsed.success) throw new OperatorError(`${folder} contains a dump in another format than ${FORMAT}.`);
      for (const name of ['items', 'users', 'objects'] as const) {
        const expected = parsed.data[name];
        if (
          expected &&
          (!existsSync(path(`${name}.jsonl`)) || hash(readFileSync(path(`${name}.jsonl`))) !== expected.sha256)
        )
          throw new OperatorError(`The dump is damaged: ${name}.jsonl has changed.`);
      }
      for (const { key, sha256 } of this.objects()) {
        const found = existsSync(blob(sha256)) ? await hashOfFile(blob(sha256)) : 'nothing';
        if (found !== sha256) throw new OperatorError(`The dump is damaged: the bytes of ${key} have changed.`);
      }
      return { manifest: parsed.data, digest: hash(text) };
    },
  };
};

export type DumpFolder = ReturnType<typeof openFolder>;

const hashOfFile = async (file: string): Promise<string> => {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
};

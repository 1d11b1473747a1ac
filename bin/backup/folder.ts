import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OperatorError } from '../operator.ts';
import type { StoredItem } from './item-text.ts';

/** Raised when the form of a dump changes. */
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
/** What S3 keeps beside an object's bytes. */
export type ObjectAttributes = z.infer<typeof Attributes>;

const StoredObject = z.strictObject({
  bucket: z.enum(['uploads', 'media']),
  key: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  attributes: Attributes,
});
/** One object of a dump; its bytes lie under their own hash. */
export type StoredObject = z.infer<typeof StoredObject>;

const StoredUser = z.strictObject({
  email: z.string(),
  enabled: z.boolean(),
  /** Attributes besides the address, by Cognito's names. */
  attributes: z.record(z.string(), z.string()),
});
/** One account of a dump. No password: nothing exports one. */
export type StoredUser = z.infer<typeof StoredUser>;

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** What is done so far, one line each, so that a command that was cut can go on. `key` tells entries apart. */
export const openJournal = <T>(file: string, key: (entry: T) => string) => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The last line may have been cut with the command; the next one must not be written behind its rest.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole);
  const done = new Map(
    whole
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as T)
      .map((entry) => [key(entry), entry]),
  );
  return {
    find: (wanted: string): T | undefined => done.get(wanted),
    add(entry: T): void {
      done.set(key(entry), entry);
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
    forget: (): void => rmSync(file, { force: true }),
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
    /** Where the bytes with this hash lie. */
    blob,
    isComplete: (): boolean => existsSync(manifestFile),
    create: (): void => void mkdirSync(path('objects'), { recursive: true, mode: 0o700 }),
    /** Writes the lists in their one order, the manifest last, and answers the dump's digest. Lines come sorted. */
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
     * Reads every byte of the dump against its hash. Answers manifest and digest. Throws OperatorError with the first
     * file that differs.
     */
    async verify(): Promise<{ readonly manifest: Manifest; readonly digest: string }> {
      if (!existsSync(manifestFile))
        throw new OperatorError(`${folder} holds no complete dump: it has no manifest.json.`);
      const text = readFileSync(manifestFile, 'utf8');
      const parsed = Manifest.safeParse(JSON.parse(text));
      if (!parsed.success) throw new OperatorError(`${folder} holds a dump of another form than ${FORMAT}.`);
      for (const name of ['items', 'users', 'objects'] as const) {
        const wanted = parsed.data[name];
        if (
          wanted &&
          (!existsSync(path(`${name}.jsonl`)) || hash(readFileSync(path(`${name}.jsonl`))) !== wanted.sha256)
        )
          throw new OperatorError(`${name}.jsonl of the dump is not what was written.`);
      }
      for (const { key, sha256 } of this.objects()) {
        const found = existsSync(blob(sha256)) ? await hashOfFile(blob(sha256)) : 'nothing';
        if (found !== sha256) throw new OperatorError(`The bytes of ${key} in the dump are not what was written.`);
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

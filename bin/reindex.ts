/**
 * `npm run reindex -- --stage <stage>`: rebuilds the search indexes of a stage from its table.
 * Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { StoredItem } from '../lambdas/data/table/entity.ts';
import { createTable, type Table } from '../lambdas/data/table/table.ts';
import { createTranscriptRepository } from '../lambdas/data/transcripts/transcript-repository.ts';
import { documentOf, type IndexName, type SearchDocument } from '../lambdas/domain/search/document.ts';
import { sentencesOf } from '../lambdas/domain/search/speech/sentences.ts';
import { packDocuments } from '../lambdas/domain/search/packing.ts';
import { rebuildIndex } from '../lambdas/domain/search/update-index.ts';
import { ALL_CONTENT } from '../lambdas/data/content/content-entity.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { createSearchStore } from '../lambdas/platform/storage/search-store.ts';
import { openStage, OperatorError } from './operator.ts';

const USAGE = 'Usage: npm run reindex -- --stage <dev|prod|local>';

/** Items per call. DynamoDB ends a page at 1 MB in any case. */
const PAGE = 1000;

const KINDS: Readonly<Record<IndexName, string>> = {
  published: 'published items',
  staff: 'unpublished items',
  speech: 'spoken sentences',
};

/** Reads the documents of an index from the table, and counts the stored items that cannot be read. */
const readDocuments = async (
  table: Table,
  name: IndexName,
): Promise<{ readonly documents: readonly SearchDocument[]; readonly corrupt: number }> => {
  const documents: SearchDocument[] = [];
  let corrupt = 0;
  const transcripts = createTranscriptRepository(table, (count) => void (corrupt += count));
  const sentencesIn = async (item: StoredItem, contentId: string): Promise<readonly SearchDocument[]> => {
    const stored = await transcripts.read(contentId);
    return stored?.transcript.version_id === item['source_version_id'] ? sentencesOf(item, stored?.segments ?? []) : [];
  };
  for await (const items of table.pages({ index: 'gsi1', partition: ALL_CONTENT, limit: PAGE })) {
    for (const item of items) {
      let document: SearchDocument | undefined;
      try {
        document = documentOf(item, name === 'staff' ? 'staff' : 'published');
      } catch {
        corrupt += 1;
      }
      if (document) documents.push(...(name === 'speech' ? await sentencesIn(item, document.id) : [document]));
    }
  }
  return { documents, corrupt };
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stage: { type: 'string' } } });
  if (values.stage === undefined || positionals.length > 0) throw new OperatorError(USAGE);
  const { stage, TableName, SearchBucket } = await openStage(values.stage);
  const table = createTable(createDocumentClient(), TableName);
  let unreadable = 0;
  for (const name of ['published', 'staff', 'speech'] as const) {
    let [count, bytes] = [0, 0];
    await rebuildIndex(
      {
        store: createSearchStore(SearchBucket, name),
        sleep: (ms) => setTimeout(ms),
        random: Math.random,
      },
      async () => {
        const { documents, corrupt } = await readDocuments(table, name);
        const packed = packDocuments(documents);
        [count, bytes, unreadable] = [documents.length, packed.byteLength, Math.max(unreadable, corrupt)];
        return { packed, count };
      },
    );
    console.log(`Indexed ${count} ${KINDS[name]} of ${stage} (${(bytes / 1e6).toFixed(1)} MB).`);
  }
  if (unreadable > 0) {
    console.error(`${unreadable} stored items could not be read and are missing from an index.`);
    process.exitCode = 1;
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

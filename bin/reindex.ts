/**
 * `npm run reindex -- --stage <stage>`: rebuilds the search index of a stage from its table.
 * Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTable, type Table } from '../lambdas/data/table/table.ts';
import { documentOf, type Audience, type SearchDocument } from '../lambdas/domain/search/document.ts';
import { packDocuments } from '../lambdas/domain/search/packing.ts';
import { rebuildIndex } from '../lambdas/domain/search/update-index.ts';
import { ALL_CONTENT } from '../lambdas/data/content/content-entity.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { createSearchStore } from '../lambdas/platform/search-store.ts';
import { openStage, OperatorError } from './operator.ts';

const USAGE = 'Usage: npm run reindex -- --stage <dev|prod|local>';

/** Items per call. DynamoDB ends a page at 1 MB in any case. */
const PAGE = 1000;

const AUDIENCES = ['published', 'staff'] as const satisfies readonly Audience[];

/** Reads an audience's documents from the table, and counts the content items that cannot be read. */
const readDocuments = async (
  table: Table,
  audience: Audience,
): Promise<{ readonly documents: readonly SearchDocument[]; readonly corrupt: number }> => {
  const documents: SearchDocument[] = [];
  let corrupt = 0;
  let startKey: Readonly<Record<string, unknown>> | undefined;
  do {
    const page = await table.query({ index: 'gsi1', partition: ALL_CONTENT, limit: PAGE, startKey });
    for (const item of page.items) {
      try {
        const document = documentOf(item, audience);
        if (document) documents.push(document);
      } catch {
        corrupt += 1;
      }
    }
    startKey = page.lastKey;
  } while (startKey);
  return { documents, corrupt };
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stage: { type: 'string' } } });
  if (values.stage === undefined || positionals.length > 0) throw new OperatorError(USAGE);
  const { stage, TableName, SearchBucket } = await openStage(values.stage);
  const table = createTable(createDocumentClient(), TableName);
  let unreadable = 0;
  for (const audience of AUDIENCES) {
    let [count, bytes] = [0, 0];
    await rebuildIndex(
      { store: createSearchStore(SearchBucket, audience), sleep: (ms) => setTimeout(ms), random: Math.random },
      async () => {
        const { documents, corrupt } = await readDocuments(table, audience);
        const packed = packDocuments(documents);
        [count, bytes, unreadable] = [documents.length, packed.byteLength, corrupt];
        return { packed, count };
      },
    );
    const kind = audience === 'published' ? 'published items' : 'unpublished items';
    console.log(`Indexed ${count} ${kind} of ${stage} (${(bytes / 1e6).toFixed(1)} MB).`);
  }
  if (unreadable > 0) {
    console.error(`${unreadable} stored items could not be read and are missing from the index.`);
    process.exitCode = 1;
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

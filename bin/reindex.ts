/**
 * `npm run reindex -- --stage <stage>`: makes the search index of a stage anew from its table.
 * Uses the AWS credentials of the shell; for the stage `local`, those of the running `npm start`.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTable, type Table } from '../lambdas/data/table.ts';
import { documentOf, type Audience, type SearchDocument } from '../lambdas/domain/search/document.ts';
import { packDocuments } from '../lambdas/domain/search/packing.ts';
import { replaceIndex } from '../lambdas/domain/search/update-index.ts';
import { ALL_CONTENT } from '../lambdas/data/content-entity.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { createSearchStore } from '../lambdas/platform/search-store.ts';
import { openStage, OperatorError } from './operator.ts';

const USAGE = 'Usage: npm run reindex -- --stage <dev|prod|local>';

/** Items of one call; DynamoDB ends a page at 1 MB anyway. */
const PAGE = 1000;

const AUDIENCES = ['everybody', 'staff'] as const satisfies readonly Audience[];

const readDocuments = async (table: Table): Promise<{ readonly documents: Readonly<Record<Audience, readonly SearchDocument[]>>; readonly corrupt: number }> => {
  const documents: Record<Audience, SearchDocument[]> = { everybody: [], staff: [] };
  let corrupt = 0;
  let startKey: Readonly<Record<string, unknown>> | undefined;
  do {
    const page = await table.query({ index: 'gsi1', partition: ALL_CONTENT, limit: PAGE, startKey });
    for (const item of page.items) {
      try {
        for (const audience of AUDIENCES) documents[audience].push(...[documentOf(item, audience)].filter((document) => document !== undefined));
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
  const { documents, corrupt } = await readDocuments(createTable(createDocumentClient(), TableName));
  for (const audience of AUDIENCES) {
    const found = documents[audience];
    const packed = packDocuments(found);
    await replaceIndex({ store: createSearchStore(SearchBucket, audience), sleep: (ms) => setTimeout(ms), random: Math.random }, { packed, count: found.length });
    const what = audience === 'everybody' ? 'published contents' : 'contents that are not published';
    console.log(`${found.length} ${what} of ${stage} are in the search index (${(packed.byteLength / 1e6).toFixed(1)} MB).`);
  }
  if (corrupt > 0) {
    console.error(`${corrupt} stored contents could not be read and are not in it.`);
    process.exitCode = 1;
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

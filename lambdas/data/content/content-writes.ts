import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { countWrites, type Transfer } from './content-counts.ts';
import { contentEntity } from './content-entity.ts';
import { onConditionFailed, type ConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/**
 * Condition: the item was not edited, and its conversion status is unchanged. The keys of gsi5 and gsi6 contain both.
 */
const asRead = ({ revision, conversion_status: status }: Content): Expression => ({
  expression: '#revision = :revision AND #conversion = :conversion AND attribute_not_exists(#deleted)',
  names: { '#revision': 'revision', '#conversion': 'conversion_status', '#deleted': 'deleted_at' },
  values: { ':revision': revision, ':conversion': status },
});

/** Whether an edit depends on the verdict: it publishes the item, or lets it wait until the gate opens. */
const asksGate = (before: Content, after: Content): boolean =>
  (after.status === 'published' && before.status !== 'published') ||
  (after.publish_when_ready === true && before.publish_when_ready !== true) ||
  before.safety?.rev !== after.safety?.rev;

/** The same, and neither the file nor the verdict about it has changed: verdicts about two files can have one `rev`. */
const withVerdict = (
  { expression, names, values }: Expression,
  { safety, source_version_id: source }: Content,
): Expression => {
  const sameFile = {
    expression: `${expression} AND #source = :source`,
    names: { ...names, '#source': 'source_version_id', '#safety': 'safety' },
    values: { ...values, ':source': source },
  };
  return safety
    ? {
        expression: `${sameFile.expression} AND #safety.#rev = :rev AND #safety.#version = :version`,
        names: { ...sameFile.names, '#rev': 'rev', '#version': 'version_id' },
        values: { ...sameFile.values, ':rev': safety.rev, ':version': safety.version_id },
      }
    : { ...sameFile, expression: `${sameFile.expression} AND attribute_not_exists(#safety)` };
};

const editedFields = (before: Content, after: Content): Partial<Content> =>
  Object.fromEntries(
    (Object.keys({ ...before, ...after }) as (keyof Content)[])
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  );

/** Additions to the transaction of an edit. */
export interface SaveExtras {
  /** More writes. */
  readonly more: readonly Write[];
  /** Storage that moves to the new creator. */
  readonly transfer?: Transfer | undefined;
  /** The edit depends on the conversion status. If that has changed, the edit fails instead of being saved anyway. */
  readonly byConversion?: boolean | undefined;
}

/**
 * C6. Saves an edit of the content item that was read as `before`, in one transaction with the counts and `more`. Only
 * edited attributes are written, and the current name of a new category or creator. Throws ConditionFailed when the
 * item was edited or deleted since (index 0) or a condition in `more` failed, and AppError when the new category or
 * creator does not exist or has no storage left.
 */
export const saveContent = async (
  table: Table,
  before: Content,
  after: Content,
  { more, transfer, byConversion }: SaveExtras,
): Promise<void> => {
  let set = editedFields(before, after);
  let counts = countWrites(table, before, after, transfer);
  let read = before;
  /** Adapts the next try to a change that is not an edit, or throws. */
  const adjust = (failure: ConditionFailed): typeof RETRY => {
    const count = counts[failure.index - 1];
    const problem = count?.failure(failure.item);
    if (problem === 'needless') {
      counts = counts.filter((other) => other !== count);
      return RETRY;
    }
    if (problem && 'rejection' in problem) throw new AppError(problem.rejection);
    if (problem) {
      set = { ...set, ...problem.rename };
      counts = countWrites(table, before, { ...after, ...set }, transfer);
      return RETRY;
    }
    const stored = failure.index === 0 && failure.item ? contentEntity.tryParse(failure.item) : undefined;
    const onlyConversionChanged =
      stored?.revision === before.revision &&
      stored.deleted_at === undefined &&
      stored.conversion_status !== read.conversion_status;
    if (!stored || !onlyConversionChanged || byConversion) throw failure;
    read = stored;
    return RETRY;
  };
  await optimistic<void>(() => {
    const written = table.transact([
      table.write.update(
        contentEntity.key(before),
        { set: { ...set, ...contentEntity.indexAttributes({ ...read, ...set }) } },
        asksGate(before, after) ? withVerdict(asRead(read), before) : asRead(read),
      ),
      ...counts.map(({ write }) => write),
      ...more,
    ]);
    return onConditionFailed(written, adjust);
  });
};

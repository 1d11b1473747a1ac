import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { countWrites, type Transfer } from './content-counts.ts';
import { contentEntity } from './content-entity.ts';
import { ConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/**
 * Condition: nobody edited the content, and its conversion stands where it stood: the keys of the lists by state are
 * made of both.
 */
const asRead = ({ revision, conversion_status: status }: Content): Expression => ({
  expression: '#revision = :revision AND #conversion = :conversion AND attribute_not_exists(#deleted)',
  names: { '#revision': 'revision', '#conversion': 'conversion_status', '#deleted': 'deleted_at' },
  values: { ':revision': revision, ':conversion': status },
});

const editedFields = (before: Content, after: Content): Partial<Content> =>
  Object.fromEntries(
    (Object.keys({ ...before, ...after }) as (keyof Content)[])
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  );

/** What goes along with an edit. */
export interface SaveExtras {
  /** Writes of the same transaction. */
  readonly more: readonly Write[];
  /** Storage that moves to the new creator. */
  readonly transfer?: Transfer | undefined;
  /** The edit was decided by where the conversion stood: it is to be decided again when that went on. */
  readonly byConversion?: boolean | undefined;
}

/**
 * C6. Stores an edit of a content that was read as `before`, in one transaction with `more` and with what is counted.
 * Only what was edited is written, and the name of a new category or creator as it is by then. Throws ConditionFailed
 * when somebody else edited or deleted it (index 0), or one of `more` did not hold; AppError when its new category or
 * creator is gone or full.
 */
export const saveContent = async (
  table: Table,
  before: Content,
  after: Content,
  { more, transfer, byConversion }: SaveExtras,
): Promise<void> => {
  let set = editedFields(before, after);
  let counts = countWrites(table, before, after, transfer);
  for (let read = before; ;) {
    try {
      await table.transact([
        table.write.update(
          contentEntity.key(before),
          { set: { ...set, ...contentEntity.indexAttributes({ ...read, ...set }) } },
          asRead(read),
        ),
        ...counts.map(({ write }) => write),
        ...more,
      ]);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const count = counts[error.index - 1];
      const failure = count?.failure(error.item);
      if (failure === 'needless') {
        counts = counts.filter((other) => other !== count);
        continue;
      }
      if (failure && 'refusal' in failure) throw new AppError(failure.refusal);
      if (failure) {
        set = { ...set, ...failure.rename };
        counts = countWrites(table, before, { ...after, ...set }, transfer);
        continue;
      }
      const stands = error.index === 0 && error.item ? contentEntity.tryParse(error.item) : undefined;
      if (
        !stands ||
        stands.revision !== before.revision ||
        stands.deleted_at !== undefined ||
        stands.conversion_status === read.conversion_status ||
        byConversion
      )
        throw error;
      // Its conversion went on: that is no edit.
      read = stands;
    }
  }
};

import { FIRST_PAGE } from '../../data/privacy/person-references.ts';
import type { EraseState } from '../../domain/privacy/data-request.ts';
import type { EraseContext, EraseDeps } from './deps.ts';

/** The state with the number of references in its receipt. */
const counted = (state: EraseState, page: string, more: number): EraseState => {
  const count = (state.references?.count ?? 0) + more;
  const line = { store: 'table', what: 'items that named you', count, action: 'pseudonymized' as const };
  const others = state.receipt.lines.filter(({ action }) => action !== 'pseudonymized');
  const lines = count === 0 ? others : [...others, line];
  return { ...state, references: { page, count }, receipt: { ...state.receipt, lines } };
};

/**
 * Replaces the user's id in items of the platform and of titles. The state of a page is stored after it was counted and
 * before it is replaced, so that a repeated page is not counted twice.
 */
export const replaceReferences = async (
  { references }: Pick<EraseDeps, 'references'>,
  { userId, state, store }: EraseContext,
): Promise<void> => {
  let current = state;
  let page: string | undefined = state.references?.page ?? FIRST_PAGE;
  let isCounted = state.references !== undefined;
  while (page !== undefined) {
    const { items, next } = await references.read(userId, page);
    if (!isCounted) {
      current = counted(current, page, items.length);
      await store(current);
    }
    for (const item of items) await references.replace(item, userId);
    page = next;
    isCounted = false;
  }
};

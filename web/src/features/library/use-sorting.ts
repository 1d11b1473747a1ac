import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { indexAt, type Target } from './rules.ts';

/** An entry that is being dragged. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Where a key on a handle moves its row. */
const targets: Readonly<Record<string, (count: number) => Target>> = {
  ArrowUp: () => ({ by: -1 }),
  ArrowDown: () => ({ by: 1 }),
  Home: () => ({ to: 0 }),
  End: (count) => ({ to: count - 1 }),
};

/** Reorders a list with handles: by dragging one, or with the arrow keys on it. All rows have the same height. */
export const useSorting = (
  list: RefObject<HTMLOListElement | null>,
  count: number,
  onMove: (index: number, target: Target) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  /** The row that was moved last. */
  const last = useRef<Element | null>(null);

  useEffect(() => {
    // A row may lose the focus when it moves in the document.
    if (last.current === null || document.activeElement !== document.body) return;
    last.current.querySelector<HTMLElement>('[data-handle]')?.focus();
  });

  const move = (index: number, target: Target): void => {
    last.current = list.current?.children[index] ?? null;
    onMove(index, target);
  };

  const handleOf = (index: number) => ({
    'data-handle': '',
    onKeyDown: (event: KeyboardEvent) => {
      const target = targets[event.key]?.(count);
      if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      move(index, target);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove: (event: PointerEvent) => {
      const rows = list.current?.getBoundingClientRect();
      if (!drag || !rows) return;
      const to = indexAt(event.clientY - rows.top, rows.height / count, count);
      if (to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && drag.to !== drag.from) move(drag.from, { to: drag.to });
    },
    onPointerCancel: () => setDrag(null),
  });

  return { drag, handleOf, move };
};

import { createPortal } from 'react-dom';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

interface AnnouncerProps {
  readonly message: string;
}

/** Announces `message` to screen readers, politely, when it changes. For dialogs and panels. */
export const Announcer = ({ message }: AnnouncerProps) => (
  <VisuallyHidden>
    <span role="status" aria-live="polite" aria-atomic="true">
      {message}
    </span>
  </VisuallyHidden>
);

/**
 * The same for screens. It is outside the page, because dialogs hide the page as a whole only if it has no live region.
 * Otherwise, parts that load later would stay reachable behind a dialog.
 */
export const PageAnnouncer = ({ message }: AnnouncerProps) =>
  createPortal(<Announcer message={message} />, document.body);

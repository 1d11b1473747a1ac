import { VisuallyHidden } from '../layout/visually-hidden.tsx';

/** Announces `message` to screen readers, politely, when it changes. */
export const Announcer = ({ message }: { readonly message: string }) => (
  <VisuallyHidden>
    <span role="status" aria-live="polite" aria-atomic="true">
      {message}
    </span>
  </VisuallyHidden>
);

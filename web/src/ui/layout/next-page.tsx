import { Button, type ButtonLook } from '../actions/button.tsx';
import { Notice } from '../feedback/notice.tsx';

export interface NextPageProps {
  readonly label: string;
  /** Whether the list has another page. */
  readonly exists: boolean;
  readonly busy: boolean;
  /** Why the next page failed to load. */
  readonly failure: string | null;
  readonly onLoad: () => void;
  readonly variant?: ButtonLook['variant'];
}

/** The end of a list whose next page loads only when the button is pressed. */
export const NextPage = ({ label, exists, busy, failure, onLoad, variant = 'secondary' }: NextPageProps) => (
  <>
    {failure !== null && (
      <Notice tone="danger" alert>
        <p>{failure}</p>
      </Notice>
    )}
    {exists && (
      <Button variant={variant} busy={busy} onClick={onLoad}>
        {label}
      </Button>
    )}
  </>
);

import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { usernameTexts } from './texts.ts';
import { useRetrieval } from './use-retrieval.ts';

/** Requests a code that reveals the username of an email address. `onSent` opens the form for the code. */
export const GetUsernameButton = ({
  email,
  onSent,
}: {
  readonly email: string;
  readonly onSent: (email: string) => void;
}) => {
  const { requestCode } = useRetrieval();
  const [busy, setBusy] = useState(false);
  const request = async () => {
    setBusy(true);
    const sent = await requestCode(email);
    setBusy(false);
    if (sent) onSent(email);
  };
  return (
    <Button variant="secondary" disabled={email === ''} busy={busy} onClick={request}>
      {busy ? usernameTexts.sending : usernameTexts.get}
    </Button>
  );
};

import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { usernameTexts } from './texts.ts';
import { useRetrieval } from './use-retrieval.ts';

/** Asks for the code that shows the username of an address. `onSent` opens the form for it. */
export const GetUsernameButton = ({
  email,
  onSent,
}: {
  readonly email: string;
  readonly onSent: (email: string) => void;
}) => {
  const { requestCode } = useRetrieval();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    const sent = await requestCode(email);
    setBusy(false);
    if (sent) onSent(email);
  };
  return (
    <Button variant="secondary" disabled={email === ''} busy={busy} onClick={ask}>
      {busy ? usernameTexts.asking : usernameTexts.get}
    </Button>
  );
};

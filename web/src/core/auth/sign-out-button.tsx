import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { useGlobalUpload } from '../uploads/global-upload.tsx';
import { useAuth } from './auth-context.tsx';
import { authTexts } from './texts.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Ends the session of this device. Asks first while files are being uploaded. */
export const SignOutButton = () => {
  const { signOut } = useAuth();
  const { busy } = useGlobalUpload();
  const [leaving, setLeaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    setLeaving(true);
    void signOut().finally(() => setLeaving(false));
  };
  return (
    <>
      <Button variant="ghost" busy={leaving} onClick={() => (busy.get() ? setAsking(true) : leave())}>
        <LogOut aria-hidden size={16} />
        {authTexts.signOut}
      </Button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title={authTexts.signOutBusy.title}
            description={authTexts.signOutBusy.text}
            action={authTexts.signOut}
            onConfirm={leave}
          />
        </Suspense>
      )}
    </>
  );
};

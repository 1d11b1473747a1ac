import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { useGlobalUpload } from '../uploads/global-upload.tsx';
import { useAuth } from './auth-context.tsx';
import { authTexts } from './texts.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
}));

/** Signs out on this device. Asks for confirmation while files are uploading. */
export const SignOutButton = () => {
  const { signOut } = useAuth();
  const { busy } = useGlobalUpload();
  const [signingOut, setSigningOut] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const startSignOut = () => {
    setConfirming(false);
    setSigningOut(true);
    void signOut().finally(() => setSigningOut(false));
  };
  return (
    <>
      <Button variant="ghost" busy={signingOut} onClick={() => (busy.get() ? setConfirming(true) : startSignOut())}>
        <LogOut aria-hidden size={16} />
        {authTexts.signOut}
      </Button>
      {confirming && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setConfirming}
            title={authTexts.signOutBusy.title}
            description={authTexts.signOutBusy.text}
            action={authTexts.signOut}
            onConfirm={startSignOut}
          />
        </Suspense>
      )}
    </>
  );
};

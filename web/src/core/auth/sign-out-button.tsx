import { LogOut } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { hasUnsavedChanges } from '../unsaved/unsaved-changes.ts';
import { useGlobalUpload } from '../uploads/global-upload.tsx';
import { useAuth } from './auth-context.tsx';
import { authTexts } from './texts.ts';

const ConfirmDialog = lazyPart(
  () => import('../../ui/overlays/confirm-dialog.tsx'),
  'ConfirmDialog',
  ({ onOpenChange }) => onOpenChange(false),
);

const DiscardDialog = lazyPart(
  () => import('../../ui/overlays/discard-dialog.tsx'),
  'DiscardDialog',
  ({ onStay }) => onStay(),
);

/** Signs out on this device. Asks for confirmation while files are uploading or a form has unsaved changes. */
export const SignOutButton = () => {
  const { signOut } = useAuth();
  const { busy } = useGlobalUpload();
  const [signingOut, setSigningOut] = useState(false);
  const [confirming, setConfirming] = useState<'upload' | 'changes' | null>(null);
  const startSignOut = () => {
    setConfirming(null);
    setSigningOut(true);
    void signOut().finally(() => setSigningOut(false));
  };
  const ask = () => {
    if (hasUnsavedChanges()) setConfirming('changes');
    else if (busy.get()) setConfirming('upload');
    else startSignOut();
  };
  return (
    <>
      <Button variant="ghost" busy={signingOut} onClick={ask}>
        <LogOut aria-hidden size={16} />
        {authTexts.signOut}
      </Button>
      {confirming === 'changes' && (
        <Suspense>
          <DiscardDialog
            onStay={() => setConfirming(null)}
            onDiscard={() => (busy.get() ? setConfirming('upload') : startSignOut())}
          />
        </Suspense>
      )}
      {confirming === 'upload' && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={() => setConfirming(null)}
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

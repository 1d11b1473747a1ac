import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useAuth } from './auth-context.tsx';
import { authTexts } from './texts.ts';

/** Ends the session of this device. */
export const SignOutButton = () => {
  const { signOut } = useAuth();
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      variant="ghost"
      busy={leaving}
      onClick={() => {
        setLeaving(true);
        void signOut().finally(() => setLeaving(false));
      }}
    >
      <LogOut aria-hidden size={16} />
      {authTexts.signOut}
    </Button>
  );
};

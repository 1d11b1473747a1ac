import { CircleUserRound, Crown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { SignOutButton } from '../../core/auth/sign-out-button.tsx';
import { paths } from '../../core/paths.ts';
import { ThemeButton } from '../../core/theme/theme-button.tsx';
import { profileTexts } from '../../features/profile/texts.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { listenerTexts } from './texts.ts';

const ProfileDialog = lazy(async () => ({
  default: (await import('../../features/profile/profile-dialog.tsx')).ProfileDialog,
}));

const Profile = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={profileTexts.open} onClick={() => setOpen(true)}>
        <CircleUserRound aria-hidden size={20} />
      </IconButton>
      {open && (
        <Suspense>
          <ProfileDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Sign-in and plans, for visitors of a public catalog. */
const VisitorActions = () => {
  const { pathname, search } = useLocation();
  return (
    <>
      <ThemeButton />
      <Link to={paths.auth} state={{ from: `${pathname}${search}` }} className={buttonClass({ variant: 'ghost' })}>
        {listenerTexts.signIn}
      </Link>
      <Link to={paths.plans} className={buttonClass({})}>
        <Crown aria-hidden size={16} />
        {listenerTexts.getPremium}
      </Link>
    </>
  );
};

/** The right end of the top bar: profile and sign-out for users, sign-in for visitors. */
export const BarActions = () => {
  const { status } = useAuth();
  if (status === 'signed-out') return <VisitorActions />;
  return (
    <>
      <Profile />
      <ThemeButton />
      <SignOutButton />
    </>
  );
};

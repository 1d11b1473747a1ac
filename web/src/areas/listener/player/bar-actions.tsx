import { CircleUserRound, Crown } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { SignOutButton } from '../../../core/auth/sign-out-button.tsx';
import { paths } from '../../../core/paths.ts';
import { authTexts } from '../../../core/auth/texts.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { ThemeButton } from '../../../core/theme/theme-button.tsx';
import { profileTexts } from '../../../features/profile/texts.ts';
import { buttonClass } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { listenerTexts } from '../texts.ts';

const ProfileDialog = lazyPart(
  () => import('../../../features/profile/profile-dialog.tsx'),
  'ProfileDialog',
  ({ onClose }) => onClose(),
);

const ProfileSections = lazyPart(() => import('../profile-sections.tsx'), 'ProfileSections', 'inline');

const Profile = () => {
  const [open, setOpen] = useState(false);
  const { key, pathname, search } = useLocation();
  const close = () => setOpen(false);
  // A link in the dialog leads to another screen.
  useEffect(() => () => setOpen(false), [key]);
  return (
    <>
      <IconButton label={profileTexts.open} onClick={() => setOpen(true)}>
        <CircleUserRound aria-hidden size={20} />
      </IconButton>
      {open && (
        <Suspense>
          <ProfileDialog onClose={close}>
            <Suspense>
              <ProfileSections path={`${pathname}${search}`} />
            </Suspense>
          </ProfileDialog>
        </Suspense>
      )}
    </>
  );
};

/** Sign-in and plans, for visitors of a public catalog. */
const VisitorActions = () => {
  const { pathname, search } = useLocation();
  const { show } = useToast();
  return (
    <>
      <ThemeButton />
      <Link to={paths.auth} state={{ from: `${pathname}${search}` }} className={buttonClass({ variant: 'ghost' })}>
        {listenerTexts.signIn}
      </Link>
      <Link
        to={paths.plans}
        // The plans lead to the sign-in screen, and back afterwards.
        onClick={() => show({ title: authTexts.signInNeeded, description: authTexts.signInToChoosePlan })}
        className={buttonClass({})}
      >
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

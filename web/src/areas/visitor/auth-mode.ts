import { textInState } from '../../core/auth/auth-state.ts';
import { paths } from '../../core/paths.ts';
import { readAuthLink } from '../../features/auth/auth-link.ts';
import type { Challenge } from '../../features/auth/challenge-form.tsx';
import { readPendingSignUp, type PendingSignUp } from '../../features/auth/pending-sign-up.ts';
import { authTexts } from '../../features/auth/texts.ts';
import { usernameTexts } from '../../features/username/texts.ts';

export type AuthTab = 'sign-in' | 'sign-up';

/** The step that the sign-in screen shows. */
export type AuthMode =
  | { readonly kind: 'tabs'; readonly tab: AuthTab; readonly email?: string }
  | {
      readonly kind: 'confirm';
      readonly pending: Partial<PendingSignUp> | undefined;
      readonly code?: string | undefined;
      /** Kept in memory from the sign-up form; never stored. The confirmation asks for it after a reload. */
      readonly password?: string | undefined;
    }
  | {
      readonly kind: 'challenge';
      readonly challenge: Challenge;
      readonly afterSignUp: boolean;
      readonly email?: string | undefined;
    }
  | { readonly kind: 'reset'; readonly user?: string | undefined; readonly code?: string | undefined }
  | { readonly kind: 'username'; readonly email: string }
  | { readonly kind: 'recovery'; readonly email?: string | undefined }
  | { readonly kind: 'created' };

const headings: Record<Exclude<AuthMode['kind'], 'tabs'>, string> = {
  confirm: authTexts.headings.confirm,
  challenge: authTexts.headings.totp,
  reset: authTexts.headings.reset,
  recovery: authTexts.headings.recovery,
  username: usernameTexts.heading,
  created: authTexts.headings.created,
};

export const headingOf = (mode: AuthMode, platform: string): string => {
  if (mode.kind === 'tabs') return authTexts.headings.tabs(platform);
  return mode.kind === 'challenge' && mode.challenge === 'new-password'
    ? authTexts.headings.newPassword
    : headings[mode.kind];
};

/** The document title: the selected tab, or the step. */
export const titleOf = (mode: AuthMode): string => {
  if (mode.kind !== 'tabs') return headingOf(mode, '');
  return mode.tab === 'sign-up' ? authTexts.tabs.signUp : authTexts.tabs.signIn;
};

/** The first step, from what the router passes, the link in an email or the address. */
export const startMode = (location: Pick<Location, 'search' | 'hash'> & { readonly state?: unknown }): AuthMode => {
  const securing = textInState(location.state, 'newPasswordOf');
  if (securing !== undefined) return { kind: 'reset', user: securing };
  const link = readAuthLink(location);
  if (link?.purpose === 'reset') return { kind: 'reset', user: link.user, code: link.code };
  const pending = readPendingSignUp();
  if (link) {
    const own = link.user === undefined || link.user === pending?.email ? pending : undefined;
    return {
      kind: 'confirm',
      pending: { ...own, ...(link.user === undefined ? {} : { email: link.user }) },
      code: link.code,
    };
  }
  const tab = new URLSearchParams(location.search).get('tab');
  return { kind: 'tabs', tab: tab === 'sign-up' ? 'sign-up' : 'sign-in' };
};

/** The address to return to after sign-in, which a guard stored in the router state. Only paths of this site. */
export const destinationOf = (state: unknown): string => {
  const from = textInState(state, 'from');
  return from !== undefined && from.startsWith('/') && !from.startsWith('//') ? from : paths.home;
};

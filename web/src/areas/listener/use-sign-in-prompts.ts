import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { useSignInPrompt } from '../../core/auth/use-sign-in-prompt.ts';
import { paths } from '../../core/paths.ts';
import { listenerTexts } from './texts.ts';

/** Sends visitors to the sign-in screen, and back to the streaming screen afterwards. */
export const useSignInPrompts = () => {
  const { search } = useLocation();
  const askSignIn = useSignInPrompt();
  /** For playback: the same title plays after sign-in, from `startAt` seconds. */
  const askToPlay = useCallback(
    (contentId: string, startAt?: number) => {
      const address = new URLSearchParams(search);
      // Going back must not lead to a link that asks again.
      const replace = address.has('content');
      address.set('content', contentId);
      if (startAt === undefined) address.delete('t');
      else address.set('t', String(startAt));
      askSignIn(`${paths.streaming}?${address.toString()}`, listenerTexts.signInToPlay, { replace });
    },
    [askSignIn, search],
  );
  /** For likes and playlists. */
  const askToSave = useCallback(
    () => askSignIn(`${paths.streaming}${search}`, listenerTexts.signInToSave),
    [askSignIn, search],
  );
  return { askToPlay, askToSave };
};

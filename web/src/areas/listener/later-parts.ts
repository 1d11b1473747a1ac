/** Lazy-loaded chunks of the listener's screens. Downloaded in advance, they are still available offline. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../../ui/feedback/toast-view.tsx'),
  () => import('../../ui/overlays/confirm-dialog.tsx'),
  () => import('../../features/library/add-dialog.tsx'),
  () => import('../../features/library/playlists/playlist-dialog.tsx'),
  () => import('../../features/library/playlists/playlists-panel.tsx'),
  () => import('../../features/library/playlists/report-dialog.tsx'),
  () => import('../../features/player/panels/panels.tsx'),
  () => import('../../features/player/panels/transcript-panel.tsx'),
  () => import('../../features/profile/profile-dialog.tsx'),
  () => import('./profile-sections.tsx'),
  () => import('../../features/security/factor-dialogs.tsx'),
  () => import('../../features/security/step-up-dialog.tsx'),
  () => import('../../features/catalog/speech/speech-results.tsx'),
  () => import('./history/history-screen.tsx'),
  () => import('./plans/plans-screen.tsx'),
  () => import('./playlist/playlist-screen.tsx'),
  () => import('./titles/titles-screen.tsx'),
];

/** Downloads all of them. */
export const prefetchParts = async (): Promise<void> => {
  await Promise.all(parts.map((part) => part()));
};

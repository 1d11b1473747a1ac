/**
 * Topics of the live channel. The file has no schema, so that a screen can name a topic without downloading one.
 * `userId` is the id that `/api/me` returns.
 */
export const liveTopics = {
  catalog: 'catalog',
  content: 'content',
  moderation: 'moderation',
  security: 'security',
  user: (userId: string): string => `user:${userId}`,
  history: (userId: string): string => `history:${userId}`,
  library: (userId: string): string => `library:${userId}`,
  transcript: (contentId: string): string => `transcript:${contentId}`,
} as const;

/** The topics of one user. */
export const personalTopics: readonly ((userId: string) => string)[] = [
  liveTopics.user,
  liveTopics.history,
  liveTopics.library,
];

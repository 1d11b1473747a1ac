/**
 * Names of the topics of the live channel; without a schema, so that a screen can name its topic and download no more.
 * `userId` is the person's id as `/api/me` answers it.
 */
export const liveTopics = {
  catalog: 'catalog',
  content: 'content',
  user: (userId: string): string => `user:${userId}`,
  history: (userId: string): string => `history:${userId}`,
  library: (userId: string): string => `library:${userId}`,
} as const;

import * as z from 'zod/mini';

/**
 * `/config.json`: the stage's settings for the single-page application. Relative URLs are resolved against the page.
 */
export const AppConfig = z.object({
  stage: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Null in AWS, where the SDK knows the endpoint. */
  userPoolEndpoint: z.nullable(z.string()),
  apiBase: z.literal('/api'),
  /** Null when the stage has no live channel. */
  wsUrl: z.nullable(z.string()),
  publicCatalog: z.boolean(),
  /** Whether users can register passkeys and sign in with them. */
  passkeys: z.boolean(),
  /** Whether a phone that receives codes by SMS can be a second factor. */
  phones: z.boolean(),
  /** Languages in which speech is recognized, such as `pt-BR`. */
  speechLanguages: z.array(z.string()),
});
export type AppConfig = z.infer<typeof AppConfig>;

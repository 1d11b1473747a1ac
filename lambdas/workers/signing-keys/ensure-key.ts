import { generate, READABLE, type KeyKind } from './secret-kinds.ts';

/** The key that a stage's template requests. */
export interface KeyRequest {
  readonly kind: KeyKind;
  /** SSM parameter that stores the secret. */
  readonly parameterName: string;
}

/** Stores secrets by name. */
export interface SecretStore {
  read(name: string): Promise<string | undefined>;
  /** Stores a new secret. False when one already exists. */
  create(name: string, value: string, description: string): Promise<boolean>;
}

/**
 * Creates the secret unless it exists. An existing secret is never changed, because cookies and cursors depend on it.
 * Each version of a key has its own parameter, so a rotation overwrites nothing. Returns what the template
 * can read.
 */
export const ensureKey = async (
  store: SecretStore,
  { kind, parameterName }: KeyRequest,
): Promise<Readonly<Record<string, string>>> => {
  const existing = await store.read(parameterName);
  if (existing !== undefined) return READABLE[kind](existing);
  const secret = generate(kind);
  if (await store.create(parameterName, secret, `Soundstage ${kind} key`)) return READABLE[kind](secret);
  const other = await store.read(parameterName);
  if (other === undefined) throw new Error('Another request created the key, but it cannot be read');
  return READABLE[kind](other);
};

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';

/** A user's status, with Cognito's names. */
export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED';

/** SRP salt and verifier of a password, both hexadecimal. The password itself is never stored. */
export interface PasswordVerifier {
  readonly salt: string;
  readonly verifier: string;
}

/** The purpose of a code that was sent: `attribute` verifies an email address, `phone` a phone number. */
export type CodePurpose = 'confirm' | 'reset' | 'attribute' | 'phone';

/** A code that was sent. `target` is the address or number that it verifies; times are epoch milliseconds. */
export interface PendingCode {
  readonly code: string;
  readonly expiresAt: number;
  readonly target: string;
}

/** A user's authenticator app. `lastStep` is the newest 30-second step whose code was used: a code works once. */
export interface SoftwareToken {
  secret: string;
  verified: boolean;
  enabled: boolean;
  preferred: boolean;
  lastStep: number;
  deviceName?: string | undefined;
}

/** Codes by SMS as a second factor, sent to the verified phone number. */
interface SmsFactor {
  enabled: boolean;
  preferred: boolean;
}

/** A method of authentication, as the `amr` claim names it (RFC 8176). `swk` and `hwk` are passkeys. */
export type Method = 'pwd' | 'otp' | 'sms' | 'swk' | 'hwk';

/** A registered passkey. `id` and `publicKey` are base64url. */
export interface StoredPasskey {
  readonly id: string;
  readonly publicKey: string;
  /** The authenticator's signature counter: a lower one in a later response shows a copy. */
  counter: number;
  /** `multiDevice` for a passkey that its provider syncs. */
  readonly deviceType: 'singleDevice' | 'multiDevice';
  readonly name: string;
  readonly relyingPartyId: string;
  readonly attachment: string | undefined;
  readonly transports: readonly string[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** One account. Times are epoch milliseconds. */
export interface StoredUser {
  readonly username: string;
  readonly sub: string;
  enabled: boolean;
  status: UserStatus;
  attributes: Record<string, string>;
  password: PasswordVerifier;
  oldPasswords: PasswordVerifier[];
  /** When a temporary password stops working. */
  temporaryUntil?: number | undefined;
  codes: Partial<Record<CodePurpose, PendingCode>>;
  softwareToken?: SoftwareToken | undefined;
  /** Secret of an authenticator app that is being set up and not verified yet. */
  pendingSecret?: string | undefined;
  smsFactor?: SmsFactor | undefined;
  passkeys?: StoredPasskey[];
  /** A passkey counts as several factors, so it can be used although a second factor is set up. */
  passkeyMfa?: boolean;
  readonly createdAt: number;
  modifiedAt: number;
}

/** One sign-in, identified by the `origin_jti` of its tokens. Times are epoch milliseconds. */
export interface StoredSession {
  readonly id: string;
  readonly userKey: string;
  readonly clientId: string;
  readonly authTime: number;
  /** How the user authenticated; missing in sessions that were stored by earlier versions. */
  readonly methods?: readonly Method[];
  readonly expiresAt: number;
  revoked: boolean;
}

/** A refresh token, stored under the SHA-256 of its text; `retiredAt` is when rotation replaced it. */
export interface StoredRefreshToken {
  readonly sessionId: string;
  retiredAt?: number | undefined;
}

/** The state of one pool that survives a restart. */
export interface PoolState {
  readonly version: 1;
  /** Private keys: the first signs ID tokens, the second access tokens (a real pool has two as well). */
  readonly keys: readonly JWK[];
  /** Seed of the responses for users that do not exist, so that they stay the same across restarts. */
  readonly decoySeed: string;
  users: Record<string, StoredUser>;
  /** Verified email address → user key. */
  aliases: Record<string, string>;
  sessions: Record<string, StoredSession>;
  refreshTokens: Record<string, StoredRefreshToken>;
}

/** A pool's file on disk. */
export interface StateFile {
  load(): Promise<PoolState | undefined>;
  /** Resolves when this state, or a newer one, is on disk. Calls during a write share the next write. */
  save(state: PoolState): Promise<void>;
}

/**
 * Stores one pool's state in `<directory>/<poolId>.json`. A save replaces the whole file, so that a crash leaves either
 * the old or the new state.
 */
export const createStateFile = (directory: string, poolId: string): StateFile => {
  const path = join(directory, `${poolId}.json`);
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    async load() {
      try {
        return JSON.parse(await readFile(path, 'utf8')) as PoolState;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw new Error(`The user pool file ${path} cannot be read. Repair or delete it.`, { cause: error });
      }
    },
    save(state) {
      next ??= running.then(async () => {
        next = undefined;
        await mkdir(directory, { recursive: true });
        await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
        await rename(`${path}.new`, path);
      });
      running = next.catch(() => undefined);
      return next;
    },
  };
};

/** A machine as npm describes it in the lock file. */
export interface Machine {
  readonly os: string;
  readonly cpu: string;
}

/**
 * What a checkout needs before a command can run. `ready`: nothing. `stamp`: its packages are right, but something
 * other than this script installed them (`npm ci`, or a copy of another checkout). `linked`: packages are
 * missing or differ, but they belong to another checkout. `install`: packages are missing or differ.
 */
export const installState: (root: string, machine?: Machine) => 'ready' | 'stamp' | 'linked' | 'install';

/** Records that the packages are right, so that the next command need not compare them. */
export const recordInstalled: (root: string) => void;

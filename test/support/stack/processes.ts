import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** A running process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Process ID of the group's first process; children stay in their parent's group. */
  readonly group: number;
  readonly command: string;
}

const fromProc = (pid: string): RunningProcess | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses can contain spaces, so fields are counted from its end (state, parent, group, …).
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' ? undefined : { pid: Number(pid), parent: Number(parent), group: Number(group), command };
  } catch {
    // It exited while it was being read.
    return undefined;
  }
};

const fromPs = (line: string): RunningProcess | undefined => {
  const [, pid, parent, group, state, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
  return state === undefined || state.startsWith('Z')
    ? undefined
    : { pid: Number(pid), parent: Number(parent), group: Number(group), command: command ?? '' };
};

/** Every process on this machine. Not for Windows. */
export const runningProcesses = (): readonly RunningProcess[] => {
  const found =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map(fromProc)
      : execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,state=,command='], { encoding: 'utf8' })
          .split('\n')
          .map(fromPs);
  return found.filter((one) => one !== undefined);
};

/** The descendants of a process. */
export const descendantsOf = (pid: number): readonly RunningProcess[] => {
  const all = runningProcesses();
  const below = (parent: number): readonly RunningProcess[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
};

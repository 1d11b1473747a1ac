import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../../process-alive.ts';
import { StartError } from '../../start-error.ts';

/** A running process as the system describes it. */
interface ProcessInfo {
  readonly parent: number;
  readonly command: string;
}

const describeProcess = (pid: number): ProcessInfo | undefined => {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces, so the fields are counted from its end (state, parent, …).
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
    }
    const text =
      process.platform === 'win32'
        ? execFileSync('powershell', [
            '-NoProfile',
            '-Command',
            `Get-CimInstance Win32_Process -Filter "ProcessId=${pid}" | ` +
              'ForEach-Object { "$($_.ParentProcessId) $($_.CommandLine)" }',
          ])
        : execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)]);
    const [, parent = '', command = ''] = /^\s*(\d+)\s+([^]*)$/.exec(text.toString()) ?? [];
    return command === '' ? undefined : { parent: Number(parent), command };
  } catch {
    return undefined;
  }
};

interface PidRecord {
  readonly pid: number;
  readonly parent: number;
}

const readRecord = (file: string): PidRecord | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PidRecord;
  } catch {
    return undefined;
  }
};

/** Records which database process belongs to a data folder, so that the next start can find it. */
export const writePidFile = (file: string, pid: number): void => {
  writeFileSync(file, JSON.stringify({ pid, parent: process.pid } satisfies PidRecord));
};

/** Deletes the record of a process that has ended. */
export const removePidFile = (file: string): void => rmSync(file, { force: true });

/** Time that a leftover process has to exit after SIGTERM. */
const GRACE_MS = 3000;

/**
 * Ends the database process that a crashed run left on this data folder. `marker` is an argument that only our process
 * for this folder has: a process ID that the system has reused for another program is left alone.
 * Throws StartError when the process belongs to a run that is still alive.
 */
export const endOrphan = async (file: string, marker: string): Promise<void> => {
  const record = readRecord(file);
  const found = record && describeProcess(record.pid);
  if (!record || !found?.command.includes(marker)) return removePidFile(file);
  if (found.parent === record.parent && isAlive(record.parent)) {
    throw new StartError(
      `Another Soundstage (process ${record.parent}) is running on this data folder. ` +
        'Stop it first, or set SOUNDSTAGE_DATA to another folder.',
    );
  }
  process.kill(record.pid, 'SIGTERM');
  for (let waited = 0; isAlive(record.pid); waited += 20) {
    if (waited >= GRACE_MS) process.kill(record.pid, 'SIGKILL');
    await pause(20);
  }
  removePidFile(file);
};

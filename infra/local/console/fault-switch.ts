import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { InvokeResult } from '../invoke.ts';
import { answerFault, type FaultTarget } from './fault-answers.ts';

/**
 * Kinds of faults: `slow` delays responses, `throttled` returns the service's throttling error, `failing` returns its
 * 5xx error, `down` closes the connection.
 */
export type FaultKind = 'slow' | 'throttled' | 'failing' | 'down';

/** Every kind. */
export const faultKinds: readonly FaultKind[] = ['slow', 'throttled', 'failing', 'down'];

/** A fault to start. */
export interface FaultRequest {
  /** A service's name, or `function:<folder>`. */
  readonly dependency: string;
  readonly kind: FaultKind;
  /** Duration. */
  readonly seconds: number;
  /** Share of affected calls, from 0 to 1. */
  readonly share: number;
  /** Delay of an affected call in milliseconds; for `slow` only. */
  readonly delayMs: number;
}

/** An active fault. Times are epoch milliseconds. */
export interface Fault extends Omit<FaultRequest, 'seconds'> {
  readonly since: number;
  readonly until: number;
  /** Calls to the dependency, and calls that the fault affected. */
  readonly calls: number;
  readonly met: number;
}

/** Makes dependencies fail for a while. A fault ends on its own, even with no console open. */
export interface FaultSwitch {
  /** Starts a fault. It replaces the dependency's previous fault. */
  begin(fault: FaultRequest): Fault;
  /** Ends the fault of one dependency, or all faults. Returns the number of ended faults. */
  heal(dependency?: string): number;
  /** The services that can have a fault. */
  readonly targets: readonly FaultTarget[];
  /** The active faults. */
  list(): readonly Fault[];
  /**
   * Applies a fault to a call of an AWS service, by signing name. True when the call was answered or its connection
   * closed.
   */
  interfere(signingName: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Sets the listener for every call of a service that a fault throttles, before its body is read. */
  onThrottled(dependency: string, listener: (request: IncomingMessage) => void): void;
  /** Applies a fault to a run of a function. Returns the run's error, if any. */
  interfereRun(folder: string): Promise<InvokeResult['error']>;
}

/** The dependency name of a function. */
export const functionFault = (folder: string): string => `function:${folder}`;

type ActiveFault = { -readonly [K in keyof Fault]: Fault[K] };

/** Creates the switch for these services, without faults. `random` selects the affected calls. */
export const createFaultSwitch = (
  clock: Clock,
  targets: readonly FaultTarget[],
  random: () => number = Math.random,
): FaultSwitch => {
  const faults = new Map<string, ActiveFault>();
  const throttleListeners = new Map<string, (request: IncomingMessage) => void>();

  const find = (dependency: string): ActiveFault | undefined => {
    const fault = faults.get(dependency);
    if (fault && fault.until <= clock.now()) faults.delete(dependency);
    return fault && fault.until > clock.now() ? fault : undefined;
  };

  /** The fault that affects a call now. */
  const applicableFault = (dependency: string): Fault | undefined => {
    const fault = find(dependency);
    if (!fault) return undefined;
    fault.calls += 1;
    if (random() >= fault.share) return undefined;
    fault.met += 1;
    return fault;
  };

  const wait = ({ delayMs }: Fault): Promise<void> => new Promise((resolve) => void clock.after(delayMs, resolve));

  return {
    targets,
    begin({ dependency, kind, seconds, share, delayMs }) {
      const since = clock.now();
      const fault = { dependency, kind, share, delayMs, since, until: since + seconds * 1000, calls: 0, met: 0 };
      faults.set(dependency, fault);
      return { ...fault };
    },
    heal(dependency) {
      const ended = dependency === undefined ? [...faults.keys()].filter(find) : [dependency].filter(find);
      for (const name of ended) faults.delete(name);
      return ended.length;
    },
    list: () => [...faults.keys()].flatMap((name) => find(name) ?? []).map((fault) => ({ ...fault })),
    async interfere(signingName, request, response) {
      const target = targets.find((one) => one.signingName === signingName);
      const fault = target && applicableFault(target.name);
      if (!target || !fault) return false;
      if (fault.kind === 'slow') {
        await wait(fault);
        return response.destroyed;
      }
      if (fault.kind === 'throttled') throttleListeners.get(target.name)?.(request);
      if (fault.kind === 'down') request.socket.destroy();
      else answerFault(target, fault.kind, request, response);
      return true;
    },
    onThrottled: (dependency, listener) => void throttleListeners.set(dependency, listener),
    async interfereRun(folder) {
      const fault = applicableFault(functionFault(folder));
      if (fault?.kind === 'slow') await wait(fault);
      if (!fault || fault.kind === 'slow') return undefined;
      return fault.kind === 'throttled'
        ? { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' }
        : {
            errorType: 'ServiceException',
            errorMessage: 'A fault set in the local console makes this function fail',
          };
    },
  };
};

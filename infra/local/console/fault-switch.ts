import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { InvokeResult } from '../invoke.ts';
import { answerFault, dependencyOf } from './fault-answers.ts';

/**
 * What is wrong with a dependency: `slow` answers late, `throttled` refuses in the service's own words, `failing`
 * answers its 5xx, `down` cuts the connection.
 */
export type FaultKind = 'slow' | 'throttled' | 'failing' | 'down';

/** Every kind. */
export const faultKinds: readonly FaultKind[] = ['slow', 'throttled', 'failing', 'down'];

/** A fault to make. */
export interface FaultRequest {
  /** A dependency's name, or `function:<folder>`. */
  readonly dependency: string;
  readonly kind: FaultKind;
  /** How long it lasts. */
  readonly seconds: number;
  /** Part of the calls that it meets, from 0 to 1. */
  readonly share: number;
  /** Milliseconds that a met call waits; of `slow` only. */
  readonly delayMs: number;
}

/** A fault that lasts. Times are epoch milliseconds. */
export interface Fault extends Omit<FaultRequest, 'seconds'> {
  readonly since: number;
  readonly until: number;
  /** Calls that came, and those that the fault met. */
  readonly calls: number;
  readonly met: number;
}

/** Makes dependencies ill for a while. A fault ends by its time, with nobody watching. */
export interface FaultSwitch {
  /** Begins a fault; a dependency has one at most, so it replaces the one before. */
  begin(fault: FaultRequest): Fault;
  /** Ends the fault of one dependency, or all of them; says how many ended. */
  heal(dependency?: string): number;
  /** The faults that last now. */
  list(): readonly Fault[];
  /** Lets a fault meet a call of an AWS service, by signing name. True: the call is answered or cut off. */
  interfere(signingName: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Lets a fault meet a run of a function. The answer is what its caller is told instead. */
  interfereRun(folder: string): Promise<InvokeResult['error']>;
}

/** The name under which a function's fault is kept. */
export const functionFault = (folder: string): string => `function:${folder}`;

type Lasting = { -readonly [K in keyof Fault]: Fault[K] };

/** Makes the switch; every dependency is well. `random` decides which calls a share meets. */
export const createFaultSwitch = (clock: Clock, random: () => number = Math.random): FaultSwitch => {
  const faults = new Map<string, Lasting>();

  const find = (dependency: string): Lasting | undefined => {
    const fault = faults.get(dependency);
    if (fault && fault.until <= clock.now()) faults.delete(dependency);
    return fault && fault.until > clock.now() ? fault : undefined;
  };

  /** The fault that meets a call now. */
  const meet = (dependency: string): Fault | undefined => {
    const fault = find(dependency);
    if (!fault) return undefined;
    fault.calls += 1;
    if (random() >= fault.share) return undefined;
    fault.met += 1;
    return fault;
  };

  const wait = ({ delayMs }: Fault): Promise<void> => new Promise((resolve) => void clock.after(delayMs, resolve));

  return {
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
      const dependency = dependencyOf(signingName);
      const fault = dependency && meet(dependency);
      if (!dependency || !fault) return false;
      if (fault.kind === 'slow') {
        await wait(fault);
        return response.destroyed;
      }
      if (fault.kind === 'down') request.socket.destroy();
      else answerFault(dependency, fault.kind, request, response);
      return true;
    },
    async interfereRun(folder) {
      const fault = meet(functionFault(folder));
      if (fault?.kind === 'slow') await wait(fault);
      if (!fault || fault.kind === 'slow') return undefined;
      return fault.kind === 'throttled'
        ? { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' }
        : {
            errorType: 'ServiceException',
            errorMessage: 'The function is switched off by a fault of the local console',
          };
    },
  };
};

import type { Fault, FaultRequest } from '../../../infra/local/console/fault-switch.ts';

/** What a conversion of the local cloud came to, as its console tells it. */
export interface ConversionLine {
  readonly id: string;
  readonly status: string;
  readonly inputs: readonly string[];
}

/** The console of a running stack, by its API. */
export const openConsole = (url: string) => {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(
      `${url}/_local/${path}`,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
    );
    if (!response.ok) throw new Error(`The console answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    get: <T>(path: string) => ask<T>(path),
    post: <T>(path: string, body: unknown = {}) => ask<T>(path, body),
    /** Begins a fault of up to ten minutes. */
    fault: (fault: Pick<FaultRequest, 'dependency' | 'kind'> & Partial<FaultRequest>) =>
      ask<Fault>('faults', { seconds: 600, ...fault }),
    faults: async () => (await ask<{ active: readonly Fault[] }>('faults')).active,
    heal: () => ask<{ healed: number }>('faults/heal', {}),
    conversions: async () => (await ask<{ jobs: readonly ConversionLine[] }>('conversions?limit=500')).jobs,
  };
};

export type ConsoleClient = ReturnType<typeof openConsole>;

import type { Fault, FaultRequest } from '../../../infra/local/console/fault-switch.ts';

/** A conversion job of the local cloud, as its console reports it. */
export interface ConversionJob {
  readonly id: string;
  readonly status: string;
  readonly inputs: readonly string[];
}

/** A client for the console API of a running stack. */
export const openConsole = (url: string) => {
  const request = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(
      `${url}/_local/${path}`,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
    );
    if (!response.ok) throw new Error(`The console returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    get: <T>(path: string) => request<T>(path),
    post: <T>(path: string, body: unknown = {}) => request<T>(path, body),
    /** Starts a fault that lasts up to ten minutes. */
    fault: (fault: Pick<FaultRequest, 'dependency' | 'kind'> & Partial<FaultRequest>) =>
      request<Fault>('faults', { seconds: 600, ...fault }),
    faults: async () => (await request<{ active: readonly Fault[] }>('faults')).active,
    heal: () => request<{ healed: number }>('faults/heal', {}),
    conversions: async () => (await request<{ jobs: readonly ConversionJob[] }>('conversions?limit=500')).jobs,
  };
};

export type ConsoleClient = ReturnType<typeof openConsole>;

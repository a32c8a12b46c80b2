import { expect } from 'vitest';
import { modelRequestsPath } from '../../router/model-id';
import type { RequestCancellation, RequestHandle, RequestStatus } from '../../router/queue-schemas';
import { until } from './router-on-surface';
import type { Surface } from './surface';

/**
 * Client that behaves like the official ones: submits, polls the status until it is COMPLETED, and fetches the result. It takes
 * only the id from the submit response and builds the URLs from it, so that another process can continue.
 */
export function queueClient(surface: Surface, model: string) {
  const send = (path: string, init: RequestInit = {}) => surface.fetch(modelRequestsPath(model) + path, init);

  return {
    submit: (body: object = {}, headers: Record<string, string> = {}) =>
      send('', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),

    async submitted(body: object = {}, headers: Record<string, string> = {}): Promise<string> {
      if (!surface.hasModels) surface.notOffered('it has none of the models of the tests');
      const response = await this.submit(body, headers);
      expect(response.status).toBe(201);
      return ((await response.json()) as RequestHandle).request_id;
    },

    status: async (id: string) => (await (await send(`/${id}/status`)).json()) as RequestStatus,
    readStatus: (id: string) => send(`/${id}/status`),

    untilIn(id: string, state: string): Promise<RequestStatus> {
      return until(
        surface,
        () => this.status(id),
        ({ status }) => status === state,
      );
    },

    async completed(id: string): Promise<RequestStatus> {
      const last = await this.untilIn(id, 'COMPLETED');
      expect(last.status).toBe('COMPLETED');
      return last;
    },

    result: (id: string) => send(`/${id}`),

    async cancel(id: string) {
      const response = await send(`/${id}/cancel`, { method: 'PUT' });
      return {
        status: response.status,
        body: (await response.json()) as RequestCancellation,
        headers: response.headers,
      };
    },
  };
}

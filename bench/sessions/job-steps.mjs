// The event stream of a job, as a client of this process reads it.
import { request } from 'node:http';

/**
 * Records when each step arrives, in machine time, until the stream ends.
 * @param {string} address @param {string} id
 * @returns {Promise<Map<number, number>>}
 */
export function followSteps(address, id) {
  /** @type {Map<number, number>} */
  const arrivals = new Map();
  return new Promise((resolve, reject) => {
    const requested = request(new URL(`/api/v2/jobs/${id}/events`, address), (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        const now = performance.timeOrigin + performance.now();
        text += chunk;
        for (const [, step] of text.matchAll(/"step":(\d+)/g)) {
          if (!arrivals.has(Number(step))) arrivals.set(Number(step), now);
        }
        text = text.slice(text.lastIndexOf('\n\n') + 2);
      });
      response.on('end', () => resolve(arrivals));
    });
    requested.on('error', reject);
    requested.end();
  });
}

import { z } from 'zod/mini';
import type { HostedSurface } from './hosted-surface';

/** Body of `PATCH`: the changes. */
const Change = z.strictObject({
  state: z.optional(z.enum(['ready', 'starting', 'stopped'])),
  /** Time that the deployment takes to start; setting it starts the deployment. */
  startMs: z.optional(z.int().check(z.minimum(0))),
  credits: z.optional(z.int().check(z.minimum(0))),
});

/** Lets a test in another process inspect and change a served surface; `GET` and `PATCH` return the state. */
export class HostedControl {
  readonly #surface: HostedSurface;
  readonly #account: string;

  constructor(surface: HostedSurface, account: string) {
    this.#surface = surface;
    this.#account = account;
  }

  async fetch(request: Request): Promise<Response> {
    const surface = this.#surface;
    if (request.method === 'PATCH') {
      const change = Change.safeParse(await request.json().catch(() => null));
      if (!change.success) return new Response(change.error.message, { status: 400 });
      const { state, startMs, credits } = change.data;
      if (state !== undefined) surface.state = state;
      if (startMs !== undefined) surface.start(startMs);
      if (credits !== undefined) surface.setCredits(this.#account, credits);
    }
    const credits = surface.credits(this.#account);
    return Response.json({
      state: surface.state,
      /** `null` if unlimited. */
      credits: Number.isFinite(credits) ? credits : null,
      leakedCredentials: surface.leakedCredentials,
    });
  }
}

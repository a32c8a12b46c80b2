import { parseJson } from '@contract/json/lossless';
import type { FieldError } from '@contract/router/validation-error';
import { readFieldErrors } from '@/api/error-body';
import type { RunFailure } from '@/domains/model-calls/run-record';

const read = new WeakMap<RunFailure, readonly FieldError[]>();

/**
 * Returns the field errors of a rejection with every digit that the service returned, parsed once for all components.
 * The run record passes through a database and between tabs, which only keep plain numbers; its body is the original
 * text.
 */
export function echoedErrors(failure: RunFailure): readonly FieldError[] {
  const known = read.get(failure) ?? readEchoed(failure);
  read.set(failure, known);
  return known;
}

function readEchoed({ bodyText, faults }: RunFailure): readonly FieldError[] {
  try {
    return readFieldErrors(parseJson(bodyText));
  } catch {
    // The body was so long that it was truncated.
    return faults;
  }
}

/**
 * Returns the messages of a rejection, of the router and of the provider; only the longer one if it contains the other. Routers often
 * repeat the provider.
 */
export function echoedMessages({ detail, upstreamDetail }: Pick<RunFailure, 'detail' | 'upstreamDetail'>): {
  own: string | null;
  provider: string | null;
} {
  const [own, provider] = [plain(detail), plain(upstreamDetail)];
  if (own.includes(provider)) return { own: detail, provider: null };
  return provider.includes(own) ? { own: null, provider: upstreamDetail } : { own: detail, provider: upstreamDetail };
}

function plain(message: string | null): string {
  return (message ?? '').trim().replace(/\.$/, '').toLowerCase();
}

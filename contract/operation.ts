import type { z } from 'zod/mini';

/**
 * Operation as in the three tables `jobs/operations.ts`, `router/operations.ts` and `console/operations.ts`. A table drives the
 * gateway's routes, the console's calls, the published document and response validation.
 */
export interface Operation {
  method: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template with `{name}` placeholders. */
  path: string;
  responses: Readonly<Record<number, OperationResponse>>;
  /** Needs no credential even if the surface requires one. */
  open?: boolean;
}

export interface OperationResponse {
  /** `native`: model output of any media type. */
  kind: 'json' | 'none' | 'bytes' | 'events' | 'native';
  /** Lenient schema for clients. Strict schemas of the gateway's own responses are in `written-schemas.ts` of the API. */
  read?: z.ZodMiniType;
}

/** Type of an operation's JSON response; `never` if it has none. */
export type ResponseBody<Of extends Operation> = Of['responses'] extends infer Responses
  ? Responses[keyof Responses] extends infer Response
    ? Response extends { read: infer Schema extends z.ZodMiniType }
      ? z.infer<Schema>
      : never
    : never
  : never;

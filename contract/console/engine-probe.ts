import { z } from 'zod/mini';

/** What the gateway finds at an address that a user wants to use as an engine. Each finding has its own advice on screen. */

export const ENGINE_FINDINGS = [
  'comfyui',
  /** Something at this address responds for ComfyUI, which is not ready. */
  'starting',
  'refused',
  /** The host name was not found. */
  'name',
  /** No route, or the connection broke. */
  'unreachable',
  'timeout',
  'tls',
  /** A login page, or a response that demands a credential. */
  'login',
  /** Redirects to another host or port, which is not followed. */
  'redirect',
  'flowdeck',
  'this_gateway',
  /** ComfyUI responds, but only below a path. */
  'below_path',
  /** Another program. */
  'other',
  /** A link-local address, or another name of this gateway: never connected to. */
  'blocked',
  /** Not an address. */
  'invalid',
] as const;
export type EngineFinding = (typeof ENGINE_FINDINGS)[number];

/** Why the gateway cannot change its engines. */
export const ENGINE_OBSTACLES = [
  /** Started with `--engine embedded`. */
  'embedded_only',
  /** Started with `--comfyui`, which overrides the configuration. */
  'named_by_flag',
  /** The configuration file cannot be written. */
  'not_writable',
  /** The configuration file has mistakes. */
  'invalid_config',
  /** This gateway has no configuration. */
  'unsupported',
] as const;
export type EngineObstacle = (typeof ENGINE_OBSTACLES)[number];

export const EngineChangeProblem = z.looseObject({
  obstacle: z.string(),
  /** The configuration file. */
  file: z.nullable(z.string()),
  /** The text to add instead: a flag, a command, or a member of the file. */
  line: z.nullable(z.string()),
});
export type EngineChangeProblem = z.infer<typeof EngineChangeProblem>;

export const EngineProbe = z.looseObject({
  /** One of `ENGINE_FINDINGS`; another gateway may have others. */
  finding: z.string(),
  /** The address as the gateway understands it; `null` if it is none. */
  url: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Number of node classes; `null` if unknown. */
  nodeClasses: z.nullable(z.number()),
  /** True if its list of node classes is an error or no list. Absent from older gateways. */
  hasUnreadableClasses: z.optional(z.boolean()),
  /** Name of its first device. */
  device: z.nullable(z.string()),
  /** Origin to which it redirects. */
  redirectsTo: z.nullable(z.string()),
  /** True if it is an engine of this gateway. */
  isConnected: z.boolean(),
  /** Why it cannot become an engine by a click; `null` if it can. */
  problem: z.nullable(EngineChangeProblem),
});
export type EngineProbe = z.infer<typeof EngineProbe>;

/** ComfyUI servers on the gateway's machine. */
export const FoundEngines = z.looseObject({ engines: z.array(EngineProbe) });

/** Body of the operations that name an address, as typed by the user. */
export const EngineAddress = z.strictObject({ address: z.string().check(z.maxLength(2048)) });

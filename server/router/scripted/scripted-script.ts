import { SCRIPTED_FAULTS, type ScriptedFault } from './scripted-faults';

export type ScriptedKind = 'echo' | 'free-form' | 'picture-inline' | 'picture-link' | 'sound' | 'text' | 'bytes';

/** What a body asks of a scripted model. */
export interface Script {
  /** The whole body. */
  fields: Readonly<Record<string, unknown>>;
  fault: ScriptedFault | null;
  /** Null: always. */
  times: number | null;
  ms: number;
  acceptMs: number;
  stubborn: boolean;
}

export function readScript(body: Uint8Array): Script {
  const fields = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
  const number = (name: string) => (typeof fields[name] === 'number' ? fields[name] : null);
  const word = fields['fault'];
  return {
    fields,
    fault: SCRIPTED_FAULTS.find((fault) => fault === word) ?? null,
    times: number('times'),
    ms: number('ms') ?? 0,
    acceptMs: number('accept_ms') ?? 0,
    stubborn: fields['stubborn'] === true,
  };
}

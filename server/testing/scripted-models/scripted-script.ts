import { SCRIPTED_FAULTS, type ScriptedFault } from './scripted-faults';
import { fieldsOf } from '@contract/typed-objects';

export type ScriptedKind = 'echo' | 'free-form' | 'picture-inline' | 'picture-link' | 'sound' | 'text' | 'bytes';

/** Instructions of a body for a scripted model. */
export interface Script {
  /** All fields of the body. */
  fields: Readonly<Record<string, unknown>>;
  fault: ScriptedFault | null;
  /** `null` for always. */
  times: number | null;
  ms: number;
  acceptMs: number;
  stubborn: boolean;
}

export function readScript(body: Uint8Array): Script {
  const fields = fieldsOf(JSON.parse(new TextDecoder().decode(body)));
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

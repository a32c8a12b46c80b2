import type { FieldFault } from '@contract/router/validation-error';
import { bodyJudge, type BodyJudge } from './validate-body';

/** What the process that judges bodies is asked, and what it says. */

export interface OfSchema {
  model: string;
  /** Another one for each document of the model. */
  version: number;
  patterns: boolean;
}
export type ValidateRequest =
  ({ kind: 'learn'; document: string } & OfSchema) | ({ kind: 'judge'; body: Uint8Array } & OfSchema);

export type ValidateResponse =
  | { kind: 'learnt' }
  /** The schema has to be learnt first: the process is new. */
  | { kind: 'unknown' }
  | { kind: 'judged'; faults: FieldFault[] }
  /** This document or this body cannot be judged. */
  | { kind: 'beyond'; reason: string };

/** The other side of `BodyValidatorPool`. Keeps the schemas that it has learnt, one for each model. */
export function validatorResponses(): (question: ValidateRequest) => Promise<ValidateResponse> {
  const learnt = new Map<string, { version: number; patterns: boolean; judge: BodyJudge }>();
  const answer = (question: ValidateRequest): ValidateResponse => {
    const { model, version, patterns } = question;
    if (question.kind === 'learn') {
      const judge = bodyJudge(question.document, { patterns });
      // The first run is the slow one; it shall not count against the first body.
      judge('{}');
      learnt.set(model, { version, patterns, judge });
      return { kind: 'learnt' };
    }
    const known = learnt.get(model);
    if (known?.version !== version || known.patterns !== patterns) return { kind: 'unknown' };
    return { kind: 'judged', faults: known.judge(new TextDecoder().decode(question.body)) };
  };
  return async (question) => {
    try {
      return answer(question);
    } catch (error) {
      return { kind: 'beyond', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}

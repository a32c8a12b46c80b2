import { expect, it } from 'vitest';
import { OPERATION_DOCS } from './operation-docs';
import { JOB_OPERATIONS, type JobOperationId } from './operations';

it('describes each response in the operation table, and no other', () => {
  const statuses = (responses: object) => Object.keys(responses).sort();
  for (const id of Object.keys(JOB_OPERATIONS) as JobOperationId[]) {
    const { responses } = OPERATION_DOCS[id];
    expect([id, ...statuses(responses)]).toEqual([id, ...statuses(JOB_OPERATIONS[id].responses)]);
  }
});

import { describe, expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { ComfyRejection } from '../client/comfy-client';
import { rejectionError } from './submit-rejection';

const result = readWorkflow('{"1":{"class_type":"KSampler","inputs":{}}}');
const graph = result.ok ? result.graph : new Map();

describe('the error for a workflow that ComfyUI rejects', () => {
  it('names the node even if the ComfyUI response contains NaN', () => {
    const body = `{"error":{"type":"prompt_outputs_failed_validation","message":"Prompt outputs failed validation"},
      "node_errors":{"1":{"class_type":"KSampler","dependent_outputs":["2"],"errors":[{"type":"invalid_input_type",
      "message":"Failed to convert","details":"seed","extra_info":{"input_name":"seed","received_value":NaN}}]}}}`;
    expect(rejectionError(new ComfyRejection('/prompt', 400, body), graph)).toMatchObject({
      code: 'workflow_refused',
      node_id: '1',
      class_type: 'KSampler',
      node_errors: { '1': [{ field: 'seed', reason: 'wrong_type' }] },
    });
  });
});

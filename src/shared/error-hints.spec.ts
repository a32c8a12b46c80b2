import { describe, expect, it } from 'vitest';
import { errorAdvice, expiredTokenAdvice } from './error-hints';

const job = (waitMinutes: number) => ({
  created_at: '2026-11-22T10:00:00Z',
  started_at: new Date(Date.parse('2026-11-22T10:00:00Z') + waitMinutes * 60_000).toISOString(),
});

it('J-5.14: suggests an expired session token as a cause if a partner node fails after a long wait', () => {
  expect(expiredTokenAdvice(job(20), { class_type: 'KlingTextToVideoNode' })).toMatch(/token may have expired/);
  expect(expiredTokenAdvice(job(1), { class_type: 'KlingTextToVideoNode' })).toBeNull();
  expect(expiredTokenAdvice(job(20), { class_type: 'KSampler' })).toBeNull();
  expect(expiredTokenAdvice({ ...job(20), started_at: null }, { class_type: 'KlingTextToVideoNode' })).toBeNull();
});

describe('a node that runs out of memory', () => {
  const advice = (message: string, rest: { class_type?: string; traceback?: string; code?: string } = {}) =>
    errorAdvice({ code: 'node_execution_error', message, ...rest });

  it.each([
    ['CUDA', 'CUDA out of memory. Tried to allocate 9.63 GiB. GPU 0 has a total capacity of 8.00 GiB'],
    ['CUDA, asynchronous', 'Allocation on device 0 would exceed allowed memory. (out of memory)'],
    ['CUDA, as ComfyUI words it', 'Allocation on device \nThis error means you ran out of memory on your GPU.'],
    ['CUDA, a bare type', 'torch.OutOfMemoryError'],
    ['cuBLAS', 'CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`'],
    ['HIP', 'HIP out of memory. Tried to allocate 2.00 GiB'],
    ['MPS', 'MPS backend out of memory (MPS allocated: 15.72 GiB, max allowed: 18.13 GiB).'],
    ['MPS, one tensor', 'Invalid buffer size: 12.00 GiB'],
    ['DirectML', 'Could not allocate tensor with 1073741824 bytes. There is not enough GPU video memory available!'],
    [
      'CPU',
      '[enforce fail at alloc_cpu.cpp:117] DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes.',
    ],
    ['NumPy', 'Unable to allocate 9.63 GiB for an array with shape (1, 2)'],
  ])('is told from other failures: %s', (_, message) => {
    expect(advice(message)).toMatch(/too little free memory.* smaller size or batch/);
  });

  it('is told by the type of the exception, not by code in the traceback', () => {
    const before = 'Traceback (most recent call last):\n  File "nodes.py", line 9, in decode\n';
    const byType = `${before}    decode()\ntorch.cuda.OutOfMemoryError: Failed`;
    expect(advice('Failed', { traceback: byType })).toMatch(/too little free memory/);
    const inCode = `${before}    except torch.OutOfMemoryError: decode_tiled()\nRuntimeError: sizes differ`;
    expect(advice('sizes differ', { traceback: inCode })).toMatch(/^Check this node/);
    expect(advice('Out of memory', { code: 'engine_stopped' })).toMatch(/^The engine was stopped/);
  });

  it('suggests tiles to the nodes that have a tiled variant', () => {
    expect(advice('CUDA out of memory', { class_type: 'VAEDecode' })).toMatch(/VAE Decode \(Tiled\)/);
    expect(advice('CUDA out of memory', { class_type: 'VAEDecodeTiled' })).not.toMatch(/Tiled/);
    expect(advice('CUDA out of memory', { class_type: 'KSampler' })).not.toMatch(/Tiled/);
  });
});

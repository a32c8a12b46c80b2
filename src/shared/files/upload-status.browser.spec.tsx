import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { setUpload, useUploads, type UploadState, runPausable } from '@/domains/assets/uploads-store';
import '@/testing/console-styles';
import { UploadStatus } from './upload-status';

const MIB = 1024 ** 2;
const total = 10 * MIB;

const show = (upload: UploadState) =>
  render(<UploadStatus id="u" upload={upload} onCancel={() => {}} onRetry={() => {}} />);

it.each<[UploadState, string]>([
  [{ phase: 'waiting', total }, 'Queued'],
  [{ phase: 'hashing', done: 3 * MIB, total }, 'Reading 30 %'],
  [{ phase: 'checking', total }, 'Checking for an existing copy'],
  [
    { phase: 'uploading', sent: 4 * MIB, total, bytesPerS: MIB, msLeft: 6000 },
    '4.00 MiB of 10.0 MiB · 1.00 MiB/s · 6 s left',
  ],
  [{ phase: 'paused', during: 'waiting', done: 0, total }, 'Paused. Resume starts the upload.'],
  [
    { phase: 'paused', during: 'hashing', done: 3 * MIB, total },
    'Paused at 30 % of reading. Resume reads the file again from the start.',
  ],
  [
    { phase: 'paused', during: 'uploading', done: 4 * MIB, total },
    'Paused at 40 %. Resume sends the file again from the start.',
  ],
  [
    { phase: 'paused', during: 'uploading', done: total, total },
    'Paused after sending everything. Resume checks whether the server has the file.',
  ],
  [{ phase: 'failed', message: 'Connection lost. Try again.', total }, 'Connection lost. Try again.'],
  [{ phase: 'canceled', total }, 'Upload canceled.'],
])('shows %j', async (upload, text) => {
  const screen = await show(upload);
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  const names = screen
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
  const isOver = upload.phase === 'failed' || upload.phase === 'canceled';
  expect(names).toEqual(isOver ? ['Try again', 'Remove'] : [upload.phase === 'paused' ? 'Resume' : 'Pause', 'Cancel']);
});

function Shown() {
  const upload = useUploads(({ uploads }) => uploads['u']);
  return upload ? <UploadStatus id="u" upload={upload} onCancel={() => {}} onRetry={() => {}} /> : null;
}

it('pauses and resumes with one button, which keeps the focus', async () => {
  let attempts = 0;
  const stop = new AbortController();
  setUpload('u', { phase: 'waiting', total });
  const uploading = runPausable('u', stop.signal, async ({ stop: stopped }) => {
    attempts += 1;
    await new Promise((_resolve, reject) => stopped.addEventListener('abort', () => reject(stopped.reason)));
  });
  const screen = await render(<Shown />);
  await screen.getByRole('button', { name: 'Pause' }).click();
  await expect.element(screen.getByRole('button', { name: 'Resume' })).toHaveFocus();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Paused. Resume starts the upload.');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
  await expect.poll(() => attempts).toBe(2);
  stop.abort(new Error('canceled'));
  await expect(uploading).rejects.toThrow('canceled');
});

import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { lazyDialog } from './overlay/lazy-dialog';
import { lazyPart } from './lazy-part';
import { Skeleton } from './skeleton';

function Greeting({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

/** Fails as often as it is told, as a gateway does that is down. */
function unreliable<Part>(part: Part, failures: number) {
  return vi.fn(async () => {
    if (failures > 0) {
      failures -= 1;
      throw new TypeError('Failed to fetch dynamically imported module');
    }
    return part;
  });
}

afterEach(() => vi.useRealTimers());

describe('a lazy part', () => {
  it('shows its skeleton, then itself', async () => {
    let arrive = (_part: typeof Greeting) => {};
    const Part = lazyPart(() => new Promise<typeof Greeting>((resolve) => (arrive = resolve)), {
      fallback: (
        <div role="status">
          Loading
          <Skeleton />
        </div>
      ),
    });
    const screen = await render(<Part name="Ada" />);
    await expect.element(screen.getByRole('status')).toBeVisible();
    const hasArrived = () => {
      arrive(Greeting);
      return screen.getByRole('status').query() === null;
    };
    await expect.poll(hasArrived).toBe(true);
    await expect.element(screen.getByRole('button', { name: 'Ada 0' })).toBeVisible();
  });

  it('downloads nothing before it is rendered, and renders at once if preloaded', async () => {
    const load = unreliable(Greeting, 0);
    const Part = lazyPart(load, { fallback: <p>Loading</p> });
    expect(load).not.toHaveBeenCalled();
    Part.preload();
    await expect.poll(() => load.mock.settledResults[0]?.value).toBe(Greeting);
    const screen = await render(<Part name="Ada" />);
    expect(screen.getByRole('button', { name: 'Ada 0' }).elements()).toHaveLength(1);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows an error and retries on request, for every instance', async () => {
    const Part = lazyPart(unreliable(Greeting, 1));
    const screen = await render(<Part name="Ada" />);
    await expect.element(screen.getByRole('alert')).toHaveTextContent('This part of the page failed to load.');
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('button', { name: 'Ada 0' })).toBeVisible();
    await screen.rerender(
      <>
        <Part name="Ada" />
        <Part name="Bert" />
      </>,
    );
    await expect.element(screen.getByRole('button', { name: 'Bert 0' })).toBeVisible();
  });

  it('keeps its error message if it fails again', async () => {
    const load = unreliable(Greeting, 2);
    const Part = lazyPart(load);
    const screen = await render(<Part name="Ada" />);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => load.mock.calls.length).toBe(2);
    await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toHaveAttribute('aria-busy');
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('button', { name: 'Ada 0' })).toBeVisible();
  });

  it('is retried automatically until it loads', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const load = unreliable(Greeting, 2);
    const Part = lazyPart(load);
    const screen = await render(<Part name="Ada" />);
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(() => load.mock.calls.length).toBe(2);
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await vi.advanceTimersByTimeAsync(5000);
    await expect.element(screen.getByRole('button', { name: 'Ada 0' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('keeps its state when it is rendered again', async () => {
    const Part = lazyPart(unreliable(Greeting, 0));
    const screen = await render(<Part name="Ada" />);
    await screen.getByRole('button', { name: 'Ada 0' }).click();
    await screen.rerender(<Part name="Ada" />);
    await expect.element(screen.getByRole('button', { name: 'Ada 1' })).toBeVisible();
  });
});

describe('a lazy dialog', () => {
  const Hello = ({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Hello
    </button>
  );

  it('that fails to load shows an error dialog with Close and Try again', async () => {
    const onClose = vi.fn();
    const Part = lazyDialog(unreliable(Hello, 1));
    const screen = await render(<Part onClose={onClose} />);
    const failure = screen.getByRole('dialog', { name: 'This dialog failed to load' });
    await failure.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('button', { name: 'Hello' })).toBeVisible();
    await expect.element(failure).not.toBeInTheDocument();
  });
});

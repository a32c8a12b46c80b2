import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useVirtualList } from './use-virtual-list';

const COUNT = 1000;
const ROW_PX = 20;

/** @param highRow its text takes two lines */
function Numbers({ highRow, initialOffset = 0 }: { highRow?: number; initialOffset?: number }) {
  const { scroller, listStyle, rows, rowProps, scrollToRow } = useVirtualList({
    count: COUNT,
    heightOf: () => ROW_PX,
    initialOffset,
    isMeasured: highRow !== undefined,
  });
  return (
    <>
      <button type="button" onClick={() => scrollToRow(700)}>
        Go to 700
      </button>
      <div ref={scroller} style={{ height: 200, overflow: 'auto' }}>
        <ul aria-label="Numbers" style={{ ...listStyle, position: 'relative', margin: 0, padding: 0 }}>
          {rows.map((row) => {
            const { style, ...rest } = rowProps(row);
            return (
              <li key={row.key} {...rest} style={{ ...style, position: 'absolute', top: 0 }}>
                <div style={{ height: row.index === highRow ? 2 * ROW_PX : ROW_PX }}>{`row ${row.index}`}</div>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

const row = (index: number) => page.getByText(`row ${index}`, { exact: true });
const topOf = (index: number) => row(index).element().getBoundingClientRect().top;

it('only the rows near the visible part exist, and each tells its place in the whole list', async () => {
  await render(<Numbers />);
  await expect.element(row(0)).toBeVisible();
  expect(page.getByRole('listitem').elements().length).toBeLessThan(30);
  await page.getByRole('button').click();
  await expect.element(row(700)).toBeVisible();
  await expect.element(row(0)).not.toBeInTheDocument();
  const item = row(700).element().closest('li');
  expect([item?.ariaPosInSet, item?.ariaSetSize]).toEqual(['701', '1000']);
  expect(page.getByRole('list').element().clientHeight).toBe(COUNT * ROW_PX);
});

it('opens at an offset', async () => {
  await render(<Numbers initialOffset={500 * ROW_PX} />);
  await expect.element(row(500)).toBeVisible();
  await expect.element(row(0)).not.toBeInTheDocument();
});

it('a row that is higher than expected moves those below it', async () => {
  await render(<Numbers highRow={2} />);
  await expect.element(row(3)).toBeVisible();
  await expect.poll(() => topOf(3) - topOf(2)).toBe(2 * ROW_PX);
});

/** Number of frames to wait for a cell that renders after scrolling. */
const MAX_FRAMES = 10;

/** Returns the cell whose button or menu has the focus. */
export function focusedCell(): number | null {
  const holder = document.activeElement?.closest('[role="gridcell"]')?.querySelector<HTMLElement>('[data-cell]');
  const text = holder?.dataset['cell'];
  return text === undefined ? null : Number(text);
}

export function focusCell(cell: number, framesLeft = MAX_FRAMES): void {
  const tile = document.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  if (tile) {
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  } else if (framesLeft > 0) {
    requestAnimationFrame(() => focusCell(cell, framesLeft - 1));
  }
}

/** Styles that decide where the lines of a text box break. */
const COPIED = [
  'boxSizing',
  'borderWidth',
  'borderStyle',
  'padding',
  'font',
  'letterSpacing',
  'wordSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
  'textTransform',
  'direction',
] as const;

/** Returns where a character of a text box is on screen. Browsers do not tell: a copy of the box with the same text is measured. */
export function caretRect(box: HTMLTextAreaElement, at: number): DOMRect {
  const style = getComputedStyle(box);
  const copy = document.createElement('div');
  for (const name of COPIED) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    width: `${box.offsetWidth}px`,
  });
  copy.textContent = box.value.slice(0, at);
  const mark = document.createElement('span');
  mark.textContent = box.value.slice(at, at + 1) || '.';
  copy.append(mark);
  document.body.append(copy);
  const frame = box.getBoundingClientRect();
  const { offsetLeft, offsetTop, offsetHeight } = mark;
  copy.remove();
  const top = Math.min(frame.bottom, Math.max(frame.top, frame.top + offsetTop - box.scrollTop));
  return new DOMRect(frame.left + offsetLeft - box.scrollLeft, top, 0, Math.min(offsetHeight, frame.bottom - top));
}

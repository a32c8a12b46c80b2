import { useEffect, useLayoutEffect, useRef } from 'react';
import { coverCost, findToastPlace, type Obstacle } from './toast-place';
import type { Toast } from './toasts';

/** Pages change under a toast: a dialog opens, or a bar grows. */
const CHECK_MS = 300;
const MIN_SIDE_PX = 8;

/** Content with controls of its own, which are everywhere on some pages. */
const CONTENT = '[data-field], tr, [role="row"], [role="grid"], [role="listbox"]';
/** Of the items of a list, only buttons with a label count: not their links, nor the small buttons at the end of each row. */
const LABELED = { minWidthPx: 64, maxHeightPx: 48 };
const CONTROLS = 'button, a[href]';
const CONTROL_WEIGHT = 10;
const DIALOG_WEIGHT = 2;

/** Keeps the stack of toasts off the buttons of the page, and off the title and the buttons of a dialog. */
export function useToastPlace(toasts: readonly Toast[]) {
  const stack = useRef<HTMLOListElement>(null);
  // Before the paint: a toast must not jump. After each render, since the stack has another height then.
  useLayoutEffect(() => place(stack.current));
  // A toast that was shown before this code was loaded is added in a commit of its own, which renders nothing here.
  useLayoutEffect(() => {
    const element = stack.current;
    if (!element) return undefined;
    const observer = new MutationObserver(() => place(element));
    observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, []);
  const hasToasts = toasts.length > 0;
  // The page reports none of its changes.
  useEffect(() => {
    if (!hasToasts) return undefined;
    const check = () => {
      const element = stack.current;
      // It must not move away from the pointer or the keyboard.
      if (!element || element.matches(':hover, :focus-within')) return;
      if (coverCost(element.getBoundingClientRect(), readObstacles()) > 0) place(element);
    };
    const onResize = () => place(stack.current);
    const timer = setInterval(check, CHECK_MS);
    window.addEventListener('resize', onResize);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', onResize);
    };
  }, [hasToasts]);
  return stack;
}

function place(element: HTMLElement | null): void {
  if (!element || element.childElementCount === 0) return;
  const stage = {
    width: window.innerWidth,
    height: window.innerHeight,
    left: document.querySelector('main')?.getBoundingClientRect().left ?? 0,
  };
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const { left, top } = findToastPlace(stage, size, readObstacles());
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

function readObstacles(): Obstacle[] {
  const dialog = [...document.querySelectorAll('body > [role="dialog"]')].at(-1);
  const controls = [...(dialog ?? document).querySelectorAll(dialog ? CONTROLS : `main :is(${CONTROLS})`)]
    .filter(isMain)
    .concat(dialog ? [...dialog.querySelectorAll('h2')] : [...document.querySelectorAll('nav a')])
    .flatMap((element) => boxOf(element, CONTROL_WEIGHT));
  return dialog ? [...boxOf(dialog, DIALOG_WEIGHT), ...controls] : controls;
}

function isMain(element: Element): boolean {
  if (element.closest(CONTENT) !== null) return false;
  if (element.closest('li') === null) return true;
  const { width, height } = element.getBoundingClientRect();
  return element.localName === 'button' && width >= LABELED.minWidthPx && height <= LABELED.maxHeightPx;
}

/** Returns the box of what is seen of an element; empty if that is nothing. */
function boxOf(element: Element, weight: number): Obstacle[] {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isSeen = right - left >= MIN_SIDE_PX && bottom - top >= MIN_SIDE_PX && bottom > 0 && top < window.innerHeight;
  return isSeen ? [{ left, top, right, bottom, weight }] : [];
}

import { whenIdle } from '@/lib/when-idle';

const AT_MOST_MS = 2000;
/** A gateway that is away does not give the code. */
const AGAIN_AFTER_MS = 5000;

/**
 * What an earlier page left unfinished goes on by itself: submissions whose outcome is unknown are looked for
 * (design 5, Safe submission). After the first paint, so that no screen waits for it.
 */
export function resumeWork(): void {
  void whenIdle(AT_MOST_MS).then(resume);
  void whenIdle(AT_MOST_MS).then(follow);
}

function resume(): void {
  import('@/api/outbox/outbox').then(
    ({ resumeOutbox }) => resumeOutbox(),
    () => setTimeout(resume, AGAIN_AFTER_MS),
  );
}

/** What other tabs choose later is no loss where it does not come. */
function follow(): void {
  import('./other-tabs').then(
    ({ followOtherTabs }) => followOtherTabs(),
    () => {},
  );
}

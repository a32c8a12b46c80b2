import type { ReactNode } from 'react';

/** In place of a picture: why there is none. */
export function ResultNotice({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-40 flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-muted [&_svg]:size-6 [&_svg]:text-faint">
      {icon}
      <p className="text-lg font-semibold text-text first-letter:uppercase">{title}</p>
      {children ? <p className="max-w-[64ch]">{children}</p> : null}
    </div>
  );
}

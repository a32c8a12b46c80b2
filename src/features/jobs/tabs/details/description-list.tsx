import type { ReactNode } from 'react';

/** Description list in two columns. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(96px,140px)_minmax(0,1fr)] gap-x-4 gap-y-1">{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-0.5 break-words text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 py-0.5">{children}</dd>
    </>
  );
}

export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/**
 * Renders the Markdown of a model's answer. Nothing of it is linked, loaded or executed, and nothing is left out: HTML and URLs are
 * shown as text.
 */
export function AnswerMarkdown({ text }: { text: string }) {
  return (
    <div className="flex flex-col gap-2.5 wrap-anywhere [&_li]:ml-5 [&_li]:list-disc [&_ol>li]:list-decimal [&_p]:whitespace-pre-line">
      <ReactMarkdown urlTransform={(url) => url} remarkPlugins={GFM} components={PARTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** Tables, lists of tasks and strikethrough, which answers use as often as the rest. */
const GFM = [remarkGfm];

const PARTS: Components = {
  a: ({ href, children }) => <span>{withUrl(children, href)}</span>,
  img: ({ alt, src }) => <span>{withUrl(alt, src)}</span>,
  code: ({ children }) => <code className="rounded bg-hover px-1 font-mono text-[0.875em]">{children}</code>,
  pre: ({ children }) => <pre className="overflow-x-auto rounded-md bg-hover p-3 [&_code]:px-0">{children}</pre>,
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse text-left [&_td]:border [&_td]:border-line [&_td]:px-2.5 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2.5 [&_th]:py-1 [&_th]:font-semibold">
        {children}
      </table>
    </div>
  ),
  th: ({ children }) => <th scope="col">{children}</th>,
  // The box of a task.
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
  blockquote: ({ children }) => <blockquote className="border-l-2 border-line pl-3">{children}</blockquote>,
  // Headings of an answer must not appear in the page outline.
  h1: ({ children }) => <p className="text-xl font-semibold">{children}</p>,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

function Heading({ children }: { children?: React.ReactNode }) {
  return <p className="font-semibold">{children}</p>;
}

function withUrl(label: React.ReactNode, url: unknown): React.ReactNode {
  return typeof url !== 'string' || url === '' || url === label ? (
    label
  ) : (
    <>
      {label} ({url})
    </>
  );
}

import { createElement, Fragment, type ReactNode } from 'react';
import { formatParts, parseMessage } from './format-message';
import { formatWhole, pluralCategory, translated, type Message } from './messages';

type TransValue = ReactNode | ((content: ReactNode) => ReactNode);
type TransValues = Readonly<Record<string, TransValue>>;

/**
 * Shows a message that contains elements: `{name}` is a value, `<link>…</link>` the function of that name, called with the
 * content.
 * @param props.text an ICU message in English, as a literal
 */
export function Trans({ text, values }: { text: string | Message; values: TransValues }) {
  return createElement(Fragment, null, ...contentOf(text, values));
}

function contentOf(text: string | Message, values: TransValues): ReactNode[] {
  return formatParts<ReactNode>(parseMessage(translated(text)), values, {
    value: (name) => filled(values[name], null),
    tag: (name, inside) => filled(values[name], createElement(Fragment, null, ...inside)),
    text: (part) => part,
    integer: formatWhole,
    category: pluralCategory,
  });
}

function filled(value: TransValue, content: ReactNode): ReactNode {
  return typeof value === 'function' ? value(content) : (content ?? value);
}

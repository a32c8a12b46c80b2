import { Fragment } from 'react';

/**
 * Highlighted tokens: comments, strings, property names, keywords and numbers. This is enough for readability; it does
 * not parse the three languages. `rest` matches an unterminated quote; without it, matching would take quadratic time.
 */
const TOKENS =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|#(?!!)).*$)|(?<text>"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?<colon>\s*:)?|(?<rest>["'](?:[^\\\n]|\\.)*)|(?<![\w-])(?<word>const|await|throw|new|if|import|with|as|or|else|curl)(?![\w-])|(?<number>(?<![\w$])-?\d[\d_.]*(?:e[+-]?\d+)?(?![\w>]))/gm;

/** Code with syntax highlighting; its text stays unchanged. */
export function CodeText({ text, language }: { text: string; language: string }) {
  const parts: { at: number; text: string; className: string }[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const className = classOf(match.groups ?? {}, language);
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index), className: '' });
    parts.push({ at: match.index, text: match[0], className });
    end = match.index + match[0].length;
  }
  parts.push({ at: end, text: text.slice(end), className: '' });
  return parts.map((part) =>
    part.className ? (
      <span key={part.at} className={part.className}>
        {part.text}
      </span>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  );
}

function classOf({ comment, colon, text, rest, number }: Record<string, string | undefined>, language: string): string {
  // The generated shell code has no comments, and prompts may contain a number sign.
  if (comment !== undefined) return language === 'curl' ? '' : 'text-faint';
  if (colon !== undefined) return 'text-muted';
  if (text !== undefined) return 'text-ok';
  if (rest !== undefined) return '';
  return number === undefined ? 'text-accent' : 'text-warn';
}

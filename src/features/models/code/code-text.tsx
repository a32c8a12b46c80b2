import { Fragment } from 'react';

/**
 * What is told apart by colour: comments, texts and names of members. Enough to read by, no parser of three languages.
 * `rest` is a quote without its end: tried again from each later quote, it would take quadratic time.
 */
const TOKENS =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|#(?!!)).*$)|(?<text>"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?<colon>\s*:)?|(?<rest>["'](?:[^\\\n]|\\.)*)|(?<![\w-])(?<word>const|await|throw|new|if|import|with|as|or|else|curl)(?![\w-])|(?<number>(?<![\w$])-?\d[\d_.]*(?:e[+-]?\d+)?(?![\w>]))/gm;

/** The code with its parts in colours; its characters stay as they are. */
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
  // A shell has no comments in what is written here, and prompts may hold a number sign.
  if (comment !== undefined) return language === 'curl' ? '' : 'text-faint';
  if (colon !== undefined) return 'text-muted';
  if (text !== undefined) return 'text-ok';
  if (rest !== undefined) return '';
  return number === undefined ? 'text-accent' : 'text-warn';
}

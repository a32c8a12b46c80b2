import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { classNames } from '@/lib/class-names';
import { formatCount } from '@/lib/format';

/** Levels that stand open at first. */
const OPEN_LEVELS = 2;
/** Of a list of ten thousand entries the next part comes on demand. */
const PART = 100;

interface JsonTreeProps {
  value: JsonValue;
  label: string;
}

/** A JSON value with parts to fold. Closed parts are not drawn, so depth and size cost nothing until asked for. */
export function JsonTree({ value, label }: JsonTreeProps) {
  return (
    <ul aria-label={label} className="font-mono text-sm">
      <Entry name={null} value={value} level={0} />
    </ul>
  );
}

interface EntryProps {
  name: string | null;
  value: JsonValue;
  level: number;
}

function Entry({ name, value, level }: EntryProps) {
  const [isOpen, setIsOpen] = useState(level < OPEN_LEVELS);
  const [shownCount, setShownCount] = useState(PART);
  const key = name === null ? null : <span className="text-muted">{name}: </span>;
  const children = childrenOf(value);
  if (!children || children.length === 0) {
    return (
      <li className="pl-5 break-words whitespace-pre-wrap">
        {key}
        <Leaf value={value} />
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex max-w-full items-center gap-1 rounded pr-1 text-left hover:bg-hover"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight aria-hidden className={classNames('size-4 shrink-0 text-faint', isOpen && 'rotate-90')} />
        <span className="min-w-0 truncate">
          {key}
          <span className="text-faint">{sizeWords(value, children.length)}</span>
        </span>
      </button>
      {isOpen ? (
        <ul className="ml-2 border-l border-line pl-2">
          {children.slice(0, shownCount).map(([childName, child]) => (
            <Entry key={childName} name={childName} value={child} level={level + 1} />
          ))}
          {children.length > shownCount ? (
            <li className="pl-5">
              <button
                type="button"
                className="rounded text-accent hover:underline"
                onClick={() => setShownCount(shownCount + PART)}
              >
                Show more of {formatCount(children.length, 'entry', 'entries')}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

function Leaf({ value }: { value: JsonValue }) {
  if (typeof value === 'string') return <span className="text-text">{JSON.stringify(value)}</span>;
  if (value instanceof LosslessNumber || typeof value === 'number') {
    return <span className="text-accent">{String(value)}</span>;
  }
  return <span className="text-warn">{Array.isArray(value) ? '[]' : isEmptyObject(value) ? '{}' : String(value)}</span>;
}

function childrenOf(value: JsonValue): [string, JsonValue][] | null {
  if (Array.isArray(value)) return value.map((child, index) => [String(index), child]);
  if (value !== null && typeof value === 'object' && !(value instanceof LosslessNumber)) return Object.entries(value);
  return null;
}

function isEmptyObject(value: JsonValue): boolean {
  return value !== null && typeof value === 'object';
}

function sizeWords(value: JsonValue, count: number): string {
  return Array.isArray(value) ? `[${formatCount(count, 'item')}]` : `{${formatCount(count, 'key')}}`;
}

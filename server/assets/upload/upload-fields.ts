import { MAX_EXPIRES_IN_S, MIN_EXPIRES_IN_S } from '@contract/jobs/schemas';
import type { HttpError } from '../../http/http-error';
import { jobApiError } from '../../http/job-api-error';
import { parseBlobHash } from '../asset-body';
import { parseMediaType } from '../../http/media-type';

/** Validated text parts of an upload (docs/api-notes.md, Assets). */
export interface UploadFields {
  contentType: string;
  /** Plain text that is never opened as a path; it may contain folders, `..` or a drive letter. */
  filePath: string;
  /** 64 hex digits. */
  expectedHash: string | null;
  tags: readonly string[];
  expiresInS: number | null;
}

type Parts = ReadonlyMap<string, readonly string[]>;

const MAX_FILE_PATH_LENGTH = 1024;
const MAX_TAGS = 32;
const MAX_TAG_LENGTH = 128;

/** @throws HttpError 422 `invalid_request` that names the part. The fields of from-hash follow the same rules. */
export function readUploadFields(parts: Parts): UploadFields {
  return {
    contentType: readMediaType(required(parts, 'content_type')),
    filePath: readFilePath(required(parts, 'file_path')),
    expectedHash: readExpectedHash(single(parts, 'expected_hash')),
    tags: readTags(parts.get('tags') ?? []),
    expiresInS: readExpiresIn(single(parts, 'expires_in')),
  };
}

export function hasRequiredFields(parts: Parts): boolean {
  return parts.has('content_type') && parts.has('file_path');
}

export function rejectPart(part: string, reason: string): HttpError {
  return jobApiError('invalid_request', `${part} ${reason}`, { status: 422, details: { part } });
}

function single(parts: Parts, name: string): string | null {
  const values = parts.get(name) ?? [];
  if (values.length > 1) throw rejectPart(name, 'is given more than once');
  return values[0] ?? null;
}

function required(parts: Parts, name: string): string {
  const value = single(parts, name);
  if (value === null) throw rejectPart(name, 'is required and must come before the file');
  return value;
}

export function readMediaType(text: string): string {
  if (parseMediaType(text) === null) throw rejectPart('content_type', 'must be a media type such as image/png');
  return text;
}

export function readFilePath(text: string): string {
  if (text === '') throw rejectPart('file_path', 'must not be empty');
  // C programs and some database tools end a string at NUL.
  if (text.includes('\0')) throw rejectPart('file_path', 'must not contain a NUL character');
  if (text.length > MAX_FILE_PATH_LENGTH) {
    throw rejectPart('file_path', `is longer than ${MAX_FILE_PATH_LENGTH} characters`);
  }
  return text;
}

function readExpectedHash(text: string | null): string | null {
  if (text === null) return null;
  const hash = parseBlobHash(text);
  if (hash === null) throw rejectPart('expected_hash', 'must have the form blake3:<64 hex digits>');
  return hash;
}

export function readTags(tags: readonly string[]): readonly string[] {
  if (tags.length > MAX_TAGS) throw rejectPart('tags', `are more than ${MAX_TAGS}`);
  if (tags.some((tag) => tag.includes('\0'))) throw rejectPart('tags', 'must not contain a NUL character');
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH)) {
    throw rejectPart('tags', `must be at most ${MAX_TAG_LENGTH} characters each`);
  }
  return tags;
}

function readExpiresIn(text: string | null): number | null {
  if (text === null) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(seconds >= MIN_EXPIRES_IN_S && seconds <= MAX_EXPIRES_IN_S)) {
    throw rejectPart('expires_in', `must be a whole number of seconds from ${MIN_EXPIRES_IN_S} to ${MAX_EXPIRES_IN_S}`);
  }
  return seconds;
}
